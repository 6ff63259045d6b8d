/** The outcome of a question: a proof, the end of the session, or a failure that proves nothing. It is noted in the token's file, and logged. */
import type { Io } from "../../base/io";
import * as failures from "../../base/failures";
import * as log from "../../base/log";
import type { LogPair } from "../../base/log";
import * as log_texts from "../../base/log_texts";
import * as hash from "../../jose/hash";
import * as short_reason from "../../explain/short_reason";
import type { Err, Result } from "../../result";
import * as log_identity from "../../rpcd/log_identity";
import * as refresh_tokens from "../../rpcd/refresh_tokens";
import * as session_ending from "../../rpcd/session_ending";
import type { Question } from "./turn_schedule";

/** Meanings of a failure by which a user is not proved any more; all others say nothing of the user. */
const ending_meanings = ["refused", "other_subject", "other_issuer", "roles"];

/** Codes of failures that are about the user where the provider refused; metadata and keys are nobody's. */
const codes_of_refusals = ["OIDC_INVALID_GRANT", "TOKEN_EXCHANGE_FAILED", "USERINFO_NETWORK_ERROR"];

/** The session of a question, and how long its user has not been proved. */
function state_pairs(io: Io, question: Question): LogPair[] {
  return [
    ["session", hash.safe_id(question.session.sid)],
    ["unproved_seconds", io.time() - question.token.proved_at],
  ];
}

/** The facts of a failure for the log, but for the session, which each line names. */
function facts_of(io: Io, failure: Err): LogPair[] {
  const is_anonymous = log_identity.setting(io).log_identity === false;
  const facts = log.detail_pairs(log_texts.details_in_english(failure.details, is_anonymous));
  return facts.filter((pair) => pair[0] !== "session");
}

/** Notes that a question did not prove the user; logs it when that begins, when the code becomes another, and when it cannot be noted. */
function note_failure(io: Io, question: Question, failure: Err): void {
  const token = question.token;
  const is_known = token.failure !== undefined && short_reason.code_of(token.failure) === failure.error;
  const noted = refresh_tokens.after_failure(token, short_reason.in_words(failure));
  const is_noted = refresh_tokens.write(io, question.name, noted);
  if (!is_noted || !is_known) {
    const error: LogPair[] = [["error", failure.error]];
    log.event(io, "warning", "REVALIDATION_FAILED", error.concat(facts_of(io, failure), state_pairs(io, question)));
  }
}

/** Notes that a question proved the user; logs it after one that did not. */
function note_proof(io: Io, question: Question, log_name: string | undefined): void {
  if (question.token.failure !== undefined) {
    const provider: LogPair[] = [["provider", log_name]];
    log.event(io, "notice", "REVALIDATION_RESUMED", provider.concat(state_pairs(io, question)));
  }
  refresh_tokens.write(io, question.name, refresh_tokens.after_proof(io, question.token));
}

/** The log line of the end of a session: its code and first facts. */
interface Ending {
  readonly code: string;
  readonly facts: LogPair[];
}

/** The end of a session whose user the provider refuses, or who has lost a role; undefined where a failure says neither. */
function ending_by(io: Io, failure: Err): Ending | undefined {
  const meaning = failure.meaning;
  if (meaning === undefined || !ending_meanings.includes(meaning)) {
    return undefined;
  }
  if (meaning === "refused" && !codes_of_refusals.includes(failure.error)) {
    return undefined;
  }
  const facts = facts_of(io, failure);
  if (meaning === "roles") {
    const by: LogPair[] = [["by", meaning]];
    return { code: "LOGOUT", facts: by.concat(facts) };
  }
  const words = meaning === "refused" ? short_reason.of_provider(failure) : meaning;
  const reason: LogPair[] = [["reason", words]];
  return { code: "SESSION_ENDED", facts: reason.concat(facts.filter((pair) => pair[0] === "error_description")) };
}

/**
 * Concludes a question with the token that is stored by now: notes that the user is proved, or ends the session of one who is refused, or notes the
 * failure. A failure that refuses nobody changes nothing else: the age of the last proof ends the session (`session_ending.end_overdue`).
 * `log_name` names the provider in log lines.
 */
export function conclude(io: Io, question: Question, log_name: string | undefined, proved: Result<true>): void {
  if (proved.ok) {
    note_proof(io, question, log_name);
    return;
  }
  const failure = failures.about(log_name, proved);
  const ending = ending_by(io, failure);
  if (ending === undefined || !session_ending.end_with(io, question.session, ending.code, ending.facts)) {
    note_failure(io, question, failure);
  }
}
