/**
 * `sso-login watch`: the supervisor, which procd runs while a session lives that ends while it is used: a program's at the expiry of its
 * token, one over `session_max_lifetime`, one whose user is not proved any more. It also ends a trial without passwords, and notices changes
 * while passwords are off. Where a session's turn has come
 * (login/revalidation), it starts `sso-login watch PROVIDER`, a process for each provider: what calls providers does not stay in memory, and
 * a slow provider delays only its own sessions.
 */
import * as protect from "io/protect";
import * as system from "io/system";
import type { Io } from "../base/io";
import * as json_values from "../base/json_values";
import * as log from "../base/log";
import * as strings from "../base/strings";
import * as client_keys from "../jose/client_keys";
import * as guard from "../passwords/guard";
import * as password_trial from "../passwords/password_trial";
import * as refresh_tokens from "../rpcd/refresh_tokens";
import type { Turn } from "../rpcd/refresh_tokens";
import * as rpcd_sessions from "../rpcd/rpcd_sessions";
import * as session_ending from "../rpcd/session_ending";
import * as supervisor from "../rpcd/supervisor";
import * as package_sections from "../settings/package_sections";
import * as saved_config from "../settings/saved_config";

/** Loaded when a trial is over, and for a turn. */
const password_events = () => require("../passwords/password_events") as typeof import("../passwords/password_events");
const revalidation_turn = () =>
  require("../login/revalidation/revalidation_turn") as typeof import("../login/revalidation/revalidation_turn");

/** Seconds between two looks at most. */
const max_wait = 60;

/** Seconds between two turns of a provider: an idle router makes no calls, one with many sessions makes them one by one. */
const pause = 2;

/** Seconds until a turn is tried anew that came to nothing, as where the run directory is full. */
const retry = 300;

/** Seconds between two looks at a trial that cannot be ended. */
const trial_pause = 20;

/** The lock of the process that works on a provider's files. */
function lock_of(io: Io, provider: string): string {
  return io.paths.run_dir + "/revalidate_" + provider + ".lock";
}

/** The turn for which a provider's process was started last, and when, in seconds of the monotonic clock. */
export interface Started {
  [provider: string]: { turn: string; at: number } | undefined;
}

/** Starts a provider's process for its first turn, unless one runs; returns the seconds until the next look at this provider. */
function start_turn(io: Io, turn: Turn, started: Started): number {
  const provider = turn.token.provider;
  const name = `${turn.name} ${turn.token.asked_at}`;
  const last = started[provider];
  const waited = last !== undefined && last.turn === name ? io.monotonic() - last.at : retry;
  if (waited < retry) {
    return retry - waited;
  }
  const lock = lock_of(io, provider);
  if (io.lock(lock)) {
    io.unlock(lock);
    io.start(io.paths.program, "watch " + provider);
    started[provider] = { turn: name, at: io.monotonic() };
  }
  return pause;
}

/** Starts the turns that have come; returns the moment of the next one. */
function start_turns(io: Io, all: Turn[], started: Started): number {
  const now = io.time();
  const providers: string[] = [];
  let next = now + max_wait;
  for (const turn of all) {
    if (turn.moment <= now) {
      strings.add_missing(providers, [turn.token.provider]);
    } else {
      next = Math.min(next, turn.moment);
    }
  }
  for (const provider of providers) {
    const turn = refresh_tokens.first_turn(all, provider, now);
    next = turn !== undefined ? Math.min(next, now + start_turn(io, turn, started)) : next;
  }
  return next;
}

/** Ends a trial that is over; returns the seconds until the next look at it. */
function end_trial(io: Io): number {
  if (!password_trial.is_there(io)) {
    return max_wait;
  }
  if (password_trial.seconds_left(io) === 0) {
    password_events().end_overdue_trial(io);
  }
  return Math.min(trial_pause, password_trial.seconds_left(io));
}

/** The files on which the login of an administrator depends: as they were at the last look, and when passwords were looked after. */
export interface Seen {
  last?: string;
  judged?: string;
}

/** Facts of those files that change with their content. */
function facts_of_files(io: Io): string {
  const authorities = saved_config.providers_with(io, "ca_file").map((provider) => {
    return json_values.text_of(package_sections.option_of(io, "ca_file", provider));
  });
  const packages = ["sso-login", "rpcd", "uhttpd"].map((name) => io.paths.config_dir + "/" + name);
  const facts = packages.concat([client_keys.path_of(io)], authorities).map((path) => {
    const info = io.file_info(path);
    return info !== undefined ? `${path} ${info.size} ${info.mtime} ${info.ctime}` : path;
  });
  return facts.join("\n");
}

/**
 * While passwords are off, looks after them where a file has changed of which no reload tells: in a process of its own, and once two looks
 * found the same, as somebody may still be writing.
 */
function judge_files(io: Io, seen: Seen): void {
  const files = guard.is_there(io) ? facts_of_files(io) : undefined;
  if (files !== undefined && files === seen.last && files !== seen.judged) {
    io.start(io.paths.program, "password-login look");
    seen.judged = files;
  }
  seen.last = files;
}

/**
 * Does what is due, and returns the seconds until the next look; undefined where nothing is left to do. `started` and `seen` are kept from
 * look to look.
 */
export function look(io: Io, started: Started, seen: Seen): number | undefined {
  // This process lasts: single options are read from the sections that were read last.
  const saved = saved_config.saved_sections(io);
  const wait = end_trial(io);
  judge_files(io, seen);
  // Before the sessions, as the file of a new session is not to go.
  const files = refresh_tokens.list(io);
  const list = rpcd_sessions.list_sso_sessions(io);
  const live = list.ok ? session_ending.end_overdue(io, list.data) : [];
  const is_known = list.ok && saved.ok;
  const is_needed = files.length > 0 || live.some((entry) => session_ending.has_end(io, entry));
  if (is_known && !is_needed && !password_trial.is_there(io) && !guard.is_there(io)) {
    return undefined;
  }
  const turns = is_known ? refresh_tokens.turns_of(io, files, live, saved.data) : [];
  let next = start_turns(io, turns, started);
  for (const entry of live) {
    next = Math.min(next, entry.end ?? next);
  }
  return Math.max(1, Math.min(wait, next - io.time()));
}

/** Looks and waits until procd ends this process, or nothing is left to do. */
function run(io: Io): void {
  const started: Started = {};
  const seen: Seen = {};
  let seconds = look(io, started, seen);
  while (seconds !== undefined) {
    io.wait(seconds);
    seconds = look(io, started, seen);
  }
  supervisor.stop(io);
}

/** Takes a turn of the provider that is named, unless another process does. */
function take_turn(io: Io, provider: string): void {
  const lock = lock_of(io, provider);
  if (io.lock(lock)) {
    revalidation_turn().run(io, provider);
    io.unlock(lock);
  }
}

/** Returns the exit status; procd starts the supervisor anew whatever it is, unless `supervisor.stop` was called. */
export function main(args: string[], options?: system.SystemOptions): number {
  const io = system.create(options ?? {});
  const provider = args[1];
  const done = protect.protect(() => {
    if (provider !== undefined) {
      take_turn(io, provider);
    } else {
      run(io);
    }
  });
  if (!done.ok) {
    log.event(io, "err", done.error, log.detail_pairs(done.details));
  }
  return done.ok ? 0 : 1;
}
