-- Generated from src/sso_login/session/administrators.ts by "make lua"; do not edit.
--- Who may decide whether passwords count: a user of single sign-on whose roles, as they are now, change everything.
local lib = require("sso_login.lualib")
local M = {}
local strings = require("sso_login.base.strings")
local acl = require("sso_login.session.acl")
local permissions = require("sso_login.session.permissions")
local reconcile = require("sso_login.session.reconcile")

--- Whether roles give the right to write with every access group of the router that has one.
function M.change_everything(io, groups, all)
	local writable = lib.ArrayFilter(
		groups,
		function(_, group) return #strings.sorted_keys(acl.grants_of(group, "write")) > 0 end
	)
	return #writable > 0 and lib.ArrayEvery(
		writable,
		function(_, group) return lib.ArraySome(
			all,
			function(_, role) return permissions.permits(
				io,
				{read = role.read or {}, write = role.write or {}},
				"write",
				group.name
			) end
		) end
	)
end

--- Undefined where roles or rpcd's sections cannot be read.
function M.judge_of(io)
	local policy = reconcile.read_policy(io)
	return policy.ok and ({policy = policy.data, groups = acl.read_groups(io).groups}) or nil
end

--- Whether the user of a session has roles now that change everything.
function M.is_administrator(io, judge, entry)
	local own = lib.ArrayFilter(
		judge.policy.roles,
		function(_, role) return lib.ArrayIncludes(entry.roles, role.name) end
	)
	return reconcile.still_authorized(judge.policy, entry) and M.change_everything(io, judge.groups, own)
end

--- The roles that change everything, each by itself.
function M.roles_of(io, judge)
	return lib.ArrayFilter(
		judge.policy.roles,
		function(_, role) return M.change_everything(io, judge.groups, {role}) end
	)
end

--- Whether only one e-mail or one subject has a role that changes everything.
function M.is_single(io, judge)
	local names = {}
	for _, role in ipairs(M.roles_of(io, judge)) do
		if #(role.group or {}) > 0 then
			return false
		end
		for _, name in ipairs(
			lib.ArrayConcat(
				lib.ArrayMap(role.email or {}, function(_, email) return string.lower(email) end),
				role.sub or {}
			)
		) do
			if not lib.ArrayIncludes(names, name) then
				names[#names + 1] = name
			end
		end
	end
	return #names == 1
end

return M
