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
import * as store from "../base/store";
import * as client_keys from "../jose/client_keys";
import * as turn_schedule from "../login/revalidation/turn_schedule";
import type { Turn } from "../login/revalidation/turn_schedule";
import * as guard from "../passwords/guard";
import * as password_trial from "../passwords/password_trial";
import * as refresh_tokens from "../rpcd/refresh_tokens";
import type { TokenFile } from "../rpcd/refresh_tokens";
import * as rpcd_sessions from "../rpcd/rpcd_sessions";
import type { SsoSession } from "../rpcd/rpcd_sessions";
import * as session_ending from "../rpcd/session_ending";
import * as supervisor from "../rpcd/supervisor";
import * as package_sections from "../settings/package_sections";
import * as saved_config from "../settings/saved_config";

/** Loaded when a trial is over, and for a turn. */
const password_events = () => require("../passwords/password_events") as typeof import("../passwords/password_events");
const revalidation_turn = () =>
  require("../login/revalidation/revalidation_turn") as typeof import("../login/revalidation/revalidation_turn");

/** Seconds between two looks at most, also where a signal comes just before the wait and ends nothing. */
const max_wait_seconds = 60;

/** Seconds between two turns of a provider: an idle router makes no calls, one with many sessions makes them one by one. */
const pause_seconds = 2;

/** Seconds until a turn is tried anew that came to nothing, as where the run directory is full. */
const retry_seconds = 300;

/** Seconds between two looks during a trial at most: a change of files is noticed sooner then. */
const trial_pause_seconds = 20;

/** The turn for which a provider's process was started last, and when by the monotonic clock. */
export interface Started {
  [provider: string]: { turn: string; started_uptime: number } | undefined;
}

/** An attempt at a turn; the next question about the same session is another one. */
function attempt_of(turn: Turn): string {
  return `${turn.name} ${turn.token.asked_at}`;
}

/** Seconds until a turn may be tried: 0 unless it was tried already. */
function seconds_to_retry(io: Io, turn: Turn, started: Started): number {
  const last = started[turn.token.provider];
  return last !== undefined && last.turn === attempt_of(turn)
    ? Math.max(0, last.started_uptime + retry_seconds - io.monotonic())
    : 0;
}

/** Starts a process for a provider's first turn, which is due, unless one runs; returns the seconds until the next look at that provider. */
function start_turn(io: Io, turn: Turn, started: Started): number {
  const provider = turn.token.provider;
  const wait_seconds = seconds_to_retry(io, turn, started);
  if (wait_seconds > 0) {
    return wait_seconds;
  }
  if (!store.is_locked(io, turn_schedule.turn_lock(io, provider))) {
    io.start(io.paths.program, "watch " + provider);
    started[provider] = { turn: attempt_of(turn), started_uptime: io.monotonic() };
  }
  return pause_seconds;
}

/** Starts the process of each provider with a turn that is due; returns the seconds until the next look at turns. */
function start_turns(io: Io, all: Turn[], started: Started): number {
  const now = io.time();
  let wait_seconds = max_wait_seconds;
  for (const turn of all) {
    if (turn.due_at > now) {
      wait_seconds = Math.min(wait_seconds, turn.due_at - now);
    } else if (turn === turn_schedule.first_due(all, turn.token.provider, now)) {
      wait_seconds = Math.min(wait_seconds, start_turn(io, turn, started));
    }
  }
  return wait_seconds;
}

/** Ends a trial that is over, and returns the seconds until the next look at one. */
function look_at_trial(io: Io): number {
  if (password_trial.is_overdue(io)) {
    password_events().end_overdue_trial(io);
  }
  return password_trial.is_there(io)
    ? Math.min(trial_pause_seconds, password_trial.seconds_left(io))
    : max_wait_seconds;
}

/** Facts of the files on which the login of an administrator depends: at the last look, and when a check of passwords was started last. */
export interface Seen {
  at_look?: string;
  at_started_check?: string;
}

/** Facts of those files that change with their content, as one text. */
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

/** Whether passwords are off, or on the way there or back: the guard comes before the first is refused, and goes after the last is restored. */
function are_passwords_off(io: Io): boolean {
  return guard.is_there(io);
}

/**
 * While passwords are off, has a process of its own check them after a change of files of which no reload tells, and once in each run of this
 * process. A check is started when the files are the same at two looks, as somebody may still be writing.
 */
function look_at_files(io: Io, seen: Seen): void {
  const facts = are_passwords_off(io) ? facts_of_files(io) : undefined;
  const is_settled = facts === seen.at_look;
  if (facts !== undefined && is_settled && facts !== seen.at_started_check) {
    io.start(io.paths.program, "password-login look");
    seen.at_started_check = facts;
  }
  seen.at_look = facts;
}

/** Whether something is left to wait for. */
function is_needed(io: Io, files: TokenFile[], live: SsoSession[]): boolean {
  const has_sessions = files.length > 0 || live.some((session) => session_ending.has_end(io, session));
  return has_sessions || password_trial.is_there(io) || are_passwords_off(io);
}

/**
 * Does what is due, and returns the seconds until the next look; undefined where nothing is left to wait for. `started` and `seen` are kept
 * from look to look.
 */
export function look(io: Io, started: Started, seen: Seen): number | undefined {
  // A process keeps the options that it has read until it reads the package's sections: from here on `option_of` answers by the file as it is now.
  const saved = saved_config.saved_sections(io);
  let wait_seconds = look_at_trial(io);
  look_at_files(io, seen);
  // Before the sessions: else a session that opens in between has a file that seems left behind, and its token would be revoked.
  const files = refresh_tokens.read_all(io);
  const list = rpcd_sessions.list_sso_sessions(io);
  const live = list.ok ? session_ending.end_overdue(io, list.data) : [];
  if (list.ok && saved.ok) {
    refresh_tokens.remove_damaged(io, files);
    if (!is_needed(io, files.whole, live)) {
      return undefined;
    }
    const turns = turn_schedule.turns_of(files.whole, live, saved.data, io.time());
    wait_seconds = Math.min(wait_seconds, start_turns(io, turns, started));
  }
  for (const session of live) {
    wait_seconds = session.end !== undefined ? Math.min(wait_seconds, session.end - io.time()) : wait_seconds;
  }
  return Math.max(1, wait_seconds);
}

/**
 * Looks and waits until procd ends this process, or nothing is left to wait for. Who opens a session tells procd afterwards, which wakes this
 * process, or starts another one.
 */
function run(io: Io): void {
  const started: Started = {};
  const seen: Seen = {};
  let wait_seconds = look(io, started, seen);
  while (wait_seconds !== undefined) {
    io.wait(wait_seconds);
    wait_seconds = look(io, started, seen);
  }
  // For the end of the service procd sends SIGTERM to this very process.
  io.ignore_signals();
  supervisor.stop(io);
  // procd has forgotten this process: what is told from now on starts another one. What was told since the last look is found by this one.
  if (look(io, started, seen) !== undefined) {
    supervisor.start(io);
  }
}

/** `sso-login watch [PROVIDER]`, to which the script in /usr/sbin passes on: the supervisor, or a turn of a provider. */
export function main(args: string[], options?: system.SystemOptions): number {
  const io = system.create(options ?? {});
  const provider = args[1];
  const done = protect.protect(() => {
    if (provider !== undefined) {
      revalidation_turn().take(io, provider);
    } else {
      run(io);
    }
  });
  if (!done.ok) {
    log.event(io, "err", done.error, log.detail_pairs(done.details));
  }
  return done.ok ? 0 : 1;
}
