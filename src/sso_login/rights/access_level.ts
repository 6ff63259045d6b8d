/**
 * The access levels of access groups. The name of a permission says little: LuCI's groups for programs that run as root, for backups
 * and for flash are `read`. A grant that is not known to be harmless counts as the worst that it may be.
 */
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as strings from "../base/strings";
import * as acl from "./acl";
import * as menu from "./menu";
import * as permissions from "./permissions";
import type { GroupAccess, Permission, PermissionLists, AccessLevel } from "./permissions";

/** Grants whose level the sources of rpcd, LuCI and OpenWrt show: scope and object, functions, and what they tell or do. */
const known: [string, string, AccessLevel][] = [
  ["ubus file", "exec list lstat md5 read remove stat write", "look"], // the scope file decides
  ["ubus uci", "add changes commit configs confirm delete get order rename revert rollback set state", "look"], // the scope uci decides
  ["cgi-io exec", "read write", "look"], // the scope file decides
  ["cgi-io upload", "write", "look"], // the scope file decides
  ["ubus iwinfo", "assoclist countrylist devices freqlist info phyname survey txpowerlist", "look"], // stations and radio, no key
  ["ubus iwinfo", "scan", "restart"], // leaves the channel for a while
  ["ubus luci", "getBlockDevices getBuiltinEthernetPorts getLEDs getMountPoints getUSBDevices", "look"], // hardware
  ["ubus luci", "getSwconfigFeatures getSwconfigPortState getOdhcp6cStats getConntrackList", "look"], // ports and connections
  ["ubus luci", "getConntrackHelpers getFeatures getInitList getLocaltime getTimezones getUnixtime getVersion", "look"], // names, clock
  ["ubus luci", "getCPUBench getCPUInfo getCPUUsage getOnlineUsers getTempInfo", "look"], // numbers
  ["ubus luci-rpc", "getBoardJSON", "look"], // hardware
  ["ubus luci-rpc", "getDHCPLeases getDUIDHints getHostHints getNetworkDevices", "look"], // names and addresses
  ["ubus session", "access login", "look"], // own session
  ["ubus sso-login", "get", "look"], // own session
  ["ubus system", "board info", "look"], // model and load
  ["ubus system", "reboot", "restart"],
  ["ubus network", "get_proto_handlers", "look"], // names of options
  ["ubus network.device", "status", "look"], // counters
  ["ubus network.interface", "dump", "look"], // addresses, no password
  ["ubus network.rrdns", "lookup", "look"], // names of addresses
  ["ubus dsl", "metrics statistics", "look"], // state of the line
  ["ubus fingerprint", "fingerprint", "look"], // kinds of devices
  ["ubus rc", "list", "look"], // names of services
  ["ubus rpc-sys", "packagelist", "look"], // names of packages
  ["file /etc/board.json", "read", "look"], // hardware
  ["file /etc/services", "read", "look"], // names of ports
  ["file /proc/sys/kernel/hostname", "read", "look"], // name
  ["file /proc/sys/net/netfilter/nf_conntrack_count", "read", "look"], // number
  ["file /proc/sys/net/netfilter/nf_conntrack_max", "read", "look"], // number
  ["file /sys/block/zram0/comp_algorithm", "read", "look"], // name
  ["file /usr/libexec/luci-peeraddr", "exec", "look"], // the caller's interface, whatever the arguments
  // Whole command lines; a grant of the bare program would permit any arguments.
  ["file /bin/dmesg -r", "exec", "look"], // the kernel's messages
  ["file /sbin/sysupgrade --list-backup", "exec", "look"], // names of files
  ["file /sbin/ip -[46] neigh show", "exec", "look"], // neighbours
  ["file /sbin/ip -[46] route show table all", "exec", "look"], // routes
  ["file /sbin/ip -[46] rule show", "exec", "look"], // routes
  ["file /sbin/ip -[46] -j neigh show", "exec", "look"], // neighbours
  ["file /sbin/ip -[46] -j route show table all", "exec", "look"], // routes
  ["file /sbin/ip -[46] -j rule show", "exec", "look"], // routes
  ["file /sbin/logread -e ^", "exec", "secrets"], // the log has command lines, and passwords typed as names
  ["file /usr/sbin/logread -e ^", "exec", "secrets"],
  ["file /usr/libexec/syslog-wrapper", "exec", "secrets"],
  ["file /sbin/reboot", "exec", "restart"], // with any argument
  ["uci luci", "read", "look"], // languages and themes
  ["uci system", "read", "look"], // name, clock, LEDs
  ["uci dhcp", "read", "look"], // names and addresses
  ["uci firewall", "read", "look"], // rules
];

/** Beginnings of the names of methods that change nothing. */
const read_verbs = ["get", "list", "read", "stat", "info", "dump", "show"];

const max_board = 262144;

/** Whether this router keeps secrets where most have none: a maker's passwords in board.json, commands of luci-app-commands. */
function holds_secrets(io: Io, object: string, name: string): boolean {
  if (object === "/etc/board.json" || name === "getBoardJSON") {
    const board = io.read_file(io.paths.system_dir + "/board.json", max_board) ?? "";
    return board.includes('"credentials"') || board.includes('"key"');
  }
  const sections = object === "luci" && name === "read" ? io.uci_sections(object) : undefined;
  return sections !== undefined && sections.ok && sections.data.some((section) => section.type === "command");
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

/** Whether a pattern matches only itself, and that is no way to all other files. */
function is_literal(pattern: string): boolean {
  return !["*", "?", "[", "\\", "..", "/proc/"].some((part) => pattern.includes(part));
}

/** Whether a grant of the scope `file` reaches what rpcd keeps of sessions. */
function reaches_sessions(io: Io, pattern: string): boolean {
  const is_inside = pattern.startsWith("/var/run/rpcd/") || pattern.startsWith("/tmp/run/rpcd/");
  return is_inside || session_folders.some((folder) => io.fnmatch(pattern, folder));
}

function level_of_grant(io: Io, serving: string[], scope: string, object: string, name: string): AccessLevel {
  const target = scope + " " + object;
  if (scope === "access-group") {
    return serving.includes(object) ? "programs" : "look";
  }
  if (scope === "file" && name !== "stat" && name !== "exec" && reaches_sessions(io, object)) {
    return "everything";
  }
  const row = known.find((entry) => entry[0] === target && strings.split_words(entry[1], " ").includes(name));
  if (row !== undefined) {
    return row[2] === "look" && holds_secrets(io, object, name) ? "secrets" : row[2];
  }
  // rpcd never asks for the function `stat`.
  if (scope === "file" && (name === "stat" || (name === "list" && is_literal(object)))) {
    return "look";
  }
  if (scope === "ubus" && io.fnmatch(object, "session")) {
    return "everything";
  }
  if (scope === "file" && name === "exec") {
    return "programs";
  }
  const reads = scope === "ubus" ? read_verbs.some((verb) => name.startsWith(verb)) : name === "read";
  return reads ? "secrets" : "everything";
}

/**
 * Whether a grant of `luci-base` is left out of a role below full control (`role_rights`): lists of folders, and since 25.12 packages, of
 * which `luci` may hold secrets.
 */
function is_left_out(group: acl.AclGroup, scope: string, name: string): boolean {
  return (
    group.name === public_names.luci_group &&
    ((scope === "file" && name === "list") || (scope === "uci" && name === "read"))
  );
}

/** The level of grants; undefined where there are none that count. */
function level_of(io: Io, serving: string[], group: acl.AclGroup, grants: acl.Grants): AccessLevel | undefined {
  let worst: AccessLevel | undefined;
  for (const scope of strings.sorted_keys(grants)) {
    for (const pair of grants[scope] ?? []) {
      if (!is_left_out(group, scope, pair[1]) && worst !== "everything") {
        worst = permissions.higher_level(worst, level_of_grant(io, serving, scope, pair[0], pair[1]));
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
        level_of(io, [], group, acl.grants_of(group, permission)) === "everything",
    ),
  );
}

/** Adds a permission of a group to what is known of it: the higher level, and the groups that it gives. */
function add_permission(
  found: GroupAccess,
  io: Io,
  serving: string[],
  group: acl.AclGroup,
  permission: Permission,
): void {
  const grants = acl.grants_of(group, permission);
  const level = level_of(io, serving, group, grants);
  if (level !== undefined) {
    found[permission] = permissions.higher_level(found[permission], level);
  }
  const others = acl.groups_in(grants).filter((name) => name !== group.name);
  if (others.length > 0) {
    found.gives = found.gives ?? [];
    strings.add_missing(found.gives, others);
  }
}

/** The level of each access group, sorted by name; several files may define one group. */
export function of_groups(io: Io, groups: acl.AclGroup[]): GroupAccess[] {
  const serving = menu.serving_groups(io);
  const found: { [name: string]: GroupAccess } = {};
  for (const group of groups) {
    const access: GroupAccess = found[group.name] ?? { name: group.name };
    add_permission(access, io, serving, group, "read");
    add_permission(access, io, serving, group, "write");
    found[group.name] = access;
  }
  return strings.sorted_keys(found).map((name) => found[name] ?? { name });
}
