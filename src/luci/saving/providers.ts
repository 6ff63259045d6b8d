/** Providers on the page, without the DOM: their names, and the roles that apply at them. */
import { first } from "../../sso_login/base/public_names";
import type { RoleAnswer, SavedAnswer } from "../../sso_login/answers/ubus_answers";

/** The providers as the page shows them. */
export interface Providers {
  /** Names of those beside the first. */
  further: () => string[];
  /** The issuer of one; "" where there is none of that name. */
  issuerOf(name: string): string;
}

/** All names, the first provider's too. */
export function allNames(providers: Providers): string[] {
  return [first, ...providers.further()];
}

/** The providers at which the e-mails, groups and clients of a role count: without a list the first. */
export function providersOf({ provider }: Pick<RoleAnswer, "provider">): string[] {
  return provider.length > 0 ? provider : [first];
}

/** The providers whose user IDs a role may list: without a list all, as `sub_issuer` names theirs. */
export function subjectProvidersOf({ provider }: Pick<RoleAnswer, "provider">, providers: Providers): string[] {
  return provider.length > 0 ? provider : allNames(providers);
}

/**
 * The list of a role's providers by those that are ticked: an unchanged choice keeps the list, as an empty one and `default` alone differ for user
 * IDs; a changed one names each. None ticked is no choice, which `objectionTo` refuses: the list stays, too.
 */
export function listOfTicked(ticked: string[], role: Pick<RoleAnswer, "provider">): string[] {
  const before = providersOf(role);
  const isUnchanged = ticked.every((name) => before.includes(name)) && before.every((name) => ticked.includes(name));
  return isUnchanged || ticked.length === 0 ? role.provider : ticked;
}

/** The issuer of a saved provider; undefined where there is none of that name. */
export function savedIssuer(saved: Pick<SavedAnswer, "values" | "providers">, name: string): string | undefined {
  const values = name === first ? saved.values : saved.providers.find((one) => one.name === name)?.values;
  return values?.["issuer_url"];
}

/** The redirect URI of a further provider, at the host of another's. */
export function redirectUriOf(other: string, name: string): string {
  return other.replace(/\/callback(\/[^/]*)?$/, `/callback/${name}`);
}
