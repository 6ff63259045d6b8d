/**
 * The guard restores passwords where this service cannot: a script for the boot, which backups and upgrades of the system keep, so
 * that it runs in an image without the package, too; and a reserve of room on the flash for writing rpcd's sections.
 */
import type { Io } from "../base/io";
import * as store from "../base/store";
import * as hash from "../jose/hash";
import { err, ok, type Result } from "../result";

/** Bytes of the reserve: rpcd's file twice, and the overhead of a file system. */
const spare_bytes = 16384;

/** Plain sh and uci. It is sourced at each boot and stays while it exits with 1. */
const script = [
  "# Written by sso-login with passwords turned off. At a boot it gives them back where a trial was open or sso-login is gone.",
  '[ -n "$sso_login_removed" ] || [ ! -x /usr/sbin/sso-login ] || grep -qs sso_login_trial /etc/config/rpcd || exit 1',
  "grep -qs sso_login_password /etc/config/rpcd || exit 0",
  "rm -f /etc/config/.sso-login.reserve*",
  "# On a full flash uci commit leaves an empty file.",
  'saved="$(cat /etc/config/rpcd)"',
  "printf '%s\\n' \"$saved\" >/etc/config/.sso-login.room",
  'room="$(cat /etc/config/.sso-login.room)"',
  "rm -f /etc/config/.sso-login.room",
  '[ "$room" = "$saved" ] || exit 1',
  "i=0",
  'while uci -q get "rpcd.@login[$i]" >/dev/null; do',
  '\tsection="rpcd.@login[$i]"',
  '\toriginal="$(uci -q get "$section.sso_login_password")"',
  '\t[ -z "$original" ] || [ "$(uci -q get "$section.password")" != "!" ] || uci -q set "$section.password=$original"',
  '\tuci -q delete "$section.sso_login_password"',
  '\tuci -q delete "$section.sso_login_trial"',
  "\ti=$((i + 1))",
  "done",
  "uci commit rpcd",
  "[ -s /etc/config/rpcd ] || printf '%s\\n' \"$saved\" >/etc/config/rpcd",
  "! uci -q delete sso-login.default.password_login || uci commit sso-login",
  "! grep -qs sso_login_password /etc/config/rpcd",
  "",
].join("\n");

const script_file = "zz-sso-login-password";
const reserve_file = ".sso-login.reserve";

function script_folder(io: Io): string {
  return io.paths.system_dir + "/uci-defaults";
}

function script_path(io: Io): string {
  return script_folder(io) + "/" + script_file;
}

export function is_there(io: Io): boolean {
  return io.file_info(script_path(io)) !== undefined;
}

export function release_room(io: Io): void {
  store.remove_all(io, io.paths.config_dir, reserve_file);
}

export function remove(io: Io): void {
  store.remove_all(io, script_folder(io), script_file);
  release_room(io);
}

/** Writes the script and the reserve; UCI_ERROR where the flash is full, and then leaves neither. */
export function install(io: Io): Result<true> {
  const folder = script_folder(io);
  const has_folder = io.file_info(folder) !== undefined || io.make_dir(folder) === "created";
  // Random bytes, as compressed ones would keep no room free.
  if (
    has_folder &&
    io.write_file(script_path(io), script) &&
    io.write_file(io.paths.config_dir + "/" + reserve_file, hash.random(spare_bytes))
  ) {
    return ok(true);
  }
  remove(io);
  return err("UCI_ERROR", { path: script_path(io), reason: "cannot be written" });
}
