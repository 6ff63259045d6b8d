-- Generated from src/sso_login/settings/web_ports.ts by "make lua"; do not edit.
--- The ports at which uhttpd serves HTTPS, by its configuration.
local lib = require("sso_login.lualib")
local M = {}
local strings = require("sso_login.base.strings")
local urls = require("sso_login.base.urls")

--- The port in `host:port` or `port`; 443 where there is none.
function M.port_of(authority)
	local parts = lib.StringSplit(authority, ":")
	local last = parts[#parts] or ""
	return strings.parse_integer(last) ~= nil and last or "443"
end

--- The ports; undefined where that is not known, as with nginx, which may serve in the place of uhttpd.
function M.of_uhttpd(io)
	local sections = io.uci_sections("uhttpd")
	local servers = lib.ArrayFilter(
		sections.ok and sections.data or {},
		function(_, section) return section.type == "uhttpd" end
	)
	if #servers == 0 or io.file_info(io.paths.system_dir .. "/nginx/conf.d") ~= nil then
		return nil
	end
	local ports = {}
	for _, section in ipairs(
		lib.ArrayFilter(servers, function(_, one) return one.options.enabled ~= "0" end)
	) do
		strings.add_missing(
			ports,
			lib.ArrayMap(
				strings.words_of(section.options.listen_https),
				function(_, entry) return M.port_of(entry) end
			)
		)
	end
	return ports
end

--- Whether uhttpd serves the port of an address, or may; another port can lead to the router through a firewall.
function M.serves(io, address)
	local ports = M.of_uhttpd(io)
	local url = urls.parse_https(address)
	return ports == nil or url == nil or lib.ArrayIncludes(ports, M.port_of(urls.host_header(url)))
end

return M
