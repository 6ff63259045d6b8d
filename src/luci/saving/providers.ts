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

/** The providers at which the e-mails, groups and clients of a role apply. */
export function placesOf({ provider }: Pick<RoleAnswer, "provider">): string[] {
  return provider.length > 0 ? provider : [first];
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
