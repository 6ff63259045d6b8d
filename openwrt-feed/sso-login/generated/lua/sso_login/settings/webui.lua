-- Generated from src/sso_login/settings/webui.ts by "make lua"; do not edit.
--- Path and session time-out of the web interface, also where the rest of the configuration is wrong.
local M = {}
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local option_bounds = require("sso_login.settings.option_bounds")
local option_forms = require("sso_login.settings.option_forms")
local package_sections = require("sso_login.settings.package_sections")

--- The option `webui_path`, or LuCI's path where it is absent or wrong; safe in HTML.
function M.path(io)
	local value = package_sections.option_of(io, "webui_path")
	return type(value) == "string" and option_forms.is_web_path(value) and value or public_names.luci_cookie_path
end

--- Seconds where LuCI has no option.
local default_session_timeout = 3600

--- LuCI's session time-out in seconds, within the bounds of `session_timeout`.
function M.session_timeout(io)
	local option = io.uci_get("luci", "sauth", "sessiontime")
	local seconds = option.ok and type(option.data) == "string" and (strings.parse_integer(option.data) or 0) or 0
	return seconds > 0 and math.max(
		option_bounds.min_session_timeout,
		math.min(option_bounds.max_session_timeout, seconds)
	) or default_session_timeout
end

return M
