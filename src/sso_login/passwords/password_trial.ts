/**
 * The trial without passwords: a file of the run directory while it lasts. Its end is a moment of the monotonic clock; a reboot
 * ends it, as the run directory is in RAM.
 */
import type { Io } from "../base/io";
import * as store from "../base/store";
import * as json_values from "../base/json_values";
import * as hash from "../jose/hash";
import type { SsoSession } from "../rpcd/rpcd_sessions";

/** Seconds of a trial, and for which the shell may turn passwords off after a login. */
export const trial_seconds = 600;

/** A file of the run directory that the service's cleaning leaves alone. */
export const file_name = "password_trial";

function path_of(io: Io): string {
  return store.path_of(io, file_name);
}

export function is_there(io: Io): boolean {
  return io.file_info(path_of(io)) !== undefined;
}

function write(io: Io, seconds: number, sessions: string): boolean {
  return store.write(io, path_of(io), { deadline: Math.ceil(io.monotonic() + seconds), sessions });
}

/** Begins a trial, which the given sessions cannot confirm. */
export function begin(io: Io, sessions: SsoSession[]): boolean {
  return write(io, trial_seconds, sessions.map((entry) => hash.hash_sha256_hex(entry.sid)).join(" "));
}

/** Continues a trial that cannot be ended now for some seconds. */
export function postpone(io: Io, seconds: number): boolean {
  const known = store.read(io, path_of(io));
  return write(io, seconds, known !== undefined ? json_values.text_of(known.sessions) : "");
}

/** Seconds until the trial ends; 0 where it is over or its file is damaged. */
export function seconds_left(io: Io): number {
  const known = store.read(io, path_of(io));
  const deadline = known !== undefined ? known.deadline : undefined;
  const left = typeof deadline === "number" ? Math.ceil(deadline - io.monotonic()) : 0;
  return left <= trial_seconds + 1 ? Math.max(0, Math.min(left, trial_seconds)) : 0;
}

export function is_new(io: Io, sid: string): boolean {
  const known = store.read(io, path_of(io));
  return known !== undefined && !json_values.text_of(known.sessions).includes(hash.hash_sha256_hex(sid));
}

export function finish(io: Io): void {
  io.remove(path_of(io));
}
