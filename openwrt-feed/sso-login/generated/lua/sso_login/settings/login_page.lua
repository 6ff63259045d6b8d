-- Generated from src/sso_login/settings/login_page.ts by "make lua"; do not edit.
--- LuCI's login page, as a browser without a session gets it from this router.
local M = {}

--- Opens the page by the script of the package for LuCI; without that package there is no button.
function M.open(io)
	if io.file_info(io.paths.luci) == nil then
		return "absent"
	end
	return io.succeeds("/bin/sh", io.paths.login_page) and "with_button" or "without_button"
end

return M
