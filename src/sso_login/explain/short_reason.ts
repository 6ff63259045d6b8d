/** The reason of a failure in a fact or two, for notes, for lists of sessions and for the failure that follows from it. */
import * as failure_facts from "../base/failure_facts";
import * as failures from "../base/failures";
import * as json_values from "../base/json_values";
import * as strings from "../base/strings";
import type { Err, Fact } from "../result";

/** The reason in a note of another outcome: ours first. */
export function of_notes(failure: Err): Fact {
  const facts = failure_facts.open(failure);
  return facts.reason ?? facts.idp_error ?? facts.http_status;
}

/** The code with the reason, the provider's first. */
export function in_words(failure: Err): string {
  const facts = failure_facts.open(failure);
  const reason = facts.idp_error ?? facts.reason ?? facts.http_status;
  return failure.error + (typeof reason === "string" || typeof reason === "number" ? ` (${reason})` : "");
}

/** The code of a failure that is kept in words. */
export function code_of(words: string): string {
  return strings.before(words, " ");
}

/** The provider's error; "" without one. */
export function of_provider(failure: Err): string {
  return json_values.text_of(failure_facts.open(failure).idp_error);
}

/** A failure with the facts about the earlier one from which it follows. */
export function following(failure: Err, earlier: Err): Err {
  return failures.adding(failure, { cause: earlier.error, cause_reason: failure_facts.open(earlier).reason });
}
