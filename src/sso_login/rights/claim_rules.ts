/** The claims that decide about roles, by the options `email_claim` and `groups_claim`. Pure functions. */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import * as strings from "../base/strings";
import * as json_values from "../base/json_values";

/** Absent options mean the claims `email` and `groups`. */
export interface ClaimRules {
  groups_claim?: string[];
  email_claim?: string;
}

/** The names of the claims that hold groups. */
export function groups_claims(rules: ClaimRules): string[] {
  return rules.groups_claim ?? ["groups"];
}

/** The claim of a name, else of a path through objects (`realm_access.roles`), the shortest first name first; undefined if none, or "". */
export function find(claims: JsonObject, name: string): unknown {
  if ((claims[name] ?? "") !== "") {
    return claims[name];
  }
  let dot = name.indexOf(".");
  while (dot >= 0) {
    const inner = claims[name.substring(0, dot)];
    const found = json.is_object(inner) ? find(inner, name.substring(dot + 1)) : undefined;
    if (found !== undefined) {
      return found;
    }
    dot = name.indexOf(".", dot + 1);
  }
  return undefined;
}

/** The name of the claim that holds the e-mail. */
export function email_claim(rules: ClaimRules): string {
  return rules.email_claim ?? "email";
}

/** The claim that holds the e-mail, of any type. */
export function email_of(rules: ClaimRules, claims: JsonObject): unknown {
  return find(claims, email_claim(rules));
}

/** Whether claims deny that the user's e-mail is verified. */
export function denies_email(claims: JsonObject): boolean {
  const mark = claims.email_verified;
  return mark !== undefined && mark !== true && mark !== "true";
}

/** A groups claim as a list: an array's strings, a single string, or `with_keys` an object's keys whose values are not `false`. */
export function group_names(value: unknown, with_keys: boolean): string[] {
  // An empty array of ucode has no keys.
  if (with_keys && json.is_object(value) && !json.is_array(value)) {
    return strings.sorted_keys(value).filter((key) => value[key] !== false);
  }
  return typeof value === "string" ? [value] : (json_values.strings_of(value) ?? []);
}

/** The groups of all groups claims; undefined where no such claim is there. Keys of objects count where the option is set. */
export function groups_of(rules: ClaimRules, claims: JsonObject): string[] | undefined {
  let groups: string[] | undefined;
  for (const name of groups_claims(rules)) {
    const claim = find(claims, name);
    if (claim !== undefined) {
      groups = (groups ?? []).concat(group_names(claim, rules.groups_claim !== undefined));
    }
  }
  return groups;
}

/** Whether claims have an e-mail. */
export function has_email(rules: ClaimRules, claims: JsonObject): boolean {
  const email = email_of(rules, claims);
  return typeof email === "string" && email !== "";
}
