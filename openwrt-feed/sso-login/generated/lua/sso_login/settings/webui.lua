-- Generated from src/sso_login/settings/webui.ts by "make lua"; do not edit.
--- Where the web interface is, also where the rest of the configuration is wrong.
local lib = require("sso_login.lualib")
local M = {}
local names = require("sso_login.base.names")
local options = require("sso_login.settings.options")

--- The configured path; one that is not valid, or cannot be read, counts as absent. The value is safe in HTML.
function M.path(io)
	local rule = lib.ArrayFind(
		options.option_rules,
		function(_, candidate) return candidate.name == "webui_path" end
	)
	local stored = io.uci_get(names.package_name, "default", "webui_path")
	local value = stored.ok and type(stored.data) == "string" and stored.data or ""
	local is_valid = rule ~= nil and value ~= "" and options.option_problem(rule, value) == nil
	return is_valid and value or names.luci_cookie_path
end

return M
