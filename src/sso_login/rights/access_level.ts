/**
 * The access levels of access groups. The name of a permission says little: LuCI's groups for programs that run as root, for backups
 * and for flash are `read`. A grant that is not known to be harmless counts as the worst that it may be.
 */
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as strings from "../base/strings";
import * as acl from "./acl";
import * as full_control from "./full_control";
import * as menu from "./menu";
import * as permissions from "./permissions";
import type { GroupAccess, Permission, AccessLevel } from "./permissions";

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
  ["ubus luci", "getRealtimeStats", "everything"], // its program reads any file (docs/security.md)
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
  ["file /dev/mtdblock[0-9]*", "read", "secrets"], // the flash; no folder has such a name
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

/** Files that open the router to who reads them: hashes of passwords, RAM, and the environment of a CGI program, with its user's session id. */
const doors = ["/etc/shadow", "/dev/mem", "/proc/1/environ"];

const wildcards = ["*", "?", "[", "]", "\\"];

/** The text of a pattern before its first wildcard. */
function head_of(pattern: string): string {
  let head = pattern;
  for (const wildcard of wildcards) {
    head = strings.before(head, wildcard);
  }
  return head;
}

/** The text of a pattern after its last wildcard. */
function tail_of(pattern: string): string {
  let tail = pattern;
  for (const wildcard of wildcards) {
    const parts = tail.split(wildcard);
    tail = parts[parts.length - 1] ?? "";
  }
  return tail;
}

/** Whether a path has a way up. */
function goes_up(path: string): boolean {
  return strings.split_words(path, "/").includes("..");
}

/** Whether a pattern matches only itself, and that is no way to all other files. */
function is_literal(pattern: string): boolean {
  return head_of(pattern) === pattern && !pattern.includes("..") && !pattern.includes("/proc/");
}

const process_folder = "/proc/";

/** Whether a pattern may match what the kernel shows of a process: its environment, and links to all other files. */
function shows_processes(pattern: string): boolean {
  const head = head_of(pattern);
  if (!head.startsWith(process_folder)) {
    return head !== pattern && process_folder.startsWith(head);
  }
  const name = strings.before(head.substring(process_folder.length), "/");
  const is_whole = head === pattern || head.length > process_folder.length + name.length;
  return !is_whole || name === "self" || name === "thread-self" || strings.consists_of(name, "digits");
}

/** Whether a grant to read, with the links of the system, is one of more files than it names. rpcd removes `..` before it compares paths. */
function reads_any_file(io: Io, pattern: string): boolean {
  return goes_up(pattern) || shows_processes(pattern) || doors.some((door) => io.fnmatch(pattern, door));
}

/**
 * Whether a download, which compares a path before the kernel takes its `..`, leads from a pattern to any file: a wildcard matches
 * slashes, too.
 */
function leads_out(pattern: string): boolean {
  return head_of(pattern) !== pattern && doors.some((door) => door.endsWith(tail_of(pattern)));
}

/** Whether a grant of the scope `file` reaches what rpcd keeps of sessions. */
function reaches_sessions(io: Io, pattern: string): boolean {
  const is_inside = pattern.startsWith("/var/run/rpcd/") || pattern.startsWith("/tmp/run/rpcd/");
  return is_inside || session_folders.some((folder) => io.fnmatch(pattern, folder));
}

/** Whether a grant of the scope `file` lists folders in which rpcd's files are named by session ids. */
export function lists_sessions(io: Io, pattern: string, name: string): boolean {
  return io.fnmatch(name, "list") && reaches_sessions(io, pattern);
}

/** The row of a grant that the sources show. */
function row_of(scope: string, object: string, name: string): [string, string, AccessLevel] | undefined {
  return known.find((entry) => entry[0] === scope + " " + object && strings.split_words(entry[1], " ").includes(name));
}

function level_of_grant(io: Io, serving: string[], scope: string, object: string, name: string): AccessLevel {
  if (scope === "access-group") {
    return serving.includes(object) ? "programs" : "look";
  }
  if (scope === "file" && name !== "stat" && name !== "exec" && reaches_sessions(io, object)) {
    return "everything";
  }
  const row = row_of(scope, object, name);
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
  if (scope === "file" && name === "read" && reads_any_file(io, object)) {
    return "everything";
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

/** Whether grants download files, and whether a path that they permit may lead to any other. */
function halves_of(io: Io, grants: acl.Grants): { downloads: boolean; leads_out: boolean } {
  return {
    downloads: full_control.gives(io, grants, ["cgi-io", "download", "read"]),
    leads_out: (grants.file ?? []).some(
      (pair) => io.fnmatch(pair[1], "read") && row_of("file", pair[0], "read") === undefined && leads_out(pair[0]),
    ),
  };
}

/** Adds a permission of a group to what is known of it: the higher level, and the groups that it gives. */
function add_permission(
  found: GroupAccess,
  io: Io,
  serving: string[],
  group: acl.AclGroup,
  permission: Permission,
): void {
  const grants = acl.granted_by(group, permission);
  const level = level_of(io, serving, group, grants);
  if (level !== undefined) {
    found[permission] = permissions.higher_level(found[permission], level);
  }
  const halves = halves_of(io, grants);
  if (halves.downloads) {
    found.downloads = (found.downloads ?? []).concat([permission]);
  }
  if (halves.leads_out) {
    found.leads_out = (found.leads_out ?? []).concat([permission]);
  }
  const others = acl.groups_in(grants).filter((name) => name !== group.name);
  if (others.length > 0) {
    found.gives = found.gives ?? [];
    strings.add_missing(found.gives, others);
  }
}

/** Whether a permission gives a half. */
function has_half(half: Permission[] | undefined, permission: Permission): boolean {
  return (half ?? []).includes(permission) || (permission === "write" && (half ?? []).includes("read"));
}

/** Raises the level of a permission that gives both halves; `write` gives `read`, too. */
function join_halves(access: GroupAccess): void {
  for (const permission of permissions.kinds) {
    const is_both = has_half(access.downloads, permission) && has_half(access.leads_out, permission);
    if (access[permission] !== undefined && is_both) {
      access[permission] = "everything";
    }
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
  for (const name of strings.sorted_keys(found)) {
    join_halves(found[name] as GroupAccess);
  }
  return strings.sorted_keys(found).map((name) => found[name] ?? { name });
}
