/** The rights that claims would give, and the reasons; no session is created. */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as json_values from "../base/json_values";
import * as claim_rules from "./claim_rules";
import * as role_matching from "./role_matching";
import type { Role } from "../settings/role_sections";
import type { RoleMatch, RoleRules } from "./role_matching";
import * as access_level from "./access_level";
import * as acl from "./acl";
import * as menu from "./menu";
import * as permissions from "./permissions";
import * as role_rights from "./role_rights";
import type { Preview, Reason, Reasons } from "./preview_answer";

/** The rights of a user with roles. */
type Rights = Required<Pick<Preview, "can" | "pages" | "logs_out">>;

/** The access of each matching role, by name, and the pages of all together. */
export function rights_of(io: Io, match: RoleMatch): Rights {
  const all = acl.read_groups(io).groups;
  const levels = access_level.of_groups(io, all, menu.serving_groups(io));
  const menu_pages = menu.all_pages(io);
  const can: { [role: string]: permissions.RoleAccess } = {};
  for (const role of match.roles) {
    const found = permissions.role_access(io, levels, menu_pages, role);
    can[role.name] = { verdict: found.verdict, groups: json.list(found.groups), pages: json.list(found.pages) };
  }
  const groups = acl.groups_in(role_rights.grants_for(io, all, match.roles));
  const pages = menu_pages.filter((page) => page.groups.every((group) => groups.includes(group)));
  return {
    can,
    pages: json.list(pages.map((page) => json.list(page.titles))),
    logs_out: groups.includes(public_names.luci_group),
  };
}

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
