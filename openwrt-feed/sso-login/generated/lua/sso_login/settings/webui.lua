-- Generated from src/sso_login/settings/webui.ts by "make lua"; do not edit.
--- Where the web interface is, also where the rest of the configuration is wrong.
local M = {}
local names = require("sso_login.base.names")
local option_forms = require("sso_login.settings.option_forms")

--- The configured path; one that is not valid, or cannot be read, counts as absent. The value is safe in HTML.
function M.path(io)
	local stored = io.uci_get(names.package_name, "default", "webui_path")
	local value = stored.ok and type(stored.data) == "string" and stored.data or ""
	return option_forms.is_web_path(value) and value or names.luci_cookie_path
end

return M
