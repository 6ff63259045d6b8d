-- Generated from src/sso_login/rights/full_control.ts by "make lua"; do not edit.
--- The proof that a role has full control, by the released sources of OpenWrt, rpcd and LuCI.
local lib = require("sso_login.lualib")
local M = {}
local strings = require("sso_login.base.strings")
local acl = require("sso_login.rights.acl")
local packages = "dhcp dropbear firewall fstab network rpcd sso-login system uhttpd wireless"
local files = "/etc/crontabs/root /etc/dropbear/authorized_keys /etc/passwd /etc/rc.local /etc/shadow"

--- Rights that suffice together, a row each, as the released sources show; of each right one object and one function.
local proofs = {
	{{"uci", packages, "write"}, {"ubus", "uci", "set"}, {"ubus", "uci", "apply commit"}},
	{{"file", files, "write"}, {"ubus", "file", "write"}},
	{{"file", files, "write"}, {"cgi-io", "upload", "write"}},
	{{"file", "/bin/sh", "exec"}, {"ubus", "file", "exec"}},
	{{"file", "/bin/sh", "exec"}, {"cgi-io", "exec", "read"}}
}

--- Whether grants give a right, as rpcd judges a call (rpc_session_acl_allowed).
function M.gives(io, grants, right)
	local objects = strings.split_words(right[2], " ")
	local functions = strings.split_words(right[3], " ")
	return lib.ArraySome(
		grants[right[1]] or {},
		function(_, pair) return lib.ArraySome(
			functions,
			function(_, name) return io.fnmatch(pair[2], name) end
		) and lib.ArraySome(objects, function(_, object) return io.fnmatch(pair[1], object) end) end
	)
end

--- Whether a role with these lists is proved to have full control. A level is careful in words, as a grant that nobody knows counts as the
-- worst; such a role is protected as one that looks.
function M.has_full_control(io, groups, role)
	local grants = acl.grants_of_lists(io, groups, {role})
	return lib.ArraySome(
		proofs,
		function(_, rights) return lib.ArrayEvery(
			rights,
			function(_, right) return M.gives(io, grants, right) end
		) end
	)
end

return M
