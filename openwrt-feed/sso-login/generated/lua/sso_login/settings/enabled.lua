-- Generated from src/sso_login/settings/enabled.ts by "make lua"; do not edit.
local M = {}
local names, result =
    require("sso_login.use")("base.names", "result")
local err, ok = result.err, result.ok
--- Whether option `enabled` is `1`. Fails with CONFIG_ERROR when UCI cannot be read.
function M.is_enabled(io)
	local enabled = io.uci_get(names.package_name, "default", "enabled")
	return enabled.ok and ok(enabled.data == "1") or err("CONFIG_ERROR", enabled.details)
end
return M
