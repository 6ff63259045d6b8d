/** The scopes that bring the claims by which roles match users. Pure functions. */
import * as strings from "../base/strings";
import type { Role } from "../settings/role_sections";
import * as claim_rules from "./claim_rules";
import * as role_matching from "./role_matching";

/** The scopes that a provider is asked for, and the places of its claims. */
export interface Request extends claim_rules.ClaimRules {
  /** The section of the provider; `default` where absent. */
  provider?: string;
  /** Scopes with blanks between. */
  scope: string;
}

/** The scopes by the claims that they bring (OpenID Connect Core section 5.4); providers that have a scope for groups call it so. */
const scopes: { [claim: string]: string | undefined } = {
  email: "email",
  groups: "groups",
  preferred_username: "profile",
};

/** The claims that roles for people go by at the provider. */
function claims_of(roles: Role[], request: Request): string[] {
  const own = roles.filter(
    (role) => role_matching.counts_at(role, request.provider) && role_matching.allows(role, "web"),
  );
  const claims: string[] = [];
  if (own.some((role) => (role.email ?? []).length > 0)) {
    claims.push(claim_rules.email_claim(request));
  }
  return own.some((role) => (role.group ?? []).length > 0) ? claims.concat(claim_rules.groups_claims(request)) : claims;
}

/** The scopes of the claims that roles go by, as far as the provider is not asked for them. Some providers send such claims all the same. */
export function unrequested(roles: Role[], request: Request): string[] {
  const requested = strings.split_words(request.scope, " ");
  const missing: string[] = [];
  for (const claim of claims_of(roles, request)) {
    const scope = scopes[claim];
    strings.add_missing(missing, scope === undefined || requested.includes(scope) ? [] : [scope]);
  }
  return missing;
}
