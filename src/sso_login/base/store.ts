/**
 * Small JSON files in the run directory, and their removal. Their names are made of our own words and of hexadecimal
 * hashes: no value of a request ever becomes part of a path.
 */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io } from "./io";

/** Lifetimes of the specification, in seconds. */
export const handshake_lifetime = 300;
export const cache_lifetime = 24 * 3600;

/** Seconds by which clocks are usually corrected. */
const clock_slack = 300;

/** Twice the largest document (256 KB), as JSON may be longer than what it was decoded from. */
const max_file_bytes = 2 * 262144;

/** The path of a file of the run directory. */
export function path_of(io: Io, name: string): string {
  return io.paths.run_dir + "/" + name;
}

/** Makes the run directory where it is missing; false when there is none to work with. */
export function ensure_run_dir(io: Io): boolean {
  return io.make_dir(io.paths.run_dir) !== "failed";
}

/** Whether another process has a lock: this one takes it for a moment, as the kernel tells it in no other way. */
export function is_locked(io: Io, path: string): boolean {
  const is_free = io.lock(path);
  if (is_free) {
    io.unlock(path);
  }
  return !is_free;
}

/** A stored object; undefined when the file is missing, truncated or anything else. */
export function read(io: Io, path: string): JsonObject | undefined {
  const text = io.read_file(path, max_file_bytes);
  if (text === undefined) {
    return undefined;
  }
  const decoded = json.decode_file(text);
  return decoded.ok ? decoded.data : undefined;
}

/** Stores an object, whole or not at all. */
export function write(io: Io, path: string, value: object): boolean {
  return ensure_run_dir(io) && io.write_file(path, json.encode(value));
}

/**
 * Whether something made at `made_at` is at most `lifetime` seconds old. A moment that no program of ours can have written is not: one
 * before the clock's beginning, or from the future, except for the usual correction of clocks.
 */
export function is_fresh(made_at: unknown, now: number, lifetime: number): boolean {
  const is_moment = typeof made_at === "number" && made_at >= 0;
  return is_moment && now < made_at + lifetime && now > made_at - clock_slack;
}

/** The same by the clock that does not jump: nothing corrects it, so that nothing is from its future. */
export function is_fresh_uptime(io: Io, made_at: number, lifetime: number): boolean {
  const now = io.monotonic();
  return made_at <= now && is_fresh(made_at, now, lifetime);
}

/** A stored object that is fresh by its member `made_at`. */
export function read_fresh(io: Io, path: string, made_at: string, lifetime: number): JsonObject | undefined {
  const stored = read(io, path);
  return stored !== undefined && is_fresh(stored[made_at], io.time(), lifetime) ? stored : undefined;
}

/**
 * A stored object, once: it is renamed before it is read, so that of two requests at once only one gets it. Undefined where there
 * is none, empty where it is damaged.
 */
export function take(io: Io, path: string): JsonObject | undefined {
  const taken = path + ".consumed";
  if (!io.rename(path, taken)) {
    return undefined;
  }
  const stored = read(io, taken) ?? {};
  io.remove(taken);
  return stored;
}

/** Removes the files of a folder whose names begin so: a file, and temporary ones of processes that were killed while they wrote it. */
export function remove_all(io: Io, folder: string, prefix: string): void {
  for (const name of io.list_dir(folder) ?? []) {
    if (name.startsWith(prefix)) {
      io.remove(folder + "/" + name);
    }
  }
}
