-- Generated from src/sso_login/check/proxy.ts by "make lua"; do not edit.
--- A proxy before the web server, as far as sessions show it: behind one the service cannot tell clients apart by address.
local lib = require("sso_login.lualib")
local M = {}
local ip_addresses = require("sso_login.settings.ip_addresses")
local strings = require("sso_login.base.strings")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local package_sections = require("sso_login.settings.package_sections")

--- Whether an address in hexadecimal digits is the router itself: 127.0.0.0/8, or ::1.
local function is_loopback(digits)
	if lib.StringStartsWith(digits, "7f") then
		return #digits == 8
	end
	return digits == "00000000000000000000000000000001"
end

--- The address of a proxy that the option `trusted_proxy` does not list; undefined where sessions show none. Logins come from a proxy
-- if their address is the router itself, or that of another person, too.
function M.unlisted(io)
	local list = rpcd_sessions.list_sso_sessions(io)
	local trusted = strings.words_of(package_sections.option_of(io, "trusted_proxy"))
	local users = {}
	for _, entry in ipairs(list.ok and list.data or {}) do
		local address = ip_addresses.to_hex(strings.before(entry.remote, "%"))
		if entry.client == "" and address ~= nil and not lib.ArraySome(
			trusted,
			function(_, text) return ip_addresses.is_in_range(address, text) end
		) then
			local user = entry.issuer .. " " .. entry.sub
			if is_loopback(address) or (users[address] or user) ~= user then
				return entry.remote
			end
			users[address] = user
		end
	end
	return nil
end

return M
