-- Generated from src/sso_login/settings/compiled_config.ts by "make lua"; do not edit.
--- Configurations that were validated before a request comes: the init script keeps them with the compiled modules, without secrets.
-- They count for the very sections of which they were made.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local hash = require("sso_login.jose.hash")
local json_values = require("sso_login.base.json_values")

--- Bytes of a text that are hashed at once, with the hash of those before.
local chunk = 16000

--- SHA-256 of a text of any length in hexadecimal, chunk by chunk.
function M.digest_of(text)
	local digest = ""
	do
		local at = 0
		while at < #text do
			digest = hash.hash_sha256_hex(digest .. lib.StringSubstring(text, at, at + chunk))
			at = at + chunk
		end
	end
	return digest
end

function M.fingerprint(sections)
	return M.digest_of(json.encode_repeatable(sections))
end

--- The configuration of a provider's section; undefined where none was kept, or one of other sections.
function M.find(io, sections, section)
	local text = io.compiled_config()
	if text == nil then
		return nil
	end
	local made_of = M.fingerprint(sections)
	local kept = lib.StringStartsWith(text, made_of) and json.decode_file(
		lib.StringSubstring(text, #made_of)
	) or nil
	local config = kept ~= nil and kept.ok and kept.data[section.name] or nil
	if config ~= nil then
		config.client_secret = json_values.text_of(section.options.client_secret)
	end
	return config
end

return M
