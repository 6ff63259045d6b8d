/** Who may turn passwords off, and confirm that: a session of LuCI, or the shell after such a login. */
import type { Io } from "../base/io";
import * as store from "../base/store";
import * as administrators from "./administrators";
import * as password_state from "./password_state";
import type { Refusal } from "./password_state";
import * as trial from "./password_trial";
import * as session from "./session";

/** Why a session may not turn passwords off, whatever holds else. */
export function refusal_for_session(io: Io, sid: string): Refusal | undefined {
  const entry = session.find_session(io, sid);
  if (entry === undefined || entry.issuer === "") {
    return "not_sso";
  }
  const judge = administrators.judge_of(io);
  return judge !== undefined && administrators.is_administrator(io, judge, entry) ? undefined : "not_everything";
}

/** Why a session may not confirm the trial. */
export function refusal_to_confirm(io: Io, sid: string): Refusal | undefined {
  return refusal_for_session(io, sid) ?? (trial.is_new(io, sid) ? undefined : "same_login");
}

/** Whether some live session of an administrator has what is asked for. */
function has_session(io: Io, is_wanted: (this: void, sid: string, since: number | undefined) => boolean): boolean {
  const judge = administrators.judge_of(io);
  const list = session.list_sso_sessions(io);
  return (
    judge !== undefined &&
    list.ok &&
    list.data.some((entry) => is_wanted(entry.sid, entry.since) && administrators.is_administrator(io, judge, entry))
  );
}

/** Why the shell may not turn passwords off: there must be a login of the last ten minutes. */
export function refusal_for_shell(io: Io): Refusal | undefined {
  const now = io.time();
  return has_session(io, (_sid, since) => store.is_fresh(since, now, password_state.trial_seconds))
    ? undefined
    : "no_login";
}

/** Why the shell may not confirm the trial: there must be a login since it began. */
export function refusal_of_shell_to_confirm(io: Io): Refusal | undefined {
  return has_session(io, (sid) => trial.is_new(io, sid)) ? undefined : "no_login";
}
