/** What the command line says of the rights that roles give. */
import * as console from "io/console";
import * as json from "io/json";
import type { JsonObject } from "io/json";
import * as plugin from "io/plugin";
import type { Io } from "../base/io";
import * as check_texts from "../check/texts";
import * as log from "../base/log";
import * as strings from "../base/strings";
import * as values from "../base/values";
import * as acl from "../session/acl";
import type { Grants } from "../session/acl";
import * as lists from "../session/lists";
import type { RoleReach } from "../session/lists";
import * as reach from "../session/reach";
import { err, ok, type Result } from "../result";
import * as rpcd_logins from "../session/rpcd_logins";
import * as session from "../session/session";
import * as load from "../settings/load";
import * as claim_rules from "../settings/claims";
import * as roles from "../settings/roles";
import type { Role, RoleMatch, RoleRules } from "../settings/roles";

/** Grants as scope, object, functions. */
type Scopes = { [scope: string]: { [object: string]: string[] } };

function by_object(grants: Grants): Scopes {
  const scopes: Scopes = {};
  for (const scope of strings.sorted_keys(grants)) {
    const objects: { [object: string]: string[] } = {};
    for (const pair of grants[scope] ?? []) {
      const functions = objects[pair[0]] ?? [];
      functions.push(pair[1]);
      objects[pair[0]] = functions;
    }
    scopes[scope] = objects;
  }
  return scopes;
}

/** How far each matching role reaches, by name. */
function reaches_of(io: Io, match: RoleMatch): { [role: string]: RoleReach } {
  const groups = reach.of_groups(io, acl.read_groups(io).groups);
  const reaches: { [role: string]: RoleReach } = {};
  for (const role of match.roles) {
    const found = lists.reach_of(io, groups, role);
    reaches[role.name] = { verdict: found.verdict, groups: json.list(found.groups) };
  }
  return reaches;
}

/** Bytes of a claim that are shown. */
const max_shown = 200;

/** A claim as far as it decides about roles. */
function print_claim(name: string, claim: unknown, counting: string[]): void {
  const nothing = claim === "" || json.is_array(claim) || json.is_object(claim) ? "empty" : "of no use";
  const shown = counting.length > 0 ? log.escape_value(counting.join(", "), max_shown) : nothing;
  console.print("claim " + name + ": " + (claim === undefined ? "absent" : shown));
}

/** Prints the claims that decide about roles, each with what of it counts. */
function print_claims(rules: RoleRules, claims: JsonObject): void {
  const email = roles.counting_email(rules, claims) ?? "";
  print_claim(claim_rules.email_claim(rules), claim_rules.email_of(rules, claims), email !== "" ? [email] : []);
  for (const name of claim_rules.groups_claims(rules)) {
    const claim = claim_rules.find(claims, name);
    print_claim(name, claim, claim_rules.group_names(claim, rules.groups_claim !== undefined));
  }
  print_claim("sub", claims.sub, typeof claims.sub === "string" ? [claims.sub] : []);
}

/** Why somebody has a role: the rule of its section, and the claim with the value that fits. */
interface Reason {
  rule: "email" | "sub" | "group";
  claim: string;
  value: string;
}

function reasons_for(role: Role, rules: RoleRules, claims: JsonObject): Reason[] {
  const user = roles.user_of(rules, claims);
  const reasons: Reason[] = [];
  if (roles.lists_email(role, user.email)) {
    reasons.push({ rule: "email", claim: claim_rules.email_claim(rules), value: user.email ?? "" });
  }
  if (roles.lists_sub(role, user)) {
    reasons.push({ rule: "sub", claim: "sub", value: values.text_of(user.sub) });
  }
  for (const claim of claim_rules.groups_claims(rules)) {
    const groups = claim_rules.group_names(claim_rules.find(claims, claim), rules.groups_claim !== undefined);
    for (const value of groups.filter((group) => (role.group ?? []).includes(group))) {
      reasons.push({ rule: "group", claim, value });
    }
  }
  return reasons;
}

/** Why somebody has the matching roles, by role. */
type Reasons = { [role: string]: Reason[] };

/** Which rule and which claim gave each matching role. */
function reasons_of(rules: RoleRules, claims: JsonObject, match: RoleMatch): Reasons {
  const reasons: Reasons = {};
  for (const role of match.roles) {
    reasons[role.name] = reasons_for(role, rules, claims);
  }
  return reasons;
}

function print_reasons(reasons: Reasons): void {
  for (const name of strings.sorted_keys(reasons)) {
    for (const reason of reasons[name] ?? []) {
      const value = log.escape_value(reason.value, max_shown);
      console.print(name + ": by " + reason.rule + " " + value + " (claim " + reason.claim + ")");
    }
  }
}

function print_text(match: RoleMatch, reaches: { [role: string]: RoleReach }, scopes: Scopes, reasons: Reasons): void {
  console.print("roles: " + match.roles.map((role) => role.name).join(", "));
  console.print("session user name: " + match.role_name);
  print_reasons(reasons);
  for (const name of strings.sorted_keys(reaches)) {
    const found = reaches[name];
    if (found !== undefined) {
      const words = check_texts.parts["can_" + found.verdict] ?? "";
      const causes = found.groups.length > 0 ? ", by " + found.groups.join(", ") : "";
      console.print(name + ": " + found.verdict + " (" + words + ")" + causes);
    }
  }
  for (const scope of strings.sorted_keys(scopes)) {
    console.print("");
    console.print(scope + ":");
    const objects = scopes[scope] ?? {};
    for (const object of strings.sorted_keys(objects)) {
      console.print("  " + object + ": " + (objects[object] ?? []).join(", "));
    }
  }
}

/** Prints what a user with these roles is allowed, and why where that is known, as text or as one JSON object. */
function print(io: Io, match: RoleMatch, as_json: boolean, reasons?: Reasons): void {
  const scopes = by_object(session.grants_of(io, match));
  const reaches = reaches_of(io, match);
  if (as_json) {
    const names = match.roles.map((role) => role.name);
    const answer = { roles: names, username: match.role_name, because: reasons, can: reaches, rights: scopes };
    console.print(plugin.encode_answer(answer));
  } else {
    print_text(match, reaches, scopes, reasons ?? {});
  }
}

/** Bytes of claims: four times the largest ID Token. */
const max_claims = 65536;

/** The claims in a file, or on standard input (`-`). */
function read_claims(io: Io, file: string): Result<JsonObject> {
  const text = file === "-" ? io.read_input(max_claims) : io.read_file(file, max_claims);
  const claims = values.decode_claims(text ?? "");
  return claims.ok ? claims : err("INVALID_REQUEST", { file, reason: "is not a JSON object of at most 64 KB" });
}

/**
 * Prints what a login would be allowed, of `EMAIL GROUP…` or of `--claims FILE`, claims as the provider sends them: these are
 * shown, too, and why they give each role. CONFIG_ERROR, INVALID_REQUEST, USER_NOT_AUTHORIZED.
 */
export function show(io: Io, words: string[], as_json: boolean): Result<true> {
  const config = load.load(io);
  if (!config.ok) {
    return config;
  }
  const from_file = words[0] === "--claims";
  const usable = rpcd_logins.usable_roles(rpcd_logins.read(io), config.data.roles);
  const rules: RoleRules = from_file ? roles.with_roles(config.data, usable) : { roles: usable };
  const claims = from_file ? read_claims(io, words[1] ?? "") : ok({ email: words[0], groups: words.slice(1) });
  if (!claims.ok) {
    return claims;
  }
  const match = roles.find_roles_for_user(rules, claims.data);
  if (from_file && !as_json) {
    print_claims(rules, claims.data);
  }
  if (!match.ok) {
    return match;
  }
  print(io, match.data, as_json, from_file ? reasons_of(rules, claims.data, match.data) : undefined);
  return ok(true);
}
