/** The outcome of a test login for the settings page: claims, groups, roles and rights of a user. All texts are cut. */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io } from "../../base/io";
import * as log from "../../base/log";
import type { LogPair } from "../../base/log";
import * as shown from "../../base/shown";
import * as strings from "../../base/strings";
import * as texts from "../../base/texts";
import type { Err, Facts } from "../../result";
import * as log_identity from "../../rpcd/log_identity";
import * as preview from "../../rights/preview";
import type { Reasons } from "../../rights/preview_answer";
import type { Config } from "../../settings/config";
import * as roles from "../../rights/roles";
import type { RoleRules } from "../../rights/roles";
import type { TestOutcome } from "./result";

/** Bytes of a shown claim, and how many claims are shown. */
const max_claim = 400;
const max_claims = 50;

/** The outcome of a refusal: its code, and the facts as the log has them. */
export function refused(failure: Err): Pick<TestOutcome, "code" | "why"> {
  const details = log.format_details(texts.details_in_english(failure.details));
  return { code: failure.error, why: shown.shown_text(details, 2 * max_claim) };
}

/** A claim as text. */
function claim_text(claim: unknown): string {
  const text = typeof claim === "string" ? claim : json.encode(claim).split("\\/").join("/");
  return shown.shown_text(text, max_claim);
}

/** Claims that bind the token to this login and say nothing of the user. */
const unshown = ["at_hash", "c_hash", "nonce"];

/** The user's claims, cut. */
function shown_claims(claims: JsonObject): Pick<TestOutcome, "claims" | "more"> {
  const names = strings.sorted_keys(claims).filter((name) => !unshown.includes(name));
  const list = names.slice(0, max_claims).map((name) => ({
    name: shown.shown_text(name, max_claim),
    value: claim_text(claims[name]),
  }));
  return { claims: list, more: names.length > max_claims ? true : undefined };
}

function shown_list(list: string[]): string[] | undefined {
  return list.length > 0 ? list.slice(0, max_claims).map((item) => shown.shown_text(item, max_claim)) : undefined;
}

/** The outcome for the page, and the user for the log. */
export interface Outcome {
  outcome: TestOutcome;
  who: LogPair[];
}

/** Reasons with their values cut. */
function shown_reasons(reasons: Reasons): Reasons {
  const cut: Reasons = {};
  for (const role of strings.sorted_keys(reasons)) {
    cut[role] = (reasons[role] ?? []).slice(0, max_claims).map((reason) => ({
      rule: reason.rule,
      claim: reason.claim,
      value: shown.shown_text(reason.value, max_claim),
    }));
  }
  return cut;
}

/** The outcome for a user: which roles match, why, and how far they reach, or why none does. */
export function of_claims(io: Io, config: Config, claims: JsonObject, rules: RoleRules, notes: Facts): Outcome {
  const outcome: TestOutcome = shown_claims(claims);
  const user = roles.user_of(rules, claims);
  outcome.email = user.email !== undefined ? shown.shown_text(user.email, max_claim) : undefined;
  outcome.groups = shown_list(user.groups);
  const found = log.format_details(notes);
  outcome.notes = found !== "" ? shown.shown_text(found, max_claim) : undefined;
  const who = log_identity.pairs_of_claims(config, claims);
  const match = roles.find_roles_for_user(rules, claims);
  if (!match.ok) {
    const failure = refused(match);
    outcome.code = failure.code;
    outcome.why = failure.why;
  } else {
    outcome.roles = match.data.roles.map((role) => role.name);
    outcome.username = match.data.role_name;
    outcome.because = shown_reasons(preview.reasons_of(rules, claims, match.data));
    const rights = preview.rights_of(io, match.data);
    outcome.can = rights.can;
    outcome.pages = rights.pages;
    outcome.logs_out = rights.logs_out;
  }
  return { outcome, who };
}
