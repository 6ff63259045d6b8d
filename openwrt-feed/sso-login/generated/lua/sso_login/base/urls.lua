-- Generated from src/sso_login/base/urls.ts by "make lua"; do not edit.
--- URLs (RFC 3986), as far as the service needs them; it never resolves or normalises one.
local lib = require("sso_login.lualib")
local M = {}
local strings = require("sso_login.base.strings")

--- Longest URL taken from a configuration or a provider, in bytes.
local max_url_length = 2048

--- Bytes of an address to send the browser to: uhttpd stalls on longer header lines.
M.max_location_length = 3900
local scheme = "https://"

local function is_port(port)
	local value = #port <= 5 and strings.parse_integer(port) or nil
	return value ~= nil and value >= 1 and value <= 65535
end

--- The host of an authority (`host`, `host:port`, `[v6]:port`) in lower case, or undefined when it is not one.
local function host_of(authority)
	local is_literal = lib.StringStartsWith(authority, "[")
	local bracket = (string.find(authority, "]", nil, true) or 0) - 1
	if is_literal ~= (bracket >= 0) then
		return nil
	end
	local colon = (string.find(authority, ":", math.max(math.max(bracket, 0) + 1, 1), true) or 0) - 1
	local host = authority
	if colon >= 0 then
		host = lib.StringSubstring(authority, 0, colon)
		if not is_port(lib.StringSubstring(authority, colon + 1)) then
			return nil
		end
	end
	if host == "" or is_literal and bracket ~= #host - 1 then
		return nil
	end
	return string.lower(host)
end

--- Parses an `https` URL; undefined for another scheme, and for one with spaces, control or non-ASCII characters,
-- backslashes, quotes, angle brackets, user information, a fragment, a bad port or more than 2048 bytes.
function M.parse_https(url)
	if #url > max_url_length or not lib.StringStartsWith(string.lower(url), scheme) or not strings.consists_of(
		url,
		"url"
	) then
		return nil
	end
	local rest = lib.StringSubstring(url, #scheme)
	local authority = strings.before(strings.before(rest, "/"), "?")
	local host = not lib.StringIncludes(authority, "@") and host_of(authority) or nil
	if host == nil then
		return nil
	end
	local target = lib.StringSubstring(rest, #authority)
	local path = strings.before(target, "?")
	local query = #path < #target and lib.StringSubstring(target, #path + 1) or nil
	return {origin = scheme .. authority, host = host, path = path, query = query}
end

function M.with_origin(url, origin)
	return origin .. url.path .. (url.query ~= nil and "?" .. url.query or "")
end

--- Whether two addresses have one origin, as it is written.
function M.same_origin(one, other)
	local url = M.parse_https(one)
	local second = M.parse_https(other)
	return url ~= nil and second ~= nil and url.origin == second.origin
end

--- Adds an encoded query to a URL, keeping the one it has (RFC 6749 section 3.1).
function M.add_query(url, query)
	if not lib.StringIncludes(url, "?") then
		return url .. "?" .. query
	end
	return (lib.StringEndsWith(url, "?") or lib.StringEndsWith(url, "&")) and url .. query or url .. "&" .. query
end

--- Host and port as a browser's Host header has them: in lower case, and without the port of HTTPS.
function M.host_header(url)
	local authority = string.lower(lib.StringSubstring(url.origin, #scheme))
	return lib.StringEndsWith(authority, ":443") and lib.StringSubstring(authority, 0, #authority - 4) or authority
end

return M
