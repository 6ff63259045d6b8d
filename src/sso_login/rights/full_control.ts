/** The proof that a role has full control, by the released sources of OpenWrt, rpcd and LuCI. */
import type { Io } from "../base/io";
import * as strings from "../base/strings";
import * as acl from "./acl";
import type { PermissionLists } from "./permissions";

/** A right of a session: scope, objects, functions. */
type Right = [scope: string, objects: string, functions: string];

const packages = "dhcp dropbear firewall fstab network rpcd sso-login system uhttpd wireless";
const files = "/etc/crontabs/root /etc/dropbear/authorized_keys /etc/passwd /etc/rc.local /etc/shadow";

/** Rights that suffice together, a row each, as the released sources show; of each right one object and one function. */
const proofs: Right[][] = [
  [
    ["uci", packages, "write"],
    ["ubus", "uci", "set"],
    ["ubus", "uci", "apply commit"],
  ],
  [
    ["file", files, "write"],
    ["ubus", "file", "write"],
  ],
  [
    ["file", files, "write"],
    ["cgi-io", "upload", "write"],
  ],
  [
    ["file", "/bin/sh", "exec"],
    ["ubus", "file", "exec"],
  ],
  [
    ["file", "/bin/sh", "exec"],
    ["cgi-io", "exec", "read"],
  ],
];

/** Whether grants give a right, as rpcd judges a call (rpc_session_acl_allowed). */
export function gives(io: Io, grants: acl.Grants, right: Right): boolean {
  const objects = strings.split_words(right[1], " ");
  const functions = strings.split_words(right[2], " ");
  return (grants[right[0]] ?? []).some(
    (pair) =>
      functions.some((name) => io.fnmatch(pair[1], name)) && objects.some((object) => io.fnmatch(pair[0], object)),
  );
}

/**
 * Whether a role with these lists is proved to have full control. A level is careful in words, as a grant that nobody knows counts as the
 * worst; such a role is protected as one that looks.
 */
export function has_full_control(io: Io, groups: acl.AclGroup[], role: PermissionLists): boolean {
  const grants = acl.grants_of_lists(io, groups, [role]);
  return proofs.some((rights) => rights.every((right) => gives(io, grants, right)));
}
