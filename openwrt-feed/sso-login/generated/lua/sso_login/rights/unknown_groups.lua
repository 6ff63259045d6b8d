-- Generated from src/sso_login/rights/unknown_groups.ts by "make lua"; do not edit.
--- Access groups that a file may define which cannot be read as rpcd reads it: what they give is unknown, and counts as full control. Others
-- of such a file grant nothing, as rpcd's sections name only groups that were read, and the public group.
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
local acl = require("sso_login.rights.acl")
local permissions = require("sso_login.rights.permissions")

local function with_unknown(group, ignored)
	-- In rpcd's sections the reduced group stands for LuCI's.
	local names = group.name == public_names.luci_group and ({group.name, public_names.reduced_luci_group}) or ({
		group.name
	})
	local files = lib.ArrayMap(
		lib.ArrayFilter(
			ignored,
			function(_, file) return lib.ArraySome(
				names,
				function(_, name) return acl.may_define(file, name) end
			) end
		),
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
	local is_listed = lib.ArraySome(levels, function(_, group) return group.name == permissions.public_group end)
	local all = is_listed and levels or lib.ArrayConcat(levels, {{name = permissions.public_group}})
	return lib.ArrayFilter(
		lib.ArrayMap(all, function(_, group) return with_unknown(group, ignored) end),
		function(_, group) return is_listed or group.name ~= permissions.public_group or group.unknown_in ~= nil end
	)
end

return M
