/** Claims for e-mail and groups that are absent, or of a kind that no rule can read. */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import * as strings from "../base/strings";
import * as json_values from "../base/json_values";
import type { Facts } from "../result";
import * as claim_rules from "../rights/claim_rules";
import type { ClaimRules } from "../rights/claim_rules";
import * as role_matching from "../rights/role_matching";
import type { RoleRules } from "../rights/role_matching";

/** The names of the claims of the options that a token lacks. */
export function absent_claims(rules: ClaimRules, claims: JsonObject): string[] {
  return [claim_rules.email_claim(rules)]
    .concat(claim_rules.groups_claims(rules))
    .filter((name) => claim_rules.find(claims, name) === undefined);
}

/** Names of members that are shown, and bytes of each. */
const max_members = 5;
const max_member = 64;

function member_names(value: JsonObject): string {
  const names = strings.sorted_keys(value).map((name) => name.substring(0, max_member));
  return "(" + names.slice(0, max_members).join(", ") + ")";
}

/** The kind of a claim that is there and is no text: for the log, as such a claim must not look empty. Undefined where nothing is there. */
function kind_of(value: unknown): string | undefined {
  if (typeof value === "boolean") {
    return value ? "is true" : "is false";
  }
  if (typeof value === "number") {
    return "is a number";
  }
  if (json.is_object(value) && strings.sorted_keys(value).length > 0) {
    return "is an object " + member_names(value);
  }
  if (!json.is_array(value) || value.length === 0) {
    return undefined;
  }
  const first = (json_values.objects_of(value) ?? [])[0];
  if (first !== undefined) {
    return "holds objects " + member_names(first);
  }
  return value.some((item) => typeof item === "string") ? "is an array" : "is an array without texts";
}

/** The kind of a claim for the e-mail, or for groups, that is of no use; undefined where it is right or absent. */
export function other_kind(rules: ClaimRules, claims: JsonObject, name: string): string | undefined {
  const value = claim_rules.find(claims, name);
  const has_groups = claim_rules.group_names(value, rules.groups_claim !== undefined).length > 0;
  return has_groups && name !== claim_rules.email_claim(rules) ? undefined : kind_of(value);
}

/** The claims of the options that are of another kind than they must be, with their kinds. */
export function other_kinds(rules: ClaimRules, claims: JsonObject): string[] {
  const list: string[] = [];
  for (const name of [claim_rules.email_claim(rules)].concat(claim_rules.groups_claims(rules))) {
    const kind = other_kind(rules, claims, name);
    if (kind !== undefined) {
      list.push(name + " " + kind);
    }
  }
  return list;
}

/** Whether the provider left out groups as too many (Entra ID's overage): OpenID Connect Core section 5.6.2. */
function has_overage(rules: ClaimRules, claims: JsonObject): boolean {
  const names = claims._claim_names;
  const left_out = json.is_object(names) ? names : {};
  return claims.hasgroups === true || claim_rules.groups_claims(rules).some((name) => left_out[name] !== undefined);
}

/** Signs between names that are one text. */
const separators = [",", ";", "|", "[", "]", '"', "'", "\n"];

/** The words of a text, each between blanks. */
function words_of(text: string): string {
  let rest = text;
  for (const sign of separators) {
    rest = rest.split(sign).join(" ");
  }
  return " " + strings.split_words(rest, " ").join(" ") + " ";
}

/** Whether one of these texts is none of the others, and holds one of them; a distinguished name (RFC 4514) holds none. */
function holds_one(texts: string[], others: string[]): boolean {
  const longer = texts.filter((text) => !text.includes("=") && !others.includes(text));
  return longer.some((text) => others.some((name) => words_of(text).includes(words_of(name))));
}

/** The advice about groups that a role lists, and that did not come or no rule can read, an id in `texts`; undefined without one. */
export function groups_advice(rules: RoleRules, claims: JsonObject): string | undefined {
  const groups = claim_rules.groups_of(rules, claims);
  if (groups === undefined) {
    const absent = rules.roles.some((role) => (role.group ?? []).length > 0) ? "groups_absent" : undefined;
    return has_overage(rules, claims) ? "groups_overage" : absent;
  }
  const kinds = claim_rules.groups_claims(rules).map((name) => other_kind(rules, claims, name) ?? "");
  if (kinds.some((kind) => kind.startsWith("is an object"))) {
    return "groups_by_path";
  }
  if (kinds.some((kind) => kind !== "")) {
    return "groups_as_texts";
  }
  let listed: string[] = [];
  for (const role of rules.roles.filter((one) => role_matching.counts_at(one, rules.provider))) {
    listed = listed.concat(role.group ?? []);
  }
  return holds_one(groups, listed) || holds_one(listed, groups) ? "groups_in_one_text" : undefined;
}

/** The facts about the claims of a user who lacks a role: claims of the options that are absent, and advice about groups. */
export function facts_of(rules: RoleRules, claims: JsonObject): Facts {
  const absent = absent_claims(rules, claims);
  const advice = groups_advice(rules, claims);
  return {
    absent_claims: absent.length > 0 ? absent.join(",") : undefined,
    hint: advice !== undefined ? { id: advice } : undefined,
  };
}
