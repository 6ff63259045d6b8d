/**
 * The windows of requests, a minute of the clock each (specification, "Limits"), and the log's share: of refusals that any client can
 * cause, 20 a minute are logged in full and the others counted, so that no client can flood the log.
 */
import type { Io } from "../base/io";
import { err, ok, type Err, type Result } from "../result";
import * as store from "../base/store";
import * as package_sections from "../settings/package_sections";
import type { Response } from "./responses";

/** The first request of a window needs it. */
const clean_up = () => require("./clean_up") as typeof import("./clean_up");

/** Loaded only for a line. */
const log = () => require("../base/log") as typeof import("../base/log");

/** A window counts one kind of request, so that a full one refuses no request of another kind. */
export interface Window {
  /** How the names of its files begin. */
  name: string;
  max: number;
  /** Whether only requests with a proof count in it: they have no share of one client. */
  is_proven: boolean;
  /** The share of one IP address where option `client_limit` gives none. */
  client_limit?: string;
}

/** The window and the answer of a request, before it is counted. */
export interface Admission {
  /** The window of what the request proves; absent where it proves nothing. */
  window?: Window;
  /** A window of a part of those requests, in which it is counted first. */
  narrower?: Window;
  /** The provider in log lines, where there are several and the request is one's. */
  log_name?: string;
  /** The refusal that the answer will be, where that is known; its reason is logged even where a limit refuses the request. */
  refusal?: Err;
  /** Serves the request, once it is counted. */
  respond: (this: void) => Result<Response>;
}

/** The windows by what is counted in them. */
const windows = {
  /** The specified one: starts, callbacks, and logouts that prove nothing. */
  requests: { name: "rate", max: 50, is_proven: false },
  /** Users' logouts that prove themselves by a session and its `stoken`, or by a hand-over. */
  logouts: { name: "rate_logouts", max: 200, is_proven: true },
  /** Logout tokens that verify, of one provider, whose name the file's gets (`window_of`). */
  logout_tokens: { name: "rate_logouts", max: 200, is_proven: true },
  /** Back-channel logout requests without a logout token that verifies, at the path of one provider. */
  backchannel: { name: "rate_backchannel", max: 50, is_proven: false },
  /** Token exchanges without a token that verifies and has a role. */
  exchanges: { name: "rate_exchanges", max: 50, is_proven: false, client_limit: "10" },
  /** Exchanges of one subject of a provider's client. */
  subject: { name: "rate_program", max: 60, is_proven: true },
  /** Exchanges of all subjects of a provider's client. */
  client: { name: "rate_programs", max: 240, is_proven: true },
};

export type WindowKind = keyof typeof windows;

/** The window of a kind of requests; of an owner alone, a provider's section or a hash, where the kind has owners. */
export function window_of(kind: WindowKind, owner?: string): Window {
  const window: Window = windows[kind];
  const name = owner !== undefined ? window.name + "_" + owner : window.name;
  return { name, max: window.max, is_proven: window.is_proven, client_limit: window.client_limit };
}

/** The share of one IP address while passwords are off: half of the window, so that strangers do not close the only door. */
const closed_limit = "25";

/** The share that one IP address has of a window; undefined where it has none of its own. */
export function limit_of(io: Io, window: Window): string | undefined {
  if (window.is_proven) {
    return undefined;
  }
  const set = package_sections.option_of(io, "client_limit") ?? window.client_limit;
  const limit = set ?? (package_sections.option_of(io, "password_login") === "off" ? closed_limit : undefined);
  // A list is no limit.
  return typeof limit === "string" ? limit : undefined;
}

/** Refusals of a minute that are logged in full, and those that are counted. */
const max_lines = 20;
const max_counted = 10000;
/** Seconds. */
const window_length = 60;

/** The minute of the clock. */
export function minute_of(now: number): number {
  return Math.floor(now / window_length);
}

/**
 * Without the run directory nothing works. Where a web server runs CGI programs as another user than root, its
 * set-up is wrong: ubus and the configuration with its secret belong to root.
 */
export function no_run_dir(io: Io): Err {
  const uid = io.user_id();
  return uid === 0
    ? err("INTERNAL_ERROR", { reason: "cannot write to the run directory", path: io.paths.run_dir })
    : err("CONFIG_ERROR", { reason: { id: "run_as_root" }, uid });
}

/** RATE_LIMITED until the next window; `option` names the option whose limit it is, and `share` says how much that is now. */
export function rate_limited(now: number, option?: string, share?: string): Err {
  const retry_after = (minute_of(now) + 1) * window_length - now;
  return err("RATE_LIMITED", { option, retry_after, share }, undefined, { retry_after });
}

/** The file that counts a window's requests. */
function path_of(io: Io, window: Window, now: number): string {
  return store.path_of(io, `${window.name}_${minute_of(now)}`);
}

/** Whether a file counts `max` requests already. */
export function is_full(io: Io, path: string, max: number): boolean {
  const known = io.file_info(path);
  if (known !== undefined && known.kind !== "file") {
    // Not a file of the service: a link would lead writes elsewhere.
    io.remove(path);
    return false;
  }
  return known !== undefined && known.size >= max;
}

/** This request's place in a window's file, which does not grow beyond `max`; undefined when it cannot be counted. */
export function position_in(io: Io, path: string, now: number, max: number): number | undefined {
  if (is_full(io, path, max)) {
    return max + 1;
  }
  if (!store.ensure_run_dir(io)) {
    return undefined;
  }
  const place = io.append_byte(path);
  if (place !== undefined) {
    return place;
  }
  // The disk may be full of outdated files.
  clean_up().clean(io, now);
  return io.append_byte(path);
}

/** Whether a window takes no more requests in this minute. */
export function is_window_full(io: Io, window: Window): boolean {
  return is_full(io, path_of(io, window, io.time()), window.max);
}

/** Whether this request is the first of a minute, whatever its window: who appends the first byte to the minute's file. */
function is_first_of_minute(io: Io, now: number): boolean {
  return position_in(io, store.path_of(io, `cleaned_${minute_of(now)}`), now, 1) === 1;
}

/** Logs how many refusals earlier windows had, where they were more than their lines. The process that removes the file logs it. */
function report_refusals(io: Io, minute: number): void {
  for (const name of io.list_dir(io.paths.run_dir) ?? []) {
    const path = store.path_of(io, name);
    const info = name.startsWith("refused_") && name !== `refused_${minute}` ? io.file_info(path) : undefined;
    if (info !== undefined && io.remove(path) && info.size > max_lines) {
      log().event(io, "warning", "REFUSALS_COUNTED", [["count", info.size]]);
    }
  }
}

/**
 * Counts a refusal that any client can cause, and returns whether it is logged in full; one that cannot be counted is. The first
 * refusal after the lines of its minute writes a line that more follow.
 */
export function count_refusal(io: Io): boolean {
  const minute = minute_of(io.time());
  const place = position_in(io, store.path_of(io, `refused_${minute}`), io.time(), max_counted);
  if (place === 1) {
    report_refusals(io, minute);
  } else if (place === max_lines + 1) {
    log().event(io, "warning", "REFUSALS_COUNTED", [["in_full", max_lines]]);
  }
  return place === undefined || place <= max_lines;
}

/**
 * Counts this request in a window; the answer is whether it is the first there; the first of a minute cleans the run directory. Every
 * process appends one byte to the window's file, and the kernel tells it the position, so the count is right
 * however many arrive at once. RATE_LIMITED carries `retry_after` in seconds.
 */
export function count_request(io: Io, window: Window): Result<boolean> {
  const now = io.time();
  const place = position_in(io, path_of(io, window, now), now, window.max);
  if (place === undefined) {
    return no_run_dir(io);
  }
  // The first of a minute is the first of its window, too.
  if (place === 1 && is_first_of_minute(io, now)) {
    report_refusals(io, minute_of(now));
    clean_up().clean(io, now);
  }
  return place <= window.max ? ok(place === 1) : rate_limited(now);
}
