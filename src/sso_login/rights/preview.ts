/** The rights that claims would give, and the reasons; no session is created. */
import * as json from "io/json";
import type { JsonObject, List } from "io/json";
import type { Io } from "../base/io";
import * as values from "../base/values";
import * as claim_rules from "./claim_rules";
import * as roles from "./roles";
import type { Role } from "../settings/role_sections";
import type { RoleMatch, RoleRules } from "./roles";
import * as access_level from "./access_level";
import * as acl from "./acl";
import * as permissions from "./permissions";

/** The reason why a user has a role: the rule of its section, and the claim with the matching value. */
export interface Reason {
  rule: "email" | "sub" | "group" | "client";
  claim: string;
  value: string;
}

/** Reasons by role. */
export type Reasons = { [role: string]: Reason[] };

/** The roles of a user in their order, with reasons and levels; only `roles` where there is none. */
export interface Preview {
  roles: List<string>;
  username?: string;
  because?: Reasons;
  can?: { [role: string]: permissions.RoleAccess };
}

/** The access of each matching role, by name. */
export function access_of_roles(io: Io, match: RoleMatch): { [role: string]: permissions.RoleAccess } {
  const groups = access_level.of_groups(io, acl.read_groups(io).groups);
  const access: { [role: string]: permissions.RoleAccess } = {};
  for (const role of match.roles) {
    const found = permissions.role_access(io, groups, role);
    access[role.name] = { verdict: found.verdict, groups: json.list(found.groups) };
  }
  return access;
}

function reasons_for(role: Role, rules: RoleRules, claims: JsonObject, client?: string): Reason[] {
  const user = roles.user_of(rules, claims, client);
  const reasons: Reason[] = [];
  const is_machine = roles.is_program(user);
  // Elsewhere it is the subject that counts, and nothing else.
  const counts = roles.counts_at(role, rules.provider);
  if (counts && roles.lists_client(role, user)) {
    reasons.push({ rule: "client", claim: "sub", value: values.text_of(user.sub) });
  }
  if (counts && !is_machine && roles.lists_email(role, user.email)) {
    reasons.push({ rule: "email", claim: claim_rules.email_claim(rules), value: user.email ?? "" });
  }
  if (!is_machine && roles.lists_sub(role, user)) {
    reasons.push({ rule: "sub", claim: "sub", value: values.text_of(user.sub) });
  }
  for (const claim of counts ? claim_rules.groups_claims(rules) : []) {
    const groups = claim_rules.group_names(claim_rules.find(claims, claim), rules.groups_claim !== undefined);
    for (const value of groups.filter((group) => (role.group ?? []).includes(group))) {
      reasons.push({ rule: "group", claim, value });
    }
  }
  return reasons;
}

/** The reasons for each matching role; `client` is the client of an access token. */
export function reasons_of(rules: RoleRules, claims: JsonObject, match: RoleMatch, client?: string): Reasons {
  const reasons: Reasons = {};
  for (const role of match.roles) {
    reasons[role.name] = reasons_for(role, rules, claims, client);
  }
  return reasons;
}
