-- Generated from src/sso_login/protocol/metadata_call.ts by "make lua"; do not edit.
--- The call for the provider's metadata, and what is shown of them.
local lib = require("sso_login.lualib")
local M = {}
local urls = require("sso_login.base.urls")
local provider_calls = require("sso_login.protocol.provider_calls")

--- Bytes of an address in an error.
local max_shown = 200

--- A text in the place of an address, for people: cut, and without what may be a password before the host.
function M.shown(text)
	local parts = lib.StringSplit(text, "@")
	return lib.StringSubstring(#parts > 1 and "...@" .. (parts[#parts] or "") or text, 0, max_shown)
end

--- The target of a redirect within the origin of the request.
local function redirect_within(url, location)
	local from = urls.parse_https(url)
	local to = location ~= nil and urls.parse_https(location) or nil
	local is_within = from ~= nil and to ~= nil and string.lower(from.origin) == string.lower(to.origin)
	return is_within and location or nil
end

--- GETs metadata: one redirect within the origin is followed, as some providers add a slash.
function M.get_metadata(io, url, code, sender)
	local response = provider_calls.get(io, url, {}, code, sender)
	local target = response.ok and redirect_within(url, response.data.location) or nil
	return target ~= nil and provider_calls.get(io, target, {}, code, sender) or response
end

return M
