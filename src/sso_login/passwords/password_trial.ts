/**
 * The trial without passwords: a file of the run directory while it lasts. Its begin and end are moments of the monotonic clock; a
 * reboot ends it, as the run directory is in RAM.
 */
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as store from "../base/store";
import * as json_values from "../base/json_values";
import { err, ok, type Result } from "../result";
import type { SsoSession } from "../rpcd/rpcd_sessions";

/** Seconds of a trial, and for which the shell may turn passwords off after a login. */
export const trial_seconds = 600;

export interface Trial {
  /** The hash of the settings that it is of. */
  settings_hash: string;
  began: number;
  seconds_left: number;
}

function path_of(io: Io): string {
  return store.path_of(io, public_names.trial_file);
}

export function is_there(io: Io): boolean {
  return io.file_info(path_of(io)) !== undefined;
}

function members(io: Io): JsonObject {
  return store.read(io, path_of(io)) ?? {};
}

/** Begins a trial of settings, by their hash. INTERNAL_ERROR. */
export function begin(io: Io, settings_hash: string): Result<true> {
  const began = Math.floor(io.monotonic());
  const trial = { deadline: began + trial_seconds, began, settings: settings_hash };
  return store.write(io, path_of(io), trial)
    ? ok(true)
    : err("INTERNAL_ERROR", { reason: "the run directory cannot be written" });
}

/** Continues a trial that cannot be ended now for some seconds. */
export function postpone(io: Io, seconds: number): void {
  const known = members(io);
  known.deadline = Math.ceil(io.monotonic() + seconds);
  store.write(io, path_of(io), known);
}

/** Seconds until the trial ends; 0 where it is over, or its file is damaged, or has the clock of another boot, as where the run directory is kept. */
export function seconds_left(io: Io): number {
  const deadline = members(io).deadline;
  const left = typeof deadline === "number" ? Math.ceil(deadline - io.monotonic()) : 0;
  const is_of_this_boot = left <= trial_seconds;
  return is_of_this_boot ? Math.max(0, left) : 0;
}

/** Whether there is a file, and the time of its trial is over. */
export function is_overdue(io: Io): boolean {
  return is_there(io) && seconds_left(io) === 0;
}

/** The trial; undefined where there is none, where its time is over, and where its file does not say of what it is. */
export function read(io: Io): Trial | undefined {
  const known = members(io);
  const settings_hash = json_values.text_of(known.settings);
  const left = seconds_left(io);
  return typeof known.began === "number" && settings_hash !== "" && left > 0
    ? { settings_hash, began: known.began, seconds_left: left }
    : undefined;
}

/** Whether a session has begun since the trial did. */
export function is_new(io: Io, trial: Trial, entry: SsoSession): boolean {
  const uptime = entry.uptime;
  return uptime !== undefined && uptime >= trial.began && store.is_fresh_uptime(io, uptime, trial_seconds);
}

export function finish(io: Io): Result<true> {
  io.remove(path_of(io));
  return ok(true);
}
