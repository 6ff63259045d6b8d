/**
 * The trial of a router without passwords: a file of the run directory, which is there while one lasts. Its end is a moment of
 * the clock that counts from the boot on and never jumps; a reboot ends it, as the run directory is in memory.
 */
import type { Io } from "../base/io";
import * as store from "../base/store";
import * as values from "../base/values";
import * as hash from "../jose/hash";
import type { SsoSession } from "../rpcd/sessions";

/** Seconds of a trial, and of a login in which the shell may turn passwords off. */
export const trial_seconds = 600;

/** In the run directory; only the end of the trial removes it. */
export const file_name = "password_trial";

function path_of(io: Io): string {
  return store.path_of(io, file_name);
}

/** Whether there is a trial that somebody has to end. */
export function is_there(io: Io): boolean {
  return io.file_info(path_of(io)) !== undefined;
}

function write(io: Io, seconds: number, sessions: string): boolean {
  return store.write(io, path_of(io), { deadline: Math.ceil(io.monotonic() + seconds), sessions });
}

/** Begins a trial. The sessions that live now cannot confirm it. */
export function begin(io: Io, sessions: SsoSession[]): boolean {
  return write(io, trial_seconds, sessions.map((entry) => hash.hash_sha256_hex(entry.sid)).join(" "));
}

/** Lets the trial go on so many seconds, as it cannot be ended now. */
export function postpone(io: Io, seconds: number): boolean {
  const known = store.read(io, path_of(io));
  return write(io, seconds, known !== undefined ? values.text_of(known.sessions) : "");
}

/** Seconds until the trial ends; 0 where it is over, or no one knows when it began. */
export function seconds_left(io: Io): number {
  const known = store.read(io, path_of(io));
  const deadline = known !== undefined ? known.deadline : undefined;
  const left = typeof deadline === "number" ? Math.ceil(deadline - io.monotonic()) : 0;
  return left <= trial_seconds + 1 ? Math.max(0, Math.min(left, trial_seconds)) : 0;
}

/** Whether a session began after the trial did. */
export function is_new(io: Io, sid: string): boolean {
  const known = store.read(io, path_of(io));
  return known !== undefined && !values.text_of(known.sessions).includes(hash.hash_sha256_hex(sid));
}

export function finish(io: Io): void {
  io.remove(path_of(io));
}
