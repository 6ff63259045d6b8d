/** What LuCI is told of passwords, and the ubus method `password_login`. */
import * as json from "io/json";
import type { Io } from "../base/io";
import type { LogPair } from "../base/log";
import * as values from "../base/values";
import { err, ok, type Result } from "../result";
import * as administrators from "../passwords/administrators";
import * as log_identity from "../rpcd/log_identity";
import * as transitions from "../passwords/transitions";
import * as password_sections from "../passwords/sections";
import type {
  PasswordLoginAnswer,
  PasswordLoginChanged,
  PasswordSession,
  PasswordState,
  Refusal,
} from "../passwords/state";
import * as trial from "../passwords/trial";
import * as rpcd_logins from "../rpcd/logins";
import * as session from "../rpcd/sessions";
import * as way_back from "../passwords/way_back";

/** The live sessions that passwords opened. */
function sessions(io: Io): PasswordSession[] {
  const known = rpcd_logins.read_sections(io);
  const exempt = transitions.exempt_users(io);
  const all = known.ok ? known.data : [];
  const ending = password_sections.users_of(
    all.filter((section) => password_sections.is_locked(section) || password_sections.is_lockable(section, exempt)),
  );
  return transitions.live_sessions(io).map((entry) => ({
    who: entry.username,
    until: entry.until,
    program: !entry.is_at_luci,
    ends: ending.includes(entry.username) && !exempt.includes(entry.username),
  }));
}

/** What rpcd's sections say, and the seconds until a trial ends; 0 where there is none. */
function state_now(io: Io): { state: PasswordState; seconds_left: number } {
  const known = rpcd_logins.read_sections(io);
  const state = known.ok ? transitions.state_of(known.data) : "on";
  return { state, seconds_left: state === "trial" ? trial.seconds_left(io) : 0 };
}

/** What holds now, for a caller: `sid` is the session that rpcd's caller proved to have, "" for the shell. */
export function answer(io: Io, sid: string): PasswordLoginAnswer {
  const now = state_now(io);
  const judge = administrators.judge_of(io);
  return {
    state: now.state,
    seconds_left: now.seconds_left,
    refusal: transitions.obstacle(io) ?? administrators.refusal_for_session(io, sid),
    confirm_refusal: now.state === "trial" ? administrators.refusal_to_confirm(io, sid) : "state",
    way_back: way_back.find(io),
    root_without_password: way_back.root_without_password(io),
    single_administrator: judge !== undefined && administrators.is_single(io, judge),
    password_sessions: json.list(sessions(io)),
  };
}

/** Who a session is, for the log. */
function who(io: Io, sid: string): LogPair[] {
  const entry = session.find_session(io, sid);
  const by: LogPair[] = [["by", "session"]];
  return entry !== undefined
    ? by.concat(log_identity.pairs(log_identity.setting(io), entry.email, entry.sub), [["user", entry.role]])
    : by;
}

/** Does what is wanted, `on`, `off` on trial, or `confirm`, unless there is a `refusal`; `by` says for the log who wants it. */
export function change(io: Io, wanted: string, refusal: Refusal | undefined, by: LogPair[]): Result<true> {
  if (refusal !== undefined) {
    return err("PASSWORD_LOGIN_REFUSED", { reason: refusal });
  }
  if (wanted === "on") {
    return transitions.turn_on(io, by);
  }
  return wanted === "confirm" ? transitions.confirm(io, by) : transitions.arm(io, by);
}

/** The state after a change, which may end the sessions of passwords that count no more. */
export function outcome(io: Io, end_sessions: boolean): PasswordLoginChanged {
  const now = state_now(io);
  const ended = end_sessions ? transitions.end_sessions(io) : 0;
  return { state: now.state, seconds_left: now.seconds_left, ended };
}

/** Why a session may not do what is wanted. */
function refusal_of(io: Io, wanted: string, sid: string): Refusal | undefined {
  if (wanted === "on") {
    return undefined;
  }
  return wanted === "confirm"
    ? administrators.refusal_to_confirm(io, sid)
    : administrators.refusal_for_session(io, sid);
}

/** `password_login {state, end_sessions}`: `off` on trial, `confirm`, `on`. PASSWORD_LOGIN_REFUSED, UCI_ERROR. */
export function call(io: Io, input: { [name: string]: unknown }): Result<PasswordLoginChanged> {
  const sid = values.text_of(input.ubus_rpc_session);
  const wanted = values.text_of(input.state);
  if (!["on", "off", "confirm"].includes(wanted)) {
    return err("INVALID_REQUEST", "state is none of off, on, confirm");
  }
  const changed = change(io, wanted, refusal_of(io, wanted, sid), who(io, sid));
  return changed.ok ? ok(outcome(io, input.end_sessions === true)) : changed;
}
