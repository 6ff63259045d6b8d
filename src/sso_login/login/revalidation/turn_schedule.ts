/** The schedule of turns: what is to be done about each refresh token of a session, and when. */
import type { Io, UciSection } from "../../base/io";
import * as store from "../../base/store";
import * as refresh_tokens from "../../rpcd/refresh_tokens";
import type { StoredToken, TokenFile } from "../../rpcd/refresh_tokens";
import type { SsoSession } from "../../rpcd/rpcd_sessions";
import * as package_sections from "../../settings/package_sections";

/** The question to the provider whether it still proves the user of a session. */
export interface Question extends TokenFile {
  readonly kind: "question";
  readonly session: SsoSession;
  /** Unix time. */
  readonly due_at: number;
}

/** The question with its token as it is stored by now. */
export function with_token(question: Question, token: StoredToken): Question {
  return { kind: "question", name: question.name, token, session: question.session, due_at: question.due_at };
}

/** The revocation of a token whose session has ended, and the removal of its file. */
export interface Revocation extends TokenFile {
  readonly kind: "revocation";
  readonly due_at: number;
}

export type Turn = Question | Revocation;

/** The lock of the process that takes a provider's turns, one at a time. The lock on calls to the provider is another one. */
export function turn_lock(io: Io, provider: string): string {
  return store.path_of(io, "revalidate_" + provider + ".lock");
}

/** The moment of the next question; undefined where the option `session_revalidate` of the provider is off. */
function next_question_at(providers: UciSection[], token: StoredToken, now: number): number | undefined {
  const section = providers.find((provider) => provider.name === token.provider);
  const interval = section !== undefined ? refresh_tokens.interval_of(section.options.session_revalidate) : undefined;
  if (interval === undefined) {
    return undefined;
  }
  const next_at = token.asked_at + interval;
  // An overdue one stays due since its moment; where the clock went back after the last one, the next one is due now.
  return store.is_fresh(token.asked_at, now, interval) ? next_at : Math.min(next_at, now);
}

/**
 * The turns of all files, one each at most: the token of a live session stays while the option is off, as the change may be taken back.
 * `files` were read before `live`, all live sessions. Else a session that opens in between would have a file and not be among them, and its token
 * would be revoked. `sections` are those of the package.
 */
export function turns_of(files: TokenFile[], live: SsoSession[], sections: UciSection[], now: number): Turn[] {
  const providers = package_sections.provider_sections(sections);
  const sessions: { [file: string]: SsoSession | undefined } = {};
  for (const session of live) {
    sessions[refresh_tokens.name_of(session.sid)] = session;
  }
  const turns: Turn[] = [];
  for (const file of files) {
    const name = file.name;
    const token = file.token;
    const session = sessions[name];
    const question_at = next_question_at(providers, token, now);
    if (session === undefined) {
      turns.push({ kind: "revocation", name, token, due_at: now });
    } else if (question_at !== undefined) {
      turns.push({ kind: "question", name, token, session, due_at: question_at });
    }
  }
  return turns;
}

/** The turn of a provider that is due for the longest time; undefined where none is due. */
export function first_due(all: Turn[], provider: string, now: number): Turn | undefined {
  let first: Turn | undefined;
  for (const turn of all) {
    const is_due = turn.token.provider === provider && turn.due_at <= now;
    if (is_due && (first === undefined || turn.due_at < first.due_at)) {
      first = turn;
    }
  }
  return first;
}
