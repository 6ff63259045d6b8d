-- Generated from src/sso_login/web/refusal.ts by "make lua"; do not edit.
--- The answer to a refused request, and its log line: one line of text, OAuth's JSON for programs, the page for people, or the way to the
-- web interface for a callback that came too late.
local lib = require("sso_login.lualib")
local M = {}
local failure_facts = require("sso_login.base.failure_facts")
local log = require("sso_login.base.log")
local log_texts = require("sso_login.base.log_texts")
local public_names = require("sso_login.base.public_names")
local result = require("sso_login.result")
local err = result.err
local package_sections = require("sso_login.settings.package_sections")
local errors = require("sso_login.web.errors")
local negotiation = require("sso_login.web.negotiation")
local rate_limit = require("sso_login.web.rate_limit")
local responses = require("sso_login.web.responses")
local err, ok = result.err, result.ok

local function error_page()
	return require("sso_login.web.error_page")
end

local function late_callback()
	return require("sso_login.web.late_callback")
end

local function password_state()
	return require("sso_login.passwords.password_state")
end

local function exchange_answer()
	return require("sso_login.web.exchange_answer")
end

--- The refusal of a logout token, whose client is the provider (OpenID Connect Back-Channel Logout 1.0 section 2.8).
local for_provider = "LOGOUT_REFUSED"

--- Logs a refusal with the client's address. One that any client can cause has a line only while its minute has one left.
local function log_refusal(io, remote_addr, failure, reference)
	local entry = errors.describe(failure.error)
	local is_unlimited = entry.always_logged == true
	if not is_unlimited and not rate_limit.count_refusal(io) then
		return
	end
	local known = failure_facts.open(failure)
	local about = {{"provider", known.provider}, {"remote", remote_addr}, {"reference", reference}}
	local is_hidden = known.error_description ~= nil and package_sections.option_of(io, "log_identity") == "0"
	local facts = lib.ArrayFilter(
		log.detail_pairs(log_texts.details_in_english(failure.details, is_hidden)),
		function(_, pair) return pair[1] ~= "provider" end
	)
	local limits = not is_unlimited and log.unproven_limits or nil
	-- Faults of the router or the provider are errors, refused requests warnings.
	log.event(io, entry.status >= 500 and "err" or "warning", failure.error, lib.ArrayConcat(about, facts), limits)
end

--- Digits of a reference, and how many references there may be in a second.
local reference_digits = 8
local references_a_second = 4096

--- A reference where there is no state to make one of: only of the time, as the crypto module may be missing.
local function reference_of_now(io)
	local instant = io.monotonic()
	local fraction = math.floor((instant - math.floor(instant)) * references_a_second)
	local rest = io.time() % 1048576 * references_a_second + fraction
	local digits = ""
	while #digits < reference_digits do
		digits = lib.StringCharAt("0123456789abcdef", rest % 16) .. digits
		rest = math.floor(rest / 16)
	end
	return digits
end

--- The sentence after the message; nothing of what a request says is in it.
local function advice_of(failure)
	local code = failure.error
	local seconds = (failure.answer or {}).retry_after
	if code == "RATE_LIMITED" and seconds ~= nil then
		return (((" Please try again in " .. tostring(
			seconds
		)) .. " ") .. (seconds == 1 and "second" or "seconds")) .. "."
	end
	-- The cookies of a login that was started at another name of the router are there.
	local facts = failure_facts.open(failure)
	local host = facts.redirect_host
	local is_elsewhere = code == "MISSING_HANDSHAKE_COOKIE" and facts.hint == nil
	return is_elsewhere and type(host) == "string" and host ~= "" and " Log in at https://" .. host .. "/." or ""
end

--- Adds the headers that belong to a code.
local function with_headers(response, failure)
	local answer = failure.answer or {}
	if failure.error == "METHOD_NOT_ALLOWED" then
		local ____response_headers_0 = response.headers
		____response_headers_0[#____response_headers_0 + 1] = {"Allow", answer.allow or "GET"}
	elseif failure.error == "RATE_LIMITED" and answer.retry_after ~= nil then
		local ____response_headers_1 = response.headers
		____response_headers_1[#____response_headers_1 + 1] = {"Retry-After", tostring(answer.retry_after)}
	end
	return response
end

local function make_page(io, request, failure, reference)
	local option = io.uci_get(public_names.package_name, public_names.first, "password_login")
	-- An option that cannot be read says nothing: rpcd's sections do.
	local is_off = (not option.ok or option.data == "off") and password_state().are_all_refused(io)
	return error_page().make(io, request, failure, reference, is_off)
end

--- The specified answer (specification, "HTTP responses"), one line of plain text without the code. It needs no request: for programs, and
-- where a module is missing.
function M.refuse_plainly(io, remote_addr, failure)
	log_refusal(io, remote_addr, failure)
	local entry = errors.describe(failure.error)
	local known = (failure.answer or {}).reference
	local reference = known ~= nil and " Reference for the administrator: " .. known or ""
	local body = "Error: " .. ((entry.message .. advice_of(failure)) .. reference) .. "\n"
	return with_headers({status = entry.status, content_type = "text/plain", headers = {}, body = body}, failure)
end

--- Refuses a request; `is_program` for an exchange of a token, whose client reads OAuth's errors.
function M.refuse(io, request, failure, is_program)
	if is_program then
		local plain = M.refuse_plainly(io, request.remote_addr, failure)
		return exchange_answer().in_json(plain, failure, request.authorization)
	end
	if failure.error == for_provider then
		log_refusal(io, request.remote_addr, failure)
		local status = errors.describe(for_provider).status
		return {
			status = status,
			content_type = "application/json",
			headers = {},
			body = "{\"error\":\"invalid_request\"}"
		}
	end
	if not negotiation.accepts_html(request.accept) then
		return M.refuse_plainly(io, request.remote_addr, failure)
	end
	if late_callback().goes_on(request, failure) and late_callback().has_live_session(io, request) then
		local page = (failure.answer or {}).return_to
		return responses.redirect(public_names.landing_path .. (page ~= nil and "?to=" .. page or ""), {})
	end
	-- A reference that the answer has is among the facts for the log, too.
	local known = (failure.answer or {}).reference
	local reference = known or reference_of_now(io)
	log_refusal(io, request.remote_addr, failure, known == nil and reference or nil)
	return with_headers(make_page(io, request, failure, reference), failure)
end

--- The landing page's answer to a browser that a late callback has sent there; undefined for all others.
function M.late_page(io, request)
	local reference = late_callback().reference_of(request)
	if reference == "" or late_callback().has_live_session(io, request) then
		return nil
	end
	local may_begin = request.query.values.again ~= nil
	return may_begin and error_page().begin_again(io, request) or make_page(
		io,
		request,
		err("STATE_NOT_FOUND"),
		reference
	)
end

return M
