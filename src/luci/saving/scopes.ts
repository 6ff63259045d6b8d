/** The scopes that the roles on the page need. No DOM in here. */
import { first } from "../../sso_login/base/public_names";
import { split_words } from "../../sso_login/base/strings";
import { unrequested } from "../../sso_login/rights/needed_scopes";
import type { EditedSettings } from "./changes";

/** The scopes that roles need and the settings do not request of a provider; some providers send the claims all the same. */
export function unrequestedScopes({ values, providers, roles }: EditedSettings, provider = first): string[] {
  const own = provider === first ? values : (providers.find(({ name }) => name === provider)?.values ?? {});
  const words = (option: string): string[] => split_words(own[option] ?? "", " ");
  const groups = words("groups_claim");
  return unrequested(roles, {
    provider,
    scope: own["scope"] ?? "",
    groups_claim: groups.length > 0 ? groups : undefined,
    email_claim: own["email_claim"] || undefined,
  });
}

/** An option `scope` with more scopes. */
export function withScopes(scope: string, more: string[]): string {
  return [scope, ...more].join(" ").trim();
}
