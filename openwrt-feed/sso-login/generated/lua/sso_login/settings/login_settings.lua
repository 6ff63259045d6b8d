-- Generated from src/sso_login/settings/login_settings.ts by "make lua"; do not edit.
--- The settings that the login of an administrator depends on, as one hash.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local json_values = require("sso_login.base.json_values")
local strings = require("sso_login.base.strings")
local client_keys = require("sso_login.jose.client_keys")
local certificates = require("sso_login.settings.certificates")
local compiled_config = require("sso_login.settings.compiled_config")
local option_table = require("sso_login.settings.option_table")
local saved_config = require("sso_login.settings.saved_config")
local web_ports = require("sso_login.settings.web_ports")

--- Stands in the hash for a web server without the port of `redirect_uri`. The word stays: hashes made with it are stored in rpcd's sections.
local unserved = "port"

--- Members as pairs in the order of their names, which a record does not have.
local function in_order(members, left_out)
	local names = lib.ArrayFilter(
		strings.sorted_keys(members),
		function(_, name) return not lib.ArrayIncludes(left_out, name) end
	)
	return lib.ArrayMap(names, function(_, name) return {name, members[name]} end)
end

--- The part of a provider, with the content of its files, and whether the web server has the port of `redirect_uri`.
local function of_provider(io, section)
	local options = section.options
	local ca_file = options.ca_file
	local authority = type(ca_file) == "string" and (io.read_file(ca_file, certificates.max_file) or "") or ""
	local alg = options.client_assertion_alg
	local is_by_key = options.token_endpoint_auth_method == "private_key_jwt"
	local key = is_by_key and client_keys.newest(io, type(alg) == "string" and alg or "ES256") or nil
	local parts = {section.name, in_order(options, option_table.harmless), authority, in_order(key or {}, {})}
	local is_served = web_ports.serves(io, json_values.text_of(options.redirect_uri))
	return is_served and parts or lib.ArrayConcat(parts, {unserved})
end

--- The hash of the settings in force: providers that are on, and roles that may change something; undefined where they cannot be read. Options
-- that change no login, such as `password_login`, are left out: passwords off are no other settings.
function M.settings_hash(io)
	local saved = saved_config.saved_sections(io)
	if not saved.ok then
		return nil
	end
	local providers = lib.ArrayFilter(
		saved.data,
		function(_, section) return section.type == "oidc" and section.options.enabled == "1" end
	)
	local roles = lib.ArrayFilter(
		saved.data,
		function(_, section) return section.type == "role" and section.options.write ~= nil end
	)
	local parts = lib.ArrayMap(providers, function(_, section) return of_provider(io, section) end)
	local all = lib.ArrayConcat(
		parts,
		lib.ArrayMap(roles, function(_, section) return {section.name, in_order(section.options, {})} end)
	)
	return compiled_config.digest_of(json.encode_repeatable(all))
end

return M
