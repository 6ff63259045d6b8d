/**
 * The access levels of access groups. The name of a permission says little: LuCI's groups for programs that run as root, for backups
 * and for flash are `read`. A grant that is not known to be harmless counts as the worst that it may be.
 */
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as strings from "../base/strings";
import * as acl from "./acl";
import * as permissions from "./permissions";
import type { GroupAccess, Permission, PermissionLists, AccessLevel } from "./permissions";

/** Harmless grants: `scope function object`, or `ubus object method`; a final `*` matches any rest. */
const harmless = [
  "access-group *",
  // For these rpcd and cgi-io check the scope `file` or `uci`, too.
  "ubus file *",
  "ubus uci *",
  "cgi-io read exec",
  "cgi-io read download",
  "cgi-io write exec",
  "cgi-io write upload",
  "ubus iwinfo *",
  "ubus luci get*",
  "ubus luci-rpc get*",
  "ubus session access",
  "ubus session login",
  "ubus sso-login get",
  "ubus system board",
  "ubus system info",
  "ubus network get_proto_handlers",
  "ubus network.device status",
  "ubus network.interface dump",
  "ubus network.rrdns lookup",
  "ubus log read",
  "ubus dsl metrics",
  "ubus dsl statistics",
  "ubus fingerprint fingerprint",
  "ubus rc list",
  "file stat *",
  "file read /proc/sys/*",
  "file read /sys/block/*",
  "file read /etc/board.json",
  "file read /etc/services",
  // Whole command lines; a grant of the bare program would permit any arguments.
  "file exec /bin/dmesg -r",
  "file exec /sbin/logread -e ^",
  "file exec /usr/sbin/logread -e ^",
  "file exec /usr/libexec/syslog-wrapper",
  "file exec /sbin/sysupgrade --list-backup",
  "file exec /sbin/ip -[46] neigh show",
  "file exec /sbin/ip -[46] route show table all",
  "file exec /sbin/ip -[46] rule show",
  "file exec /sbin/ip -[46] -j neigh show",
  "file exec /sbin/ip -[46] -j route show table all",
  "file exec /sbin/ip -[46] -j rule show",
  "uci read luci",
  "uci read system",
  "uci read dhcp",
  "uci read firewall",
  "uci read fstab",
];

/** The restart, by its method and by its program, which restarts with any argument. */
const restarting = ["ubus system reboot", "file exec /sbin/reboot"];

/** Methods that match harmless ones, but tell keys of wireless networks, or command lines of other users. */
const revealing_methods = ["ubus luci-rpc getWirelessDevices", "ubus luci getProcessList"];

/** Beginnings of the names of methods that change nothing. */
const read_verbs = ["get", "list", "read", "stat", "info", "dump", "show"];

function is_harmless(io: Io, grant: string): boolean {
  const known = harmless.some((entry) =>
    entry.endsWith("*") ? grant.startsWith(entry.substring(0, entry.length - 1)) : grant === entry,
  );
  // The grant itself may be a pattern.
  return known && !revealing_methods.some((method) => io.fnmatch(grant, method));
}

/** Folders that name files by the ids of rpcd's sessions, and those above them; an id is all that rpcd and LuCI ask of a user. */
const session_folders = [
  "/",
  "/var",
  "/var/run",
  "/var/run/rpcd",
  "/tmp",
  "/tmp/run",
  "/tmp/run/rpcd",
  "/run",
  "/run/rpcd",
];

/** Whether a pattern matches only itself. */
function is_literal(pattern: string): boolean {
  return !["*", "?", "[", "\\", ".."].some((part) => pattern.includes(part));
}

/** Whether a grant of the scope `file` reaches what rpcd keeps of sessions. */
function reaches_sessions(io: Io, pattern: string): boolean {
  const is_inside = pattern.startsWith("/var/run/rpcd/") || pattern.startsWith("/tmp/run/rpcd/");
  return is_inside || session_folders.some((folder) => io.fnmatch(pattern, folder));
}

function level_of_grant(io: Io, scope: string, object: string, name: string): AccessLevel {
  const is_method = scope === "ubus";
  const grant = scope + " " + (is_method ? object + " " + name : name + " " + object);
  if (scope === "file" && name !== "stat" && name !== "exec" && reaches_sessions(io, object)) {
    return "everything";
  }
  if (is_harmless(io, grant) || (scope === "file" && name === "list" && is_literal(object))) {
    return "look";
  }
  if (is_method && io.fnmatch(object, "session")) {
    return "everything";
  }
  if (restarting.includes(grant)) {
    return "restart";
  }
  if (scope === "file" && name === "exec") {
    return "programs";
  }
  const reads = is_method ? read_verbs.some((verb) => name.startsWith(verb)) : name === "read";
  return reads ? "secrets" : "everything";
}

/** The level of grants; undefined where there are none. The lists of folders of `luci-base` do not count (`role_rights`). */
function level_of(io: Io, group: acl.AclGroup, grants: acl.Grants): AccessLevel | undefined {
  let worst: AccessLevel | undefined;
  for (const scope of strings.sorted_keys(grants)) {
    for (const pair of grants[scope] ?? []) {
      const is_left_out = group.name === public_names.luci_group && scope === "file" && pair[1] === "list";
      if (!is_left_out && worst !== "everything") {
        worst = permissions.higher_level(worst, level_of_grant(io, scope, pair[0], pair[1]));
      }
    }
  }
  return worst;
}

/** Whether a role with these lists is full control. */
export function is_full_control(io: Io, groups: acl.AclGroup[], role: PermissionLists): boolean {
  return ["write" as const, "read" as const].some((permission) =>
    groups.some(
      (group) =>
        permissions.permits(io, role, permission, group.name) &&
        level_of(io, group, acl.grants_of(group, permission)) === "everything",
    ),
  );
}

/** Adds a permission of a group to what is known of it: the higher level, and the groups that it gives. */
function add_permission(known: GroupAccess, io: Io, group: acl.AclGroup, permission: Permission): void {
  const grants = acl.grants_of(group, permission);
  const level = level_of(io, group, grants);
  if (level !== undefined) {
    known[permission] = permissions.higher_level(known[permission], level);
  }
  const others = acl.groups_in(grants).filter((name) => name !== group.name);
  if (others.length > 0) {
    known.gives = known.gives ?? [];
    strings.add_missing(known.gives, others);
  }
}

/** The level of each access group, sorted by name; several files may define one group. */
export function of_groups(io: Io, groups: acl.AclGroup[]): GroupAccess[] {
  const found: { [name: string]: GroupAccess } = {};
  for (const group of groups) {
    const known: GroupAccess = found[group.name] ?? { name: group.name };
    add_permission(known, io, group, "read");
    add_permission(known, io, group, "write");
    found[group.name] = known;
  }
  return strings.sorted_keys(found).map((name) => found[name] ?? { name });
}
