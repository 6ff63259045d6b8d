-- Generated from src/sso_login/web/client_limit.ts by "make lua"; do not edit.
local lib, addresses, names, store, strings, result, options, rate_limit =
    require("sso_login.use")("lualib", "base.addresses", "base.names", "base.store", "base.strings", "result", "settings.options", "web.rate_limit")
local M = {}
local ok = result.ok
local err, ok = result.err, result.ok
--- The digits of an IPv4 address, or of an IPv6 address's first half: who has one address of a network may take others.
local function client_of(address)
	return lib.StringSubstring(address or "unknown", 0, 16)
end
--- Whether an address stands for many clients; the option is a list, or its members in one text.
local function is_trusted(io, address)
	local option = io.uci_get(names.package_name, "default", "trusted_proxy")
	local value = option.ok and (option.data or "") or ""
	local listed = strings.split_words(
		type(value) == "string" and value or table.concat(value, " "),
		" "
	)
	return address ~= nil and lib.ArraySome(
		listed,
		function(_, text) return addresses.digits_of(text) == address end
	)
end
--- Counts this request of a client, with `limit` requests in a minute; RATE_LIMITED carries `retry_after` in seconds. A limit that
-- is none says loading the configuration. Once the window of all is full no client is counted, so that there are no more
-- files than requests in it, however many addresses somebody has.
function M.count_client(io, remote_addr, limit)
	local most = type(limit) == "string" and strings.parse_integer(limit) or nil
	-- The zone of a link-local address is no part of it.
	local address = addresses.digits_of(strings.before(remote_addr, "%"))
	local counts = most ~= nil and most >= options.min_client_limit and most <= options.max_client_limit
	if not counts or is_trusted(io, address) then
		return ok(true)
	end
	local now = io.time()
	local window = rate_limit.window_of(now)
	if rate_limit.is_full(
		io,
		rate_limit.path_of(io, window),
		rate_limit.max_requests
	) then
		return ok(true)
	end
	local path = store.path_of(
		io,
		(("client_" .. tostring(window)) .. "_") .. client_of(address)
	)
	local place = rate_limit.place_in(io, path, now, most)
	-- What cannot be counted here is counted with all others, or refused there.
	return (place == nil or place <= most) and ok(true) or rate_limit.limited(now, "client_limit")
end
return M
