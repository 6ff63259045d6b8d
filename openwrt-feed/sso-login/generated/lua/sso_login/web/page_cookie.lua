-- Generated from src/sso_login/web/page_cookie.ts by "make lua"; do not edit.
--- The cookie that keeps the page at which a login is to end longer than the login's record, so that "Try again" leads there also when
-- the callback came too late. A browser has one such cookie: that of the login that was started last with a page.
local lib = require("sso_login.lualib")
local M = {}
local names = require("sso_login.base.names")
local hash = require("sso_login.jose.hash")
local option_forms = require("sso_login.settings.option_forms")
local responses = require("sso_login.web.responses")

--- Seconds that a user may spend at the provider's form or at an error page.
local lifetime = 3600

--- What the cookie says of a page, undefined where it belongs to another login or is absent.
local function value_of(cookies, state)
	local id = hash.safe_id(state)
	local value = cookies[names.page_cookie] or ""
	return lib.StringStartsWith(value, id) and lib.StringSubstring(value, #id) or nil
end

--- The header that keeps a page for the login of a state.
function M.keep(state, page)
	return responses.set_lax_cookie(names.page_cookie, hash.safe_id(state) .. page, lifetime)
end

--- The page of the login of a state, by the rules of a start; undefined where the cookies have none.
function M.page_of(cookies, state, webui_path)
	local page = value_of(cookies, state) or ""
	return option_forms.is_return_path(page, webui_path) and page or nil
end

--- The header that clears the cookie, if it belongs to the login of this state.
function M.forget(cookies, state)
	return value_of(cookies, state) ~= nil and ({responses.set_lax_cookie(names.page_cookie, "", 0)}) or {}
end

return M
