/** The way into the router beside single sign-on: SSH. */
import * as bytes from "io/bytes";
import type { Io, UciSection } from "../base/io";
import * as strings from "../base/strings";

/**
 * Whether there is a way in beside single sign-on: `key` SSH answers and root has a key, `password` SSH answers and takes root's
 * password, `none` neither: only failsafe mode would be left.
 */
export type WayBack = "key" | "password" | "none";

/** Bytes of the largest file that is read. */
const max_file = 262144;

const ssh_port = 22;
/** The kernel's text for a listening socket. */
const listening = "0A";

/** A port as /proc/net/tcp has it. */
function hex_port(port: number): string {
  const high = String.fromCharCode(Math.floor(port / 256) % 256);
  return bytes.hex_encode(high + String.fromCharCode(port % 256)).toUpperCase();
}

function lines_of(io: Io, file: string): string[] {
  return (io.read_file(file, max_file) ?? "").split("\n");
}

/** Whether some program listens at a port, on IPv4 or IPv6. */
function is_listening(io: Io, port: number): boolean {
  const wanted = ":" + hex_port(port);
  const lines = lines_of(io, io.paths.proc_dir + "/net/tcp").concat(lines_of(io, io.paths.proc_dir + "/net/tcp6"));
  return lines.some((line) => {
    const words = strings.split_words(line, " ");
    return (words[1] ?? "").endsWith(wanted) && words[3] === listening;
  });
}

/** The field of root's line in /etc/shadow that holds the password's hash; undefined where it cannot be read. */
function root_hash(io: Io): string | undefined {
  const line = lines_of(io, io.paths.system_dir + "/shadow").find((candidate) => candidate.startsWith("root:"));
  return line !== undefined ? line.split(":")[1] : undefined;
}

/** Whether root's password is empty, so that anybody logs in without one. */
export function root_without_password(io: Io): boolean {
  return root_hash(io) === "";
}

/** Whether a file has a key for root: a line that is no comment. */
function has_key(io: Io, file: string): boolean {
  return lines_of(io, file).some((line) => line !== "" && !line.startsWith("#"));
}

/** The options of Dropbear's sections that are not switched off. */
function dropbears(io: Io): UciSection["options"][] {
  const sections = io.uci_sections("dropbear");
  const all = (sections.ok ? sections.data : []).filter((section) => section.type === "dropbear");
  return all.filter((section) => section.options.enable !== "0").map((section) => section.options);
}

function is_on(value: unknown): boolean {
  return value !== "off" && value !== "0" && value !== "no" && value !== "false";
}

function port_of(options: UciSection["options"]): number {
  const port = options.Port;
  return (typeof port === "string" ? strings.parse_integer(port) : undefined) ?? ssh_port;
}

/** The way in for root, of Dropbear or another SSH server at port 22. */
export function find(io: Io): WayBack {
  const servers = dropbears(io).filter((options) => is_listening(io, port_of(options)));
  if (servers.length > 0 && has_key(io, io.paths.system_dir + "/dropbear/authorized_keys")) {
    return "key";
  }
  const home = io.paths.system_dir.substring(0, io.paths.system_dir.length - 4) + "/root";
  if (servers.length === 0 && is_listening(io, ssh_port)) {
    return has_key(io, home + "/.ssh/authorized_keys") ? "key" : "none";
  }
  const takes_password = servers.some((options) => is_on(options.PasswordAuth) && is_on(options.RootPasswordAuth));
  const hash = root_hash(io) ?? "";
  return takes_password && !["", "!", "*"].includes(hash.charAt(0)) ? "password" : "none";
}
