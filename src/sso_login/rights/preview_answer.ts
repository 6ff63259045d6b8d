/** The answer of a preview, which the settings page shows. */
import type { List } from "io/json";
import type { RoleAccess } from "./permissions";
import type { Rule } from "./role_matching";

/** The reason why a user has a role: the rule of its section, and the claim with the matching value. */
export interface Reason {
  rule: Rule;
  claim: string;
  value: string;
}

/** Reasons by role. */
export type Reasons = { [role: string]: Reason[] };

/** The roles of a user in their order, with reasons and levels; only `roles` where there is none. */
export interface Preview {
  roles: string[];
  username?: string;
  because?: Reasons;
  can?: { [role: string]: RoleAccess };
  /** The pages that the user sees, as the titles of the menu entries that lead to each. */
  pages?: List<List<string>>;
  /** Whether "Log out" is among them. */
  logs_out?: boolean;
}
