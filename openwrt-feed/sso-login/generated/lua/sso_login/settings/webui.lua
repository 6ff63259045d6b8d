-- Generated from src/sso_login/settings/webui.ts by "make lua"; do not edit.
--- The path of the web interface, also where the rest of the configuration is wrong.
local M = {}
local public_names = require("sso_login.base.public_names")
local option_forms = require("sso_login.settings.option_forms")
local package_sections = require("sso_login.settings.package_sections")

--- The option `webui_path`, or LuCI's path where it is absent or wrong; safe in HTML.
function M.path(io)
	local value = package_sections.option_of(io, "webui_path")
	return type(value) == "string" and option_forms.is_web_path(value) and value or public_names.luci_cookie_path
end

return M
