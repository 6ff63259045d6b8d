-- Generated from src/sso_login/settings/enabled.ts by "make lua"; do not edit.
--- Whether single sign-on is on: the only option that the probe needs.
local M = {}
local names = require("sso_login.base.names")
local result = require("sso_login.result")
local sections = require("sso_login.settings.sections")
local err, ok = result.err, result.ok

--- Whether option `enabled` is `1`. Fails with CONFIG_ERROR when the package cannot be read or is empty.
function M.is_enabled(io)
	local enabled = io.uci_get(names.package_name, "default", "enabled")
	if not enabled.ok then
		return err("CONFIG_ERROR", enabled.details)
	end
	-- An option that is absent may be one that this process may not read.
	local found = enabled.data == nil and sections.read(io, names.package_name) or ok(nil)
	return found.ok and ok(enabled.data == "1") or found
end

return M
