-- Generated from src/sso_login/login/revalidation/turn_schedule.ts by "make lua"; do not edit.
--- The schedule of turns: which files of refresh tokens are due, and when the others are.
local lib = require("sso_login.lualib")
local M = {}
local store = require("sso_login.base.store")
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")
local package_sections = require("sso_login.settings.package_sections")

--- The moment at which the provider is to be asked again; undefined where the option is off.
local function moment_of(providers, token, now)
	local section = lib.ArrayFind(providers, function(_, provider) return provider.name == token.provider end)
	local interval = section ~= nil and refresh_tokens.interval_of(section.options.session_revalidate) or nil
	if interval == nil then
		return nil
	end
	local moment = token.asked_at + interval
	-- The clock may have gone back.
	return store.is_fresh(token.asked_at, now, interval) and moment or math.min(moment, now)
end

--- The turns of files; damaged ones are removed. The token of a live session stays also while the option is off: the change may be taken
-- back. `files` were listed before `live`, all live sessions, as the file of a new session is not to go. `sections` are those of the package.
function M.turns_of(io, files, live, sections)
	local now = io.time()
	local providers = package_sections.provider_sections(sections)
	local found = {}
	for _, name in ipairs(files) do
		local entry = lib.ArrayFind(
			live,
			function(_, candidate) return refresh_tokens.name_of(candidate.sid) == name end
		)
		local token = refresh_tokens.read(io, name)
		local moment = (token == nil or entry == nil) and now or moment_of(providers, token, now)
		if token == nil then
			refresh_tokens.remove(io, name)
		elseif moment ~= nil then
			found[#found + 1] = {name = name, token = token, entry = entry, moment = moment}
		end
	end
	return found
end

--- The turn of a provider that is due for the longest time.
function M.first_turn(all, provider, now)
	local first
	for _, turn in ipairs(all) do
		local is_due = turn.token.provider == provider and turn.moment <= now
		if is_due and (first == nil or turn.moment < first.moment) then
			first = turn
		end
	end
	return first
end

return M
