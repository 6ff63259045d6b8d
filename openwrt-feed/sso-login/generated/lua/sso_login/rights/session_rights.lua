-- Generated from src/sso_login/rights/session_rights.ts by "make lua"; do not edit.
--- The rights of sessions, kept in the run directory: to read all access groups is half of what a login computes. The name of a file is
-- the hash of everything that its rights depend on: the version, the roles' lists, and size and times of each file of groups.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local json_values = require("sso_login.base.json_values")
local store = require("sso_login.base.store")
local version = require("sso_login.base.version")
local compiled_config = require("sso_login.settings.compiled_config")

--- Loaded where none were kept.
local function acl()
	return require("sso_login.rights.acl")
end

local function role_rights()
	return require("sso_login.rights.role_rights")
end

--- Seconds after which a change of a file shows in its times.
local settling_time = 2

--- Facts of the files of groups; undefined where a file could change now and its facts stay the same.
local function facts_of_groups(io)
	local now = io.time()
	local facts = {}
	for _, name in ipairs(io.list_dir(io.paths.acl_dir) or {}) do
		local info = io.file_info(io.paths.acl_dir .. "/" .. name)
		if info == nil or info.kind ~= "file" or info.ctime + settling_time > now then
			return nil
		end
		facts[#facts + 1] = (((((name .. " ") .. tostring(info.size)) .. " ") .. tostring(
			info.mtime
		)) .. " ") .. tostring(info.ctime)
	end
	return facts
end

--- The file that keeps the rights of roles.
local function path_of(io, match)
	local facts = facts_of_groups(io)
	if facts == nil then
		return nil
	end
	local lists = lib.ArrayMap(match.roles, function(_, role) return {role.name, role.read, role.write} end)
	local made_of = json.encode_repeatable({version.version, facts, match.role_name, lists})
	return store.path_of(io, ("rights_" .. compiled_config.digest_of(made_of)) .. ".json")
end

local function read_kept(io, path, name)
	local kept = store.read_fresh(io, path, "made_at", store.cache_lifetime) or {}
	local grants = kept.grants
	local read = json_values.strings_of(kept.read)
	local write = json_values.strings_of(kept.write)
	return json.is_object(grants) and read ~= nil and write ~= nil and ({
		grants = grants,
		section = {name = name, read = read, write = write}
	}) or nil
end

--- The rights of a session of the matching roles, by the router's access groups.
function M.find(io, match)
	local path = path_of(io, match)
	local kept = path ~= nil and read_kept(io, path, match.role_name) or nil
	if kept ~= nil then
		return kept
	end
	local loaded = acl().load_groups(io)
	local roles = lib.ArrayMap(
		match.roles,
		function(_, one) return role_rights().judge(io, loaded.groups, one) end
	)
	-- The first role names the session's user.
	local first = roles[1] or role_rights().judge(io, loaded.groups, {name = match.role_name})
	local section = role_rights().section_of(io, loaded.groups, first)
	local grants = role_rights().grants_of_judged(io, loaded.groups, roles)
	if path ~= nil and #loaded.ignored == 0 then
		store.write(io, path, {made_at = io.time(), grants = grants, read = section.read, write = section.write})
	end
	return {grants = grants, section = section}
end

return M
