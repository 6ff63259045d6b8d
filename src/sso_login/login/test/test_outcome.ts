/** The outcome of a test login for the settings page: claims, groups, roles and rights of a user. All texts are cut. */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io } from "../../base/io";
import type { LogPair } from "../../base/log";
import * as failure_facts from "../../base/failure_facts";
import * as public_names from "../../base/public_names";
import * as shown from "../shown";
import * as strings from "../../base/strings";
import { err, type Err, type Facts } from "../../result";
import * as log_identity from "../../rpcd/log_identity";
import * as menu from "../../rights/menu";
import * as preview from "../../rights/preview";
import type { Reasons } from "../../rights/preview_answer";
import type { Config } from "../../settings/provider_config";
import * as role_matching from "../../rights/role_matching";
import type { RoleRules } from "../../rights/role_matching";
import type { TestOutcome } from "./test_result";

/** Bytes of a shown claim, and how many claims are shown. */
const max_claim = 400;
const max_claims = 50;

/** Facts of the log, cut. */
function shown_facts(given: Facts): Facts {
  const facts: Facts = {};
  for (const name of strings.sorted_keys(given)) {
    const fact = given[name];
    facts[name] = typeof fact === "string" ? shown.shown_text(fact, max_claim) : fact;
  }
  return facts;
}

/** The outcome of a refusal: its code, and its facts. */
export function refused(failure: Err): Pick<TestOutcome, "code" | "facts"> {
  return { code: failure.error, facts: shown_facts(failure_facts.open(failure)) };
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
  const shown_names = strings.sorted_keys(claims).filter((name) => !unshown.includes(name));
  const list = shown_names.slice(0, max_claims).map((name) => ({
    name: shown.shown_text(name, max_claim),
    value: claim_text(claims[name]),
  }));
  const more = shown_names.length > max_claims ? true : undefined;
  return { claims: list, more };
}

function shown_list(list: string[]): string[] | undefined {
  return list.length > 0 ? list.slice(0, max_claims).map((item) => shown.shown_text(item, max_claim)) : undefined;
}

/** The outcome for the page, and the user for the log. */
export interface LoggedOutcome {
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
export function of_claims(io: Io, config: Config, claims: JsonObject, rules: RoleRules, notes: Facts): LoggedOutcome {
  const outcome: TestOutcome = shown_claims(claims);
  const user = role_matching.user_of(rules, claims);
  outcome.email = user.email !== undefined ? shown.shown_text(user.email, max_claim) : undefined;
  outcome.groups = shown_list(user.groups);
  outcome.notes = shown_facts(notes);
  const who = log_identity.pairs_of_claims(config, claims);
  const found = preview.find(io, rules, claims);
  let failure: Err | undefined;
  if (!found.ok) {
    failure = found;
  } else {
    const match = found.data.shown;
    outcome.roles = match.roles;
    outcome.username = match.username;
    outcome.because = shown_reasons(match.because);
    outcome.can = match.can;
    outcome.pages = match.pages;
    outcome.logs_out = match.logs_out;
    const page = menu.choose(io, config.webui_path ?? public_names.luci_cookie_path, found.data.grants, undefined);
    failure = page.ok ? undefined : err(page.error, { role: match.roles.join(",") });
  }
  if (failure !== undefined) {
    const refusal = refused(failure);
    outcome.code = refusal.code;
    outcome.facts = refusal.facts;
  }
  return { outcome, who };
}
