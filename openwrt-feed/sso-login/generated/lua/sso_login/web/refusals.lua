-- Generated from src/sso_login/web/refusals.ts by "make lua"; do not edit.
--- What a request that is refused gets: an answer for programs, the error page for people, or the page that it came too late for.
local M = {}
local names = require("sso_login.base.names")
local result = require("sso_login.result")
local err = result.err
local sections = require("sso_login.settings.sections")
local errors = require("sso_login.web.errors")
local rate_limit = require("sso_login.web.rate_limit")
local err, ok = result.err, result.ok

local function password_login()
	return require("sso_login.passwords.transitions")
end

local function late()
	return require("sso_login.web.late")
end

local function token_exchange()
	return require("sso_login.web.endpoints.token_exchange")
end

--- The error page for people.
local function make_page(io, environment, failure, reference)
	local is_off = sections.option_of(io, "password_login") == "off"
	local error_page = require("sso_login.web.error_page")
	return error_page.make(io, environment, failure, reference, is_off and password_login().are_all_refused(io))
end

--- The error page of a failure, and its log line (errors.ts).
function M.refuse(io, environment, failure)
	local function count_refusal(caller_io)
		return rate_limit.count_refusal(caller_io)
	end
	-- A program reads no pages. What fails before the option is known counts by its path: anything may be missing on the router.
	local ____environment_is_exchange_0 = environment.is_exchange
	if ____environment_is_exchange_0 == nil then
		____environment_is_exchange_0 = environment.path_info == names.exchange_path_info
	end
	if ____environment_is_exchange_0 then
		local page = errors.refuse(io, environment, failure, count_refusal)
		return token_exchange().in_json(page, failure, environment.authorization)
	end
	return errors.refuse(io, environment, failure, count_refusal, make_page)
end

--- What the landing page shows whom a callback has sent there that came too late (late.ts); undefined for all others.
function M.late_page(io, environment)
	local reference = late().reference_of(environment)
	local is_refused = reference ~= "" and not late().has_live_session(io, environment.cookie)
	return is_refused and make_page(io, environment, err("STATE_NOT_FOUND"), reference) or nil
end

return M
