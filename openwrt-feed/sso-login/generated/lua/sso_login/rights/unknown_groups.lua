-- Generated from src/sso_login/rights/unknown_groups.ts by "make lua"; do not edit.
--- Access groups that a file may define which cannot be read as rpcd reads it: what they give is unknown, and counts as full control.
local lib = require("sso_login.lualib")
local M = {}
local acl = require("sso_login.rights.acl")

local function with_unknown(group, ignored)
	local files = lib.ArrayMap(
		lib.ArrayFilter(ignored, function(_, file) return acl.may_define(file, group.name) end),
		function(_, file) return file.name end
	)
	return #files == 0 and group or ({
		name = group.name,
		read = "everything",
		write = "everything",
		gives = group.gives,
		unknown_in = files
	})
end

--- The levels of groups, with those raised that a file of `ignored` may define.
function M.mark(levels, ignored)
	return lib.ArrayMap(levels, function(_, group) return with_unknown(group, ignored) end)
end

return M
