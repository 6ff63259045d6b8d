-- Generated from src/sso_login/login/browser.ts by "make lua"; do not edit.
--- The browser of a request: what its cookies tell, and the Set-Cookie lines of each event. No other module names a cookie (eslint.config.js).
--
-- Beside the specified cookie of a start, which the next one overwrites, each login has a cookie of its own: several logins of a browser do
-- not disturb one another, and a callback's address is worth nothing in another browser. The session cookies are SameSite=Strict and do not
-- come with a callback from another site; that of the last login does, and opens nothing by itself.
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local public_names = require("sso_login.base.public_names")
local store = require("sso_login.base.store")
local strings = require("sso_login.base.strings")
local hash = require("sso_login.jose.hash")

--- Begins the names of all cookies of this service but the session's.
local prefix = "__Host-webui_sso_"

--- Has the state token from the start of a login to its callback (specification).
local state_name = "__Host-webui_sso_state"

--- Names in a browser its last login, so that the next one ends that session.
local last_login_name = "__Host-webui_sso_login"

--- Has the page at which the login ends that was started last with a page.
local page_name = "__Host-webui_sso_page"

--- SameSite=Strict, set by each start: a start that brings it was begun at a page of the router or by hand, and at no other site.
local own_site_name = "__Host-webui_sso_own"

--- Begins the names of cookies, one a login, that permit the landing page, which any site may link to, to open the login's page once.
local landing_prefix = "__Host-webui_sso_to_"

--- LuCI's own cookie, and all with a session's id in LuCI's order of preference.
local luci_name = "sysauth_https"
local session_names = {"sysauth_https", "sysauth"}

--- Digits of a state's id, in the names and values of cookies.
local id_length = 8

--- Seconds in which the landing page may open a page.
local landing_lifetime = 60

--- Seconds that a user may spend at the provider's form or at an error page.
local page_lifetime = 3600

--- The login and the value of a cookie whose text begins with the id of a state.
local function of_login(value)
	return value ~= nil and ({
		id = lib.StringSubstring(value, 0, id_length),
		value = lib.StringSubstring(value, id_length)
	}) or nil
end

--- The browser that sent these cookies.
function M.read(cookies)
	local logins = {}
	local landings = {}
	for _, name in ipairs(lib.ObjectKeys(cookies)) do
		local id = lib.StringSubstring(name, #prefix)
		if lib.StringStartsWith(name, prefix) and #id == id_length and strings.consists_of(id, "hex") then
			logins[id] = cookies[name]
		elseif lib.StringStartsWith(name, landing_prefix) then
			landings[lib.StringSubstring(name, #landing_prefix)] = cookies[name]
		end
	end
	local sessions = {}
	for _, name in ipairs(session_names) do
		local sid = cookies[name]
		strings.add_missing(sessions, sid ~= nil and ({sid}) or {})
	end
	return {
		state = cookies[state_name] or "",
		logins = logins,
		last_login = of_login(cookies[last_login_name]),
		page = of_login(cookies[page_name]),
		landings = landings,
		sessions = sessions,
		is_own_site = cookies[own_site_name] ~= nil
	}
end

--- A fresh value of a login's own cookie, and the hash that the record keeps of it.
function M.create_value()
	local value = bytes.base64url_encode(hash.random(32))
	return {value = value, hash = hash.hash_sha256_hex(value)}
end

--- A Set-Cookie header (RFC 6265). Without `max_age`, in seconds, the cookie lasts as long as the browser runs.
local function set(name, value, path, same_site, max_age)
	local age = max_age ~= nil and "; Max-Age=" .. tostring(max_age) or ""
	return {
		"Set-Cookie",
		name .. ((((("=" .. value) .. "; Path=") .. path) .. age) .. "; HttpOnly; Secure; SameSite=") .. same_site
	}
end

--- A cookie that a login needs on its way, from the provider's site too.
local function keep(name, value, max_age)
	return set(name, value, "/", "Lax", max_age)
end

local function clear(name)
	return keep(name, "", 0)
end

local function own_name(state)
	return prefix .. hash.safe_id(state)
end

--- A cookie by which the landing page opens the page of a login.
local function opens(state, page)
	return keep(landing_prefix .. hash.safe_id(state), hash.safe_id(page), landing_lifetime)
end

--- A login starts; those with the ids `surplus` are forgotten.
function M.login_starts(browser, login, surplus)
	local lines = {
		keep(state_name, login.state, store.handshake_lifetime),
		keep(own_name(login.state), login.value, store.handshake_lifetime)
	}
	if login.page ~= nil then
		lines[#lines + 1] = keep(page_name, hash.safe_id(login.state) .. login.page, page_lifetime)
	end
	for _, id in ipairs(surplus) do
		lines[#lines + 1] = clear(prefix .. id)
	end
	if not browser.is_own_site then
		lines[#lines + 1] = set(own_site_name, "1", "/", "Strict")
	end
	return lines
end

--- A login ends well. LuCI's own cookie lives at a longer path and is sent first: a stale one would hide the new session, so it is deleted
-- before ours are set, where LuCI keeps it and where the web interface is. The login's own cookie is cleared, and the last login is named; the
-- cookie with a page stays, as it may be another login's by now.
function M.login_ends(browser, login)
	local lines = {clear(state_name)}
	if login.webui_path ~= public_names.luci_cookie_path then
		lines[#lines + 1] = set(luci_name, "", login.webui_path, "Strict", 0)
	end
	lines[#lines + 1] = set(luci_name, "", public_names.luci_cookie_path, "Strict", 0)
	for _, name in ipairs(session_names) do
		lines[#lines + 1] = set(name, login.sid, "/", "Strict")
	end
	local id = hash.safe_id(login.state)
	local value = browser.logins[id]
	if value ~= nil then
		lines[#lines + 1] = clear(prefix .. id)
		lines[#lines + 1] = set(last_login_name, id .. value, "/", "Lax")
	end
	if login.page ~= nil then
		lines[#lines + 1] = opens(login.state, login.page)
	end
	return lines
end

--- A test login starts, which has only a cookie of its own.
function M.test_starts(state, value)
	return {keep(own_name(state), value, store.handshake_lifetime)}
end

--- A test login ends, well or ill, at the page with its outcome; `state` is absent where it had no callback.
function M.test_ends(page, state)
	local lines = {opens(state or "", page)}
	if state ~= nil then
		lines[#lines + 1] = clear(own_name(state))
	end
	return lines
end

--- The user logs out.
function M.logs_out()
	local lines = lib.ArrayMap(session_names, function(_, name) return set(name, "", "/", "Strict", 0) end)
	return lib.ArrayConcat(lines, {clear(last_login_name)})
end

--- The browser lands at the page of a login that has just ended, once for each; undefined where none ended with this page.
function M.lands(browser, page)
	local id = hash.safe_id(page)
	local login = lib.ArrayFind(
		strings.sorted_keys(browser.landings),
		function(_, one) return browser.landings[one] == id end
	)
	return login ~= nil and ({clear(landing_prefix .. login)}) or nil
end

return M
