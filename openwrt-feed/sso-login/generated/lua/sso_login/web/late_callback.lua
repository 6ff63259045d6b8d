-- Generated from src/sso_login/web/late_callback.ts by "make lua"; do not edit.
--- A callback that comes too late: its login is over here or at the provider, but the user may have logged in meanwhile, in another tab or by the
-- same address. The session cookies are SameSite=Strict and are mostly not sent on the way from the provider, so the error page goes on to the
-- landing page, which sees them: it leads to the web interface, begins the login again, or shows the error page again. A browser that loads
-- again the callback of a login that has just ended gets the same answer: the session, or the refusal.
local lib = require("sso_login.lualib")
local M = {}
local failure_record = require("sso_login.base.failure_record")
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local json_values = require("sso_login.base.json_values")
local store = require("sso_login.base.store")
local hash = require("sso_login.jose.hash")
local browser = require("sso_login.login.browser")
local handshake_record = require("sso_login.login.handshake_record")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local option_forms = require("sso_login.settings.option_forms")

--- The failures of a callback whose login is over, or is another's.
local codes = {"STATE_NOT_FOUND", "MISSING_HANDSHAKE_COOKIE", "STATE_PARAMETER_MISMATCH"}
local parameter = "late"

--- Whether a callback failed because its login is over, or another's.
function M.is_over(code)
	return lib.ArrayIncludes(codes, code)
end

--- Whether a failure's page goes on to the landing page: a callback that may come too late, or whose login may begin again.
function M.goes_on(request, failure)
	return request.path == "/callback" and M.is_over(failure.error) or failure.meaning == "begin_again"
end

--- Seconds within which a browser may load a callback again: as a prefetch and then in earnest, for example.
local again_time = 60

--- The hashes by which sessions know the login of a response, as it began in its browser, or was the last one there.
local function hashes_of(response)
	local id = hash.safe_id(json_values.text_of(response.params.state))
	local own = response.browser.logins[id]
	local last = response.browser.last_login
	local values = own ~= nil and ({own}) or {}
	strings.add_missing(values, last ~= nil and last.id == id and ({last.value}) or {})
	return lib.ArrayMap(values, function(_, value) return hash.hash_sha256_hex(value) end)
end

--- The session of the login that the same browser has just finished with the state of a response, which is refused with a code; undefined
-- for every other refusal. The answer to the first callback, with its cookies, may have been lost. Nothing is asked or made again.
function M.finished_session(io, response, code)
	local hashes = M.is_over(code) and hashes_of(response) or {}
	local list = #hashes > 0 and rpcd_sessions.list_sso_sessions(io) or nil
	local all = list ~= nil and list.ok and list.data or {}
	return lib.ArrayFind(
		all,
		function(_, entry) return lib.ArrayIncludes(hashes, entry.cookie_hash) and store.is_fresh(
			entry.since,
			io.time(),
			again_time
		) end
	)
end

--- The file of the refusal of a login: its name is of the login's own cookie, which no other browser has; undefined without the cookie.
local function refusal_path(io, response)
	local value = response.browser.logins[hash.safe_id(json_values.text_of(response.params.state))] or ""
	return value ~= "" and store.path_of(io, "refusal_" .. hash.hash_sha256_hex(value)) or nil
end

--- The refusal with which the login of a response has just ended; undefined where none is kept.
local function kept_refusal(io, response)
	local path = refusal_path(io, response)
	local kept = path ~= nil and store.read_fresh(io, path, "failed_at", again_time) or nil
	return kept ~= nil and failure_record.from_record(kept) or nil
end

--- Keeps the refusal of a response that has ended its login, as the record of that is gone.
local function keep_refusal(io, response, failure)
	local path = refusal_path(io, response)
	local is_ended = handshake_record.look(io, json_values.text_of(response.params.state)) == nil
	-- A malformed response ends no login, and does not take the place of the refusal that did.
	if path ~= nil and is_ended and failure.error ~= "INVALID_REQUEST" then
		local record = failure_record.to_record(failure)
		record.failed_at = io.time()
		record.answer = failure.answer
		store.write(io, path, record)
	end
end

--- The refusal to answer a response with: the first one of its login, where that is over; any other is kept for that, and returned.
function M.first_refusal(io, response, failure)
	if M.is_over(failure.error) then
		return kept_refusal(io, response) or failure
	end
	keep_refusal(io, response, failure)
	return failure
end

--- The page of the login of a response, by the rules of a start; undefined where its browser keeps none.
function M.page_of(response, webui_path)
	local page = response.browser.page
	local is_own = page ~= nil and page.id == hash.safe_id(json_values.text_of(response.params.state))
	return is_own and option_forms.is_return_path(page.value, webui_path) and page.value or nil
end

--- Whether the request has the cookies of a live session.
function M.has_live_session(io, request)
	return rpcd_sessions.first_live(io, browser.read(request.cookies).sessions).live ~= nil
end

--- The landing page's address, with the reference of the page that it may have to show, and the parameters of the start `start`.
function M.address(reference, start)
	local query = lib.StringSubstring(start, #public_names.start_path + 1)
	return public_names.landing_path .. ((("?" .. parameter) .. "=") .. reference) .. (query ~= "" and "&" ..
		query or "")
end

--- The reference in a request of the landing page; "" where there is none.
function M.reference_of(request)
	local reference = json_values.text_of(request.query.values[parameter])
	return #reference == 8 and strings.consists_of(reference, "hex") and reference or ""
end

return M
