-- Generated from src/sso_login/web/return_cookies.ts by "make lua"; do not edit.
--- The cookies that say at which page a login ends. One lets the landing page, which any site may link to, go to a page. The other keeps
-- the page longer than the login's record, so that "Try again" leads there also after a callback that came too late; a browser has
-- one such cookie, that of the login that was started last with a page.
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
local hash = require("sso_login.jose.hash")
local option_forms = require("sso_login.settings.option_forms")
local responses = require("sso_login.web.responses")

--- Seconds.
local landing_lifetime = 60

--- Seconds that a user may spend at the provider's form or at an error page.
local page_lifetime = 3600

local function landing_name(path)
	return public_names.landing_cookie_prefix .. hash.safe_id(path)
end

--- The header that lets the landing page go to a path.
function M.open_landing(path)
	return responses.set_lax_cookie(landing_name(path), "1", landing_lifetime)
end

--- Whether the landing page may go to a path.
function M.is_landing_open(cookies, path)
	return (cookies[landing_name(path)] or "") ~= ""
end

--- The header that takes the landing page's permission back.
function M.close_landing(path)
	return responses.set_lax_cookie(landing_name(path), "", 0)
end

--- The page that is kept for a state's login, as the cookie has it; undefined where it belongs to another login or is absent.
local function kept_page(cookies, state)
	local id = hash.safe_id(state)
	local value = cookies[public_names.page_cookie]
	return value ~= nil and lib.StringStartsWith(value, id) and lib.StringSubstring(value, #id) or nil
end

--- The header that keeps a page for the login of a state.
function M.keep(state, page)
	return responses.set_lax_cookie(public_names.page_cookie, hash.safe_id(state) .. page, page_lifetime)
end

--- The page of the login of a state, by the rules of a start; undefined where the cookies have none.
function M.page_of(cookies, state, webui_path)
	local page = kept_page(cookies, state)
	return page ~= nil and option_forms.is_return_path(page, webui_path) and page or nil
end

--- The header that clears the cookie, if it belongs to the login of this state.
function M.forget(cookies, state)
	return kept_page(cookies, state) ~= nil and ({responses.set_lax_cookie(public_names.page_cookie, "", 0)}) or {}
end

return M
