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

/** The claim of a name, else that of a path through objects (`realm_access.roles`), the shortest first name first; undefined if none. */
export function find(claims: JsonObject, name: string): unknown {
  if (claims[name] !== undefined) {
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

/** A groups claim as a list: an array's strings, a single string, or `with_keys` an object's keys whose values are not `false`. */
export function group_names(value: unknown, with_keys: boolean): string[] {
  if (with_keys && json.is_object(value)) {
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

/** The names of the claims of the options that a token lacks. */
export function absent_claims(rules: ClaimRules, claims: JsonObject): string[] {
  return [email_claim(rules)].concat(groups_claims(rules)).filter((name) => find(claims, name) === undefined);
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
  const value = find(claims, name);
  const has_groups = group_names(value, rules.groups_claim !== undefined).length > 0;
  return has_groups && name !== email_claim(rules) ? undefined : kind_of(value);
}

/** The claims of the options that are of another kind than they must be, with their kinds. */
export function other_kinds(rules: ClaimRules, claims: JsonObject): string[] {
  const list: string[] = [];
  for (const name of [email_claim(rules)].concat(groups_claims(rules))) {
    const kind = other_kind(rules, claims, name);
    if (kind !== undefined) {
      list.push(name + " " + kind);
    }
  }
  return list;
}

/** Whether the provider left out groups as too many (Entra ID's overage): OpenID Connect Core section 5.6.2. */
function has_overage(claims: JsonObject): boolean {
  const names = claims._claim_names;
  return claims.hasgroups === true || (json.is_object(names) && names.groups !== undefined);
}

/** The advice about groups that no rule can read, an id in `texts`; undefined without one. */
export function groups_advice(rules: ClaimRules, claims: JsonObject): string | undefined {
  const found = groups_of(rules, claims);
  if (found === undefined) {
    return has_overage(claims) ? "groups_overage" : undefined;
  }
  const kinds = groups_claims(rules).map((name) => other_kind(rules, claims, name) ?? "");
  if (kinds.some((kind) => kind.startsWith("is an object"))) {
    return "groups_by_path";
  }
  return kinds.some((kind) => kind !== "") ? "groups_as_texts" : undefined;
}
