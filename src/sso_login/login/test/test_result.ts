/** A test login as its session reads it. */
import type { Facts } from "../../result";
import type { Preview } from "../../rights/preview_answer";

/** The outcome of a test login: the user's claims and rights, or the code of a refusal; texts are cut. */
export interface TestOutcome extends Partial<Pick<Preview, "username" | "because" | "can" | "pages" | "logs_out">> {
  roles?: string[];
  /** The code of a refusal, and its facts. */
  code?: string;
  facts?: Facts;
  /** The section of the provider, and its redirect URI. */
  provider?: string;
  redirect_uri?: string;
  /** Facts that the log notes of an ID Token. */
  notes?: Facts;
  email?: string;
  groups?: string[];
  claims?: { name: string; value: string }[];
  /** Whether there are more claims. */
  more?: boolean;
}

export interface TestResult {
  state: "none" | "begun" | "done";
  /** Only when `done`. */
  outcome?: TestOutcome;
}
