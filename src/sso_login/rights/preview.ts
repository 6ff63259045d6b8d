/** The rights that claims would give, and the reasons; no session is created. */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as json_values from "../base/json_values";
import * as claim_rules from "./claim_rules";
import * as role_matching from "./role_matching";
import { ok, type Result } from "../result";
import type { Role } from "../settings/role_sections";
import type { RoleMatch, RoleRules } from "./role_matching";
import * as access_level from "./access_level";
import * as acl from "./acl";
import * as menu from "./menu";
import * as permissions from "./permissions";
import * as unknown_groups from "./unknown_groups";
import * as role_rights from "./role_rights";
import type { Preview, Reason, Reasons } from "./preview_answer";

function reasons_for(role: Role, rules: RoleRules, claims: JsonObject, client?: string): Reason[] {
  const user = role_matching.user_of(rules, claims, client);
  const reasons: Reason[] = [];
  for (const rule of role_matching.rules_listing(role, user)) {
    if (rule === "email") {
      reasons.push({ rule, claim: claim_rules.email_claim(rules), value: user.email ?? "" });
    } else if (rule !== "group") {
      reasons.push({ rule, claim: "sub", value: json_values.text_of(user.sub) });
    }
    for (const claim of rule === "group" ? claim_rules.groups_claims(rules) : []) {
      const groups = claim_rules.group_names(claim_rules.find(claims, claim), rules.groups_claim !== undefined);
      for (const value of groups.filter((group) => (role.group ?? []).includes(group))) {
        reasons.push({ rule, claim, value });
      }
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

/** The roles of a user with their reasons and rights, and the grants of a session. */
export interface Found {
  shown: Required<Preview>;
  grants: acl.Grants;
}

/** The rights that claims would give; `client` is the client of an access token. USER_NOT_AUTHORIZED. */
export function find(io: Io, rules: RoleRules, claims: JsonObject, client?: string): Result<Found> {
  const match = role_matching.find_roles_for_user(rules, claims, client);
  if (!match.ok) {
    return match;
  }
  const read = acl.read_groups(io);
  const all = read.groups;
  const levels = unknown_groups.mark(access_level.of_groups(io, all), read.ignored);
  const menu_pages = menu.all_pages(io);
  const can: { [role: string]: permissions.RoleAccess } = {};
  for (const role of match.data.roles) {
    const found = permissions.role_access(io, levels, menu_pages, role);
    can[role.name] = { verdict: found.verdict, groups: json.list(found.groups), pages: json.list(found.pages) };
  }
  const grants = role_rights.grants_of_roles(io, all, match.data.roles);
  const groups = acl.groups_in(grants);
  const pages = menu_pages.filter((page) => page.groups.every((group) => groups.includes(group)));
  const shown = {
    roles: json.list(match.data.roles.map((role) => role.name)),
    username: match.data.role_name,
    because: reasons_of(rules, claims, match.data, client),
    can,
    pages: json.list(pages.map((page) => json.list(page.titles))),
    logs_out: groups.includes(public_names.luci_group),
  };
  return ok({ shown, grants });
}
