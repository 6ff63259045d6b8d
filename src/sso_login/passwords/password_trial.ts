/**
 * The trial without passwords: a file of the run directory while it lasts. Its begin and end are moments of the monotonic clock; a
 * reboot ends it, as the run directory is in RAM.
 */
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as store from "../base/store";
import * as json_values from "../base/json_values";
import type { SsoSession } from "../rpcd/rpcd_sessions";

/** Seconds of a trial, and for which the shell may turn passwords off after a login. */
export const trial_seconds = 600;

function path_of(io: Io): string {
  return store.path_of(io, public_names.trial_file);
}

export function is_there(io: Io): boolean {
  return io.file_info(path_of(io)) !== undefined;
}

function read(io: Io): JsonObject {
  return store.read(io, path_of(io)) ?? {};
}

/** Begins a trial of settings, by the settings hash. */
export function begin(io: Io, settings_hash: string): boolean {
  const deadline = Math.ceil(io.monotonic() + trial_seconds);
  return store.write(io, path_of(io), { deadline, began: Math.floor(io.monotonic()), settings: settings_hash });
}

/** The settings hash of the trial; "" without one. */
export function settings_hash_of(io: Io): string {
  return json_values.text_of(read(io).settings);
}

/** Continues a trial that cannot be ended now for some seconds. */
export function postpone(io: Io, seconds: number): void {
  const known = read(io);
  known.deadline = Math.ceil(io.monotonic() + seconds);
  store.write(io, path_of(io), known);
}

/** Seconds until the trial ends; 0 where it is over or its file is damaged. */
export function seconds_left(io: Io): number {
  const deadline = read(io).deadline;
  const left = typeof deadline === "number" ? Math.ceil(deadline - io.monotonic()) : 0;
  return left <= trial_seconds + 1 ? Math.max(0, Math.min(left, trial_seconds)) : 0;
}

/** Whether a session has begun since the trial did. */
export function is_new(io: Io, entry: SsoSession): boolean {
  const began = read(io).began;
  const uptime = entry.uptime;
  return (
    typeof began === "number" &&
    uptime !== undefined &&
    uptime >= began &&
    store.is_fresh_uptime(io, uptime, trial_seconds)
  );
}

export function finish(io: Io): void {
  io.remove(path_of(io));
}
