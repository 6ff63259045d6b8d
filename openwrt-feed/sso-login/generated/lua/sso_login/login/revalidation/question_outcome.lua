-- Generated from src/sso_login/login/revalidation/question_outcome.ts by "make lua"; do not edit.
--- The outcome of a question: a proof, the end of the session, or a failure that proves nothing. It is noted in the token's file, and logged.
local lib = require("sso_login.lualib")
local M = {}
local failures = require("sso_login.base.failures")
local log = require("sso_login.base.log")
local log_texts = require("sso_login.base.log_texts")
local hash = require("sso_login.jose.hash")
local short_reason = require("sso_login.explain.short_reason")
local log_identity = require("sso_login.rpcd.log_identity")
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")
local session_ending = require("sso_login.rpcd.session_ending")

--- Meanings of a failure by which a user is not proved any more; all others say nothing of the user.
local ending_meanings = {"refused", "other_subject", "other_issuer", "roles"}

--- Codes of failures that are about the user where the provider refused; metadata and keys are nobody's.
local codes_of_refusals = {"OIDC_INVALID_GRANT", "TOKEN_EXCHANGE_FAILED", "USERINFO_NETWORK_ERROR"}

--- The session of a question, and how long its user has not been proved.
local function state_pairs(io, question)
	return {{"session", hash.safe_id(question.session.sid)}, {"unproved_seconds", io.time() - question.token.proved_at}}
end

--- The facts of a failure for the log, but for the session, which each line names.
local function facts_of(io, failure)
	local is_anonymous = log_identity.setting(io).log_identity == false
	local facts = log.detail_pairs(log_texts.details_in_english(failure.details, is_anonymous))
	return lib.ArrayFilter(facts, function(_, pair) return pair[1] ~= "session" end)
end

--- Notes that a question did not prove the user; logs it when that begins, when the code becomes another, and when it cannot be noted.
local function note_failure(io, question, failure)
	local token = question.token
	local is_known = token.failure ~= nil and short_reason.code_of(token.failure) == failure.error
	local noted = refresh_tokens.after_failure(token, short_reason.in_words(failure))
	local is_noted = refresh_tokens.write(io, question.name, noted)
	if not is_noted or not is_known then
		local ____error = {{"error", failure.error}}
		log.event(
			io,
			"warning",
			"REVALIDATION_FAILED",
			lib.ArrayConcat(____error, facts_of(io, failure), state_pairs(io, question))
		)
	end
end

--- Notes that a question proved the user; logs it after one that did not.
local function note_proof(io, question, log_name)
	if question.token.failure ~= nil then
		local provider = {{"provider", log_name}}
		log.event(io, "notice", "REVALIDATION_RESUMED", lib.ArrayConcat(provider, state_pairs(io, question)))
	end
	refresh_tokens.write(io, question.name, refresh_tokens.after_proof(io, question.token))
end

--- The end of a session whose user the provider refuses, or who has lost a role; undefined where a failure says neither.
local function ending_by(io, failure)
	local meaning = failure.meaning
	if meaning == nil or not lib.ArrayIncludes(ending_meanings, meaning) then
		return nil
	end
	if meaning == "refused" and not lib.ArrayIncludes(codes_of_refusals, failure.error) then
		return nil
	end
	local facts = facts_of(io, failure)
	if meaning == "roles" then
		local by = {{"by", meaning}}
		return {code = "LOGOUT", facts = lib.ArrayConcat(by, facts)}
	end
	local words = meaning == "refused" and short_reason.of_provider(failure) or meaning
	local reason = {{"reason", words}}
	return {
		code = "SESSION_ENDED",
		facts = lib.ArrayConcat(
			reason,
			lib.ArrayFilter(facts, function(_, pair) return pair[1] == "error_description" end)
		)
	}
end

--- Concludes a question with the token that is stored by now: notes that the user is proved, or ends the session of one who is refused, or notes the
-- failure. A failure that refuses nobody changes nothing else: the age of the last proof ends the session (`session_ending.end_overdue`).
-- `log_name` names the provider in log lines.
function M.conclude(io, question, log_name, proved)
	if proved.ok then
		note_proof(io, question, log_name)
		return
	end
	local failure = failures.about(log_name, proved)
	local ending = ending_by(io, failure)
	if ending == nil or not session_ending.end_with(io, question.session, ending.code, ending.facts) then
		note_failure(io, question, failure)
	end
end

return M
