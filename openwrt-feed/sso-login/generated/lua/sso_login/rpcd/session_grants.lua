-- Generated from src/sso_login/rpcd/session_grants.ts by "make lua"; do not edit.
--- The grants of a live session: those that rpcd lists are compared with those that its roles give, and changed to them.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local json_values = require("sso_login.base.json_values")
local strings = require("sso_login.base.strings")
local result = require("sso_login.result")
local ok = result.ok
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local err, ok = result.err, result.ok

--- The pairs of a scope as `session list` has them: the functions of each object.
local function listed_pairs(scope)
	local ____pairs = {}
	local objects = json.is_object(scope) and scope or {}
	for _, object in ipairs(strings.sorted_keys(objects)) do
		for _, name in ipairs(json_values.strings_of(objects[object]) or {}) do
			____pairs[#____pairs + 1] = {object, name}
		end
	end
	return ____pairs
end

--- The pairs of `some` that `others` have not.
local function without(some, others)
	local known = {}
	for _, pair in ipairs(others) do
		known[pair[1] .. "\n" .. pair[2]] = true
	end
	return lib.ArrayFilter(some, function(_, pair) return known[pair[1] .. "\n" .. pair[2]] ~= true end)
end

--- The text of an object before its first wildcard, by which rpcd sorts a scope (uh_id_len).
local function sort_key(object)
	return strings.before(strings.before(strings.before(object, "*"), "?"), "[")
end

--- Whether rpcd's list may leave out grants of a scope: objects that it sorts alike may stand in several runs, and of each only the last run
-- is listed (rpc_session_dump_acls).
local function is_unclear(scope)
	local seen = {}
	return lib.ArraySome(strings.sorted_keys(json.is_object(scope) and scope or {}), function(_, object)
		local is_second = seen[sort_key(object)] == true
		seen[sort_key(object)] = true
		return is_second
	end)
end

local function differences(has, wanted)
	local scopes = strings.sorted_keys(has)
	strings.add_missing(scopes, strings.sorted_keys(wanted))
	return lib.ArrayMap(scopes, function(_, scope)
		local listed = listed_pairs(has[scope])
		local due = wanted[scope] or {}
		return {
			scope = scope,
			due = due,
			surplus = without(listed, due),
			missing = without(due, listed),
			is_unclear = is_unclear(has[scope])
		}
	end)
end

local function is_different(found)
	return #found.surplus + #found.missing > 0
end

--- Whether a session has other grants than those that are wanted; `has` is what rpcd lists of it (`acls`).
function M.differs(has, wanted)
	return lib.ArraySome(differences(has, wanted), function(_, found) return is_different(found) end)
end

--- Takes what is too much in a scope: without `objects` the whole of it. UBUS_LOGIN_FAILED.
local function revoke(io, sid, found)
	if #found.surplus == 0 and not found.is_unclear then
		return ok(true)
	end
	local objects = not (#found.due == 0 or found.is_unclear) and found.surplus or nil
	return rpcd_sessions.call(io, "revoke", {ubus_rpc_session = sid, scope = found.scope, objects = objects})
end

--- Gives a live session the grants that are wanted: takes all that is too much first, so that an interruption leaves it with less; `has`
-- is what rpcd lists of it. Makes calls only for scopes that differ, or may: where rpcd's list is unclear. Returns whether something
-- differed. UBUS_LOGIN_FAILED.
function M.set(io, sid, has, wanted)
	local found = differences(has, wanted)
	for _, difference in ipairs(found) do
		local revoked = revoke(io, sid, difference)
		if not revoked.ok then
			return revoked
		end
	end
	local missing = {}
	for _, difference in ipairs(found) do
		local ____pairs = difference.is_unclear and difference.due or difference.missing
		if #____pairs > 0 then
			missing[difference.scope] = ____pairs
		end
	end
	local granted = rpcd_sessions.grant(io, sid, missing)
	return granted.ok and ok(
		lib.ArraySome(found, function(_, difference) return is_different(difference) end)
	) or granted
end

return M
