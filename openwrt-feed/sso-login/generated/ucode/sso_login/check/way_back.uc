'use strict';
// Generated from src/sso_login/check/way_back.ts by "make ucode"; do not edit.

/** The way into the router beside single sign-on: SSH. */

import { array_find, array_some, char_at, ends_with, floor, starts_with, substring, upper } from 'sso_login.ecma';
import { hex_encode } from 'sso_login.io.bytes';
import { split_words, parse_integer } from 'sso_login.base.strings';

/** Bytes of the largest file that is read. */
const max_file = 262144;

const ssh_port = 22;
/** The kernel's text for a listening socket. */
const listening = "0A";

/** A port as /proc/net/tcp has it. */
function hex_port(port) {
	const high = chr(floor(1.0 * port / 256) % 256);
	return upper(hex_encode(high + chr(port % 256)));
}

function lines_of(io, file) {
	return split((io.read_file(file, max_file) ?? ""), "\n");
}

/** Whether some program listens at a port, on IPv4 or IPv6. */
function is_listening(io, port) {
	const wanted = ":" + hex_port(port);
	const lines = [...lines_of(io, io.paths.proc_dir + "/net/tcp"), ...lines_of(io, io.paths.proc_dir + "/net/tcp6")];
	return array_some(lines, (line) => {
		const words = split_words(line, " ");
		return ends_with((words[1] ?? ""), wanted) && words[3] === listening;
	});
}

/** The field of root's line in /etc/shadow that holds the password's hash; undefined where it cannot be read. */
function root_hash(io) {
	const line = array_find(lines_of(io, io.paths.system_dir + "/shadow"), (candidate) => starts_with(candidate, "root:"));
	return line !== null ? split(line, ":")[1] : null;
}

/** Whether root's password is empty, so that anybody logs in without one. */
export function root_without_password(io) {
	return root_hash(io) === "";
};

/** Whether a file has a key for root: a line that is no comment. */
function has_key(io, file) {
	return array_some(lines_of(io, file), (line) => line !== "" && !starts_with(line, "#"));
}

/** The options of Dropbear's sections that are not switched off. */
function dropbears(io) {
	const sections = io.uci_sections("dropbear");
	const all = filter((sections.ok ? sections.data : []), (section) => section.type === "dropbear");
	return map(filter(all, (section) => section.options.enable !== "0"), (section) => section.options);
}

function is_on(value) {
	return value !== "off" && value !== "0" && value !== "no" && value !== "false";
}

function port_of(options) {
	const port = options.Port;
	return (type(port) == "string" ? parse_integer(port) : null) ?? ssh_port;
}

/** The way in for root, of Dropbear or another SSH server at port 22. */
export function find(io) {
	const servers = filter(dropbears(io), (options) => is_listening(io, port_of(options)));
	if (length(servers) > 0 && has_key(io, io.paths.system_dir + "/dropbear/authorized_keys")) {
		return "key";
	}
	const home = substring(io.paths.system_dir, 0, length(io.paths.system_dir) - 4) + "/root";
	if (length(servers) == 0 && is_listening(io, ssh_port)) {
		return has_key(io, home + "/.ssh/authorized_keys") ? "key" : "none";
	}
	const takes_password = array_some(servers, (options) => is_on(options.PasswordAuth) && is_on(options.RootPasswordAuth));
	const hash = root_hash(io) ?? "";
	return takes_password && !(index(["", "!", "*"], char_at(hash, 0)) >= 0) ? "password" : "none";
};
