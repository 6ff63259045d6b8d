-- Generated from src/sso_login/login/revalidation/turn_schedule.ts by "make lua"; do not edit.
--- The schedule of turns: what is to be done about each refresh token of a session, and when.
local lib = require("sso_login.lualib")
local M = {}
local store = require("sso_login.base.store")
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")
local package_sections = require("sso_login.settings.package_sections")

--- The question with its token as it is stored by now.
function M.with_token(question, token)
	return {
		kind = "question",
		name = question.name,
		token = token,
		session = question.session,
		due_at = question.due_at
	}
end

--- The lock of the process that takes a provider's turns, one at a time. The lock on calls to the provider is another one.
function M.turn_lock(io, provider)
	return store.path_of(io, "revalidate_" .. provider .. ".lock")
end

--- The moment of the next question; undefined where the option `session_revalidate` of the provider is off.
local function next_question_at(providers, token, now)
	local section = lib.ArrayFind(providers, function(_, provider) return provider.name == token.provider end)
	local interval = section ~= nil and refresh_tokens.interval_of(section.options.session_revalidate) or nil
	if interval == nil then
		return nil
	end
	local next_at = token.asked_at + interval
	-- An overdue one stays due since its moment; where the clock went back after the last one, the next one is due now.
	return store.is_fresh(token.asked_at, now, interval) and next_at or math.min(next_at, now)
end

--- The turns of all files, one each at most: the token of a live session stays while the option is off, as the change may be taken back.
-- `files` were read before `live`, all live sessions. Else a session that opens in between would have a file and not be among them, and its token
-- would be revoked. `sections` are those of the package.
function M.turns_of(files, live, sections, now)
	local providers = package_sections.provider_sections(sections)
	local sessions = {}
	for _, session in ipairs(live) do
		sessions[refresh_tokens.name_of(session.sid)] = session
	end
	local turns = {}
	for _, file in ipairs(files) do
		local name = file.name
		local token = file.token
		local session = sessions[name]
		local question_at = next_question_at(providers, token, now)
		if session == nil then
			turns[#turns + 1] = {kind = "revocation", name = name, token = token, due_at = now}
		elseif question_at ~= nil then
			turns[#turns + 1] = {kind = "question", name = name, token = token, session = session, due_at = question_at}
		end
	end
	return turns
end

--- The turn of a provider that is due for the longest time; undefined where none is due.
function M.first_due(all, provider, now)
	local first
	for _, turn in ipairs(all) do
		local is_due = turn.token.provider == provider and turn.due_at <= now
		if is_due and (first == nil or turn.due_at < first.due_at) then
			first = turn
		end
	end
	return first
end

return M
