-- Generated from src/sso_login/entry_points/commands/luci_changes.ts by "make lua"; do not edit.
--- Changes that somebody applies in LuCI, as lines of the log, as LuCI's controller tells them; and those that a page makes at once.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local log = require("sso_login.base.log")
local store = require("sso_login.base.store")
local json_values = require("sso_login.base.json_values")
local hash = require("sso_login.jose.hash")
local result = require("sso_login.result")
local log_identity = require("sso_login.rpcd.log_identity")
local pending_change = require("sso_login.rpcd.pending_change")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local err, ok = result.err, result.ok

--- Bytes of the list of packages, of that of options, and of the count in them.
local max_packages = 100
local max_options = 400
local max_count = 8

--- Seconds between two looks at a change that waits for its confirmation.
local interval_seconds = 10

--- The names that fit into so many bytes, with commas, and the count of the rest of `total`.
local function list_of(all, total, limit)
	local listed = {}
	local left = limit - max_count
	for _, name in ipairs(all) do
		if #name < left then
			listed[#listed + 1] = name
			left = left - #name - 1
		end
	end
	return table.concat(
		lib.ArrayConcat(listed, #listed < total and ({"+" .. tostring(total - #listed)}) or {}),
		","
	)
end

--- The pairs of a change: the actor, the session, and the names of what changes.
local function pairs_of(io, request, stored, packages)
	local sid = json_values.text_of(request.session)
	local entry = rpcd_sessions.to_session(sid, stored)
	local is_local = entry.issuer == ""
	local known = {
		log_identity.actor_pair(log_identity.setting(io), entry),
		{"provider", not is_local and entry.provider or nil},
		{"role", not is_local and rpcd_sessions.role_names(entry) or nil},
		{"session", hash.safe_id(sid)},
		{"remote", json_values.text_of(request.remote)},
		{"packages", list_of(packages, #packages, max_packages)}
	}
	local options = json_values.strings_of(request.options) or {}
	local total = type(request.total) == "number" and request.total or #options
	return lib.ArrayConcat(known, {{"options", list_of(options, total, max_options)}})
end

--- Whether LuCI waits for the confirmation of this change: what it keeps is of the session, and does not end before this change does.
local function is_waiting(io, request, seconds)
	local change = pending_change.waiting_change(io)
	local began_at = request.began
	if change == nil or type(began_at) ~= "number" then
		return false
	end
	return change.session == request.session and change.ends_at >= began_at + seconds
end

--- Waits for the confirmation of a change; returns whether it did not come.
local function stays_unconfirmed(io, request, seconds)
	-- rpcd has one such change at a time, and the next one may come before the end of this wait; more processes are of no use.
	if not lib.ArraySome(
		{"change_1.lock", "change_2.lock"},
		function(_, name) return io.lock(store.path_of(io, name)) end
	) then
		return false
	end
	do
		local waited = 0
		while waited <= seconds do
			io.sleep(interval_seconds)
			if not is_waiting(io, request, seconds) then
				return false
			end
			waited = waited + interval_seconds
		end
	end
	return true
end

--- Logs a change that LuCI has applied. `input` is JSON: `session`, its `values`, `remote`, the names of `packages` and of
-- the first `options` of `total`; and, where LuCI takes the change back unless it is confirmed, the time when it `began`
-- and the `seconds`: then waits, and logs a change that nobody confirms. The word `refused` after it says that nothing was changed.
-- INVALID_REQUEST for other input.
function M.log_applied(io, input)
	if lib.StringEndsWith(input, "}refused") then
		return ok(true)
	end
	local decoded = json.decode_object(input)
	local request = decoded.ok and decoded.data or {}
	local packages = json_values.strings_of(request.packages) or {}
	local stored = request.values
	if #packages == 0 or not json.is_object(stored) then
		return err("INVALID_REQUEST", {reason = "no change"})
	end
	local ____pairs = pairs_of(io, request, stored, packages)
	log.event(io, "notice", "CHANGED", ____pairs)
	local seconds = type(request.seconds) == "number" and math.min(
		request.seconds,
		pending_change.max_wait_seconds
	) or 0
	if seconds > 0 and stays_unconfirmed(io, request, seconds) then
		log.event(io, "warning", "CHANGE_UNCONFIRMED", ____pairs)
	end
	return ok(true)
end

--- Logs that a caller's session has changed what these options name, which counts at once.
function M.log_at_once(io, sid, config, options)
	local request = {session = sid, options = json.list(options)}
	log.event(io, "notice", "CHANGED", pairs_of(io, request, rpcd_sessions.session_values(io, sid) or {}, {config}))
end

return M
