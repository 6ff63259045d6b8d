-- Generated from src/sso_login/web/landing_cookie.ts by "make lua"; do not edit.
--- The cookie by which a login tells the landing page where to go: everyone can link to the page's address.
local M = {}
local names = require("sso_login.base.names")
local hash = require("sso_login.jose.hash")

--- Seconds.
M.lifetime = 60

--- The name of the cookie for a path.
function M.name_of(path)
	return names.landing_cookie_prefix .. hash.safe_id(path)
end

return M
