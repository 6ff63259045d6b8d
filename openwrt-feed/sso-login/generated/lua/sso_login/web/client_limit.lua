-- Generated from src/sso_login/web/client_limit.ts by "make lua"; do not edit.
--- A share of the rate for each client, so that one noisy host cannot use up the rate of all others (options `client_limit`, `trusted_proxy`).
local lib = require("sso_login.lualib")
local M = {}
local ip_addresses = require("sso_login.settings.ip_addresses")
local failures = require("sso_login.base.failures")
local store = require("sso_login.base.store")
local strings = require("sso_login.base.strings")
local result = require("sso_login.result")
local ok = result.ok
local option_bounds = require("sso_login.settings.option_bounds")
local package_sections = require("sso_login.settings.package_sections")
local rate_limit = require("sso_login.web.rate_limit")
local err, ok = result.err, result.ok

--- The most requests of a client's wider network, unless one client alone may make more: a fifth of the window is left to others.
local max_of_network = 40

--- Whether an IP address is that of a trusted proxy, which many clients use; the option is a list, or one text.
local function is_trusted(io, address)
	local listed = strings.words_of(package_sections.option_of(io, "trusted_proxy"))
	return address ~= nil and lib.ArraySome(
		listed,
		function(_, text) return ip_addresses.is_in_range(address, text) end
	)
end

--- The files that count a window's requests of a client and of its wider network, and how many each may count; none for a client without
-- a limit.
local function shares_of(io, remote_addr, limit, window)
	local max = strings.parse_integer(limit)
	-- The zone of a link-local address is no part of it.
	local address = ip_addresses.to_hex(strings.before(remote_addr, "%"))
	local is_valid = max ~= nil and max >= option_bounds.min_client_limit and max <= option_bounds.max_client_limit
	if not is_valid or is_trusted(io, address) then
		return {}
	end
	local start = store.path_of(
		io,
		((("client_" .. window.name) .. "_") .. tostring(rate_limit.minute_of(io.time()))) .. "_"
	)
	-- All digits of IPv4, and the first half of IPv6: a client may take any address of its network.
	local client = lib.StringSubstring(address or "unknown", 0, 16)
	-- Two digits less are the /24 of IPv4, and the /56 of IPv6, of which many hosts have all networks.
	local network = lib.StringSubstring(client, 0, #client - 2)
	return {
		{path = start .. client, max = max},
		{path = start .. "net_" .. network, max = math.max(max, math.min(2 * max, max_of_network))}
	}
end

--- Whether a client or its network has used up its share of a window in this minute.
function M.is_used_up(io, remote_addr, limit, window)
	return lib.ArraySome(
		shares_of(io, remote_addr, limit, window),
		function(_, share) return rate_limit.is_full(io, share.path, share.max) end
	)
end

--- Counts this request of a client in a window, with `limit` requests in a minute; RATE_LIMITED carries `retry_after` in seconds. Loading the
-- configuration refuses an invalid limit. Once the window of the request is full, no client is counted, so that there are no more files
-- than two for each request in it, however many addresses a client has.
function M.count_client(io, remote_addr, limit, window)
	local shares = shares_of(io, remote_addr, limit, window)
	if #shares == 0 or rate_limit.is_window_full(io, window) then
		return ok(true)
	end
	local now = io.time()
	-- A request that cannot be counted here is counted with all others, or refused there.
	local used_up = lib.ArrayFind(
		shares,
		function(_, share) return (rate_limit.position_in(io, share.path, now, share.max) or 0) > share.max end
	)
	if used_up == nil then
		return ok(true)
	end
	local limited = rate_limit.rate_limited(now, "client_limit", tostring(used_up.max) .. " a minute of one address")
	-- A refused exchange of a token has advice of its own.
	return window.client_limit ~= nil and limited or failures.adding(limited, {hint = {id = "many_of_one_address"}})
end

return M
