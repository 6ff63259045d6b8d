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

/** Bytes of the longest script. */
const max_script = 16384;

const script_file = "zz-sso-login-password";
const reserve_file = ".sso-login.reserve";

function script_folder(io: Io): string {
  return io.paths.system_dir + "/uci-defaults";
}

function script_path(io: Io): string {
  return script_folder(io) + "/" + script_file;
}

function reserve_path(io: Io): string {
  return io.paths.config_dir + "/" + reserve_file;
}

/** Whether a folder has a file, or what a process has left that was killed while it wrote that. */
function has(io: Io, folder: string, file: string): boolean {
  return (io.list_dir(folder) ?? []).some((name) => name.startsWith(file));
}

/** Whether there is something of the script, or of the reserve. */
export function is_there(io: Io): boolean {
  return has(io, script_folder(io), script_file) || has(io, io.paths.config_dir, reserve_file);
}

/** Whether the copy is that of the package, and the room is reserved, which a backup does not keep. */
export function is_current(io: Io): boolean {
  const copy = io.read_file(script_path(io), max_script);
  const has_room = io.file_info(reserve_path(io)) !== undefined;
  return has_room && copy !== undefined && copy === io.read_file(io.paths.password_guard, max_script);
}

export function release_room(io: Io): void {
  store.remove_all(io, io.paths.config_dir, reserve_file);
}

export function remove(io: Io): Result<true> {
  store.remove_all(io, script_folder(io), script_file);
  release_room(io);
  return ok(true);
}

function write(io: Io, path: string, text: string): Result<true> {
  return io.write_file(path, text) ? ok(true) : err("UCI_ERROR", { path, reason: "cannot be written" });
}

/**
 * Copies the script and writes the reserve. UCI_ERROR where the flash is full or the package incomplete; what was written stays until passwords
 * are on (password_events.give_up).
 */
export function install(io: Io): Result<true> {
  const script = io.read_file(io.paths.password_guard, max_script);
  if (script === undefined) {
    return err("UCI_ERROR", { path: io.paths.password_guard, reason: "cannot be read" });
  }
  // Making a folder that exists would change its mode.
  if (io.file_info(script_folder(io)) === undefined) {
    io.make_dir(script_folder(io));
  }
  const copied = write(io, script_path(io), script);
  // Random bytes, as compressed ones would keep no room free.
  return copied.ok ? write(io, reserve_path(io), hash.random(spare_bytes)) : copied;
}
