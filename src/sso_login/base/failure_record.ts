/** A failure that a file remembers, with its meaning. */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import { err, type Meaning, type Err, type ErrAnswer, type Fact, type Facts } from "../result";
import * as failure_facts from "./failure_facts";
import * as strings from "./strings";

/** A failure as a record. */
export interface FailureRecord {
  error: string;
  /** The meaning, under the name of earlier versions. */
  cause?: string;
  facts: Facts;
  /** Unix time; where it counts how long the failure is remembered. */
  failed_at?: number;
  answer?: ErrAnswer;
}

export function to_record(failure: Err): FailureRecord {
  return { error: failure.error, cause: failure.meaning, facts: failure_facts.open(failure) };
}

/** The failure in such a record, whose facts are texts, numbers and messages; undefined in another one. A record of an earlier version has no meaning. */
export function from_record(record: JsonObject): Err | undefined {
  if (typeof record.error !== "string") {
    return undefined;
  }
  const stored = json.is_object(record.facts) ? record.facts : {};
  const facts: Facts = { remembered: true };
  for (const name of strings.sorted_keys(stored)) {
    const fact = stored[name];
    const is_message = json.is_object(fact) && typeof fact.id === "string";
    if (typeof fact === "string" || typeof fact === "number" || is_message) {
      facts[name] = fact as Fact;
    }
  }
  const meaning = typeof record.cause === "string" ? (record.cause as Meaning) : undefined;
  return err(record.error, facts, meaning, json.is_object(record.answer) ? record.answer : undefined);
}
