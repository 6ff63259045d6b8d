/** The state of passwords for LuCI, and the ubus method `password_login`. */
import * as json from "io/json";
import type { Io } from "../base/io";
import type { LogPair } from "../base/log";
import * as json_values from "../base/json_values";
import { err, ok, type Message, type Result } from "../result";
import * as administrators from "../passwords/administrators";
import * as log_identity from "../rpcd/log_identity";
import * as local_sessions from "../passwords/local_sessions";
import * as password_events from "../passwords/password_events";
import * as password_sections from "../passwords/password_sections";
import * as password_state from "../passwords/password_state";
import type { PasswordChange, PasswordState, ProvedChange, Refusal } from "../passwords/password_types";
import * as password_trial from "../passwords/password_trial";
import * as rpcd_logins from "../rpcd/rpcd_logins";
import * as rpcd_sessions from "../rpcd/rpcd_sessions";
import * as ways_in from "../passwords/ways_in";
import * as login_page from "../settings/login_page";
import * as saved_config from "../settings/saved_config";
import * as proxy from "../check/proxy";
import * as way_back from "../check/way_back";
import type { PasswordLoginAnswer, PasswordLoginChanged, PasswordSession, ToldState } from "./ubus_answers";

/** The live sessions that passwords opened. */
function sessions(io: Io): PasswordSession[] {
  const known = rpcd_logins.read_sections(io);
  const exempt = password_state.exempt_users(io);
  const all = known.ok ? known.data : [];
  const ending = password_sections.users_of(
    all.filter((section) => password_sections.is_locked(section) || password_sections.is_lockable(section, exempt)),
  );
  return rpcd_sessions.list_local_sessions(io).map((entry) => ({
    who: entry.username,
    until: entry.until,
    program: !entry.is_at_luci,
    ends: ending.includes(entry.username) && !exempt.includes(entry.username),
  }));
}

/** The state by rpcd's sections, and the seconds until a trial ends; 0 without one. */
function state_now(io: Io): { state: ToldState; seconds_left: number } {
  const known = rpcd_logins.read_sections(io);
  const state = known.ok ? password_sections.state_of(known.data) : "unknown";
  return { state, seconds_left: state === "trial" ? password_trial.seconds_left(io) : 0 };
}

/** The faults for which nobody can administer by single sign-on, by the saved sections. */
function faults(io: Io): Message[] {
  const saved = saved_config.saved_sections(io);
  const found = saved.ok ? ways_in.find(io, saved.data) : undefined;
  return found !== undefined && found.obstacle !== undefined ? found.faults : [];
}

/** Without the button nobody is told what to do once no password counts. */
function refusal_by_page(io: Io, change: ProvedChange): Refusal | undefined {
  return change === "off" && login_page.open(io) === "without_button" ? "no_button" : undefined;
}

/** The reason why a session may not confirm the trial of passwords in this state. */
function confirm_refusal_of(io: Io, sid: string, state: ToldState): Refusal | undefined {
  if (state === "trial") {
    return administrators.refusal_for_session(io, sid, "confirm");
  }
  return state === "unknown" ? "rpcd_unreadable" : "state";
}

/**
 * The state for a caller; `sid` is the session that rpcd has verified, "" for the shell. `may_see_all` shows sessions that passwords
 * opened, and addresses. `with_page` opens LuCI's login page for `refusal`.
 */
export function answer(io: Io, sid: string, may_see_all: boolean, with_page: boolean): PasswordLoginAnswer {
  const now = state_now(io);
  const refusal_without_page =
    password_events.refusal_to_turn_off(io) ?? administrators.refusal_for_session(io, sid, "off");
  return {
    state: now.state,
    seconds_left: now.seconds_left,
    refusal: refusal_without_page ?? (with_page ? refusal_by_page(io, "off") : undefined),
    confirm_refusal: confirm_refusal_of(io, sid, now.state),
    faults: json.list(faults(io)),
    way_back: way_back.find(io),
    root_without_password: way_back.root_without_password(io),
    single_administrator: administrators.is_single(io),
    password_sessions: json.list(may_see_all ? sessions(io) : []),
    unlisted_proxy: may_see_all ? proxy.unlisted(io) : undefined,
  };
}

/** The pairs of the log for a session that makes a change. */
function cause_of(io: Io, sid: string): LogPair[] {
  const entry = rpcd_sessions.find_session(io, sid);
  const by: LogPair[] = [["by", "session"]];
  return entry !== undefined
    ? by.concat(log_identity.pairs(log_identity.setting(io), entry.email, entry.sub), [["user", entry.role]])
    : by;
}

/**
 * Makes a change, which `refusal_of` may refuse unless it turns passwords on or is forced; `by` is the cause for the log.
 * PASSWORD_LOGIN_REFUSED, UCI_ERROR, CONFIG_ERROR.
 */
export function make_change(
  io: Io,
  wanted: PasswordChange,
  refusal_of: (this: void, change: ProvedChange) => Refusal | undefined,
  by: LogPair[],
  is_forced: boolean,
): Result<PasswordState> {
  if (wanted === "on") {
    return password_events.turn_on(io, by);
  }
  const refusal = is_forced ? undefined : (refusal_of(wanted) ?? refusal_by_page(io, wanted));
  if (refusal !== undefined) {
    return err("PASSWORD_LOGIN_REFUSED", { reason: refusal });
  }
  const confirmation = is_forced ? "force" : "confirm";
  return password_events.happen(io, wanted === "off" ? "turn_off" : confirmation, by);
}

/** Ends the sessions of refused passwords, where `end_sessions` says so, and returns the state after a change. */
export function finish_change(io: Io, end_sessions: boolean): PasswordLoginChanged {
  const now = state_now(io);
  const ended = end_sessions ? local_sessions.end_sessions(io) : 0;
  return { state: now.state, seconds_left: now.seconds_left, ended };
}

export function is_change(state: string): state is PasswordChange {
  return state === "on" || state === "off" || state === "confirm";
}

/** `password_login {state, end_sessions}`. INVALID_REQUEST, and as above. */
export function call(io: Io, input: { [name: string]: unknown }): Result<PasswordLoginChanged> {
  const sid = json_values.text_of(input.ubus_rpc_session);
  const wanted = json_values.text_of(input.state);
  if (!is_change(wanted)) {
    return err("INVALID_REQUEST", "state is none of off, on, confirm");
  }
  const refusal_of = (change: ProvedChange) => administrators.refusal_for_session(io, sid, change);
  const changed = make_change(io, wanted, refusal_of, cause_of(io, sid), false);
  return changed.ok ? ok(finish_change(io, input.end_sessions === true)) : changed;
}
