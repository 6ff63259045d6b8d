/** What the page knows of providers, without the DOM: their names, and where a role counts. */
import { first } from "../sso_login/base/names";
import type { EditedProvider, EditedSettings, Role } from "./changes";

/** The providers as the page shows them. */
export interface Providers {
  /** Names of those beside the first. */
  further(): string[];
  /** The issuer of one; "" where there is none of that name. */
  issuerOf(name: string): string;
}

/** All names, the first provider's too. */
export function allNames(providers: Providers): string[] {
  return [first, ...providers.further()];
}

/** The providers at which the e-mails, groups and clients of a role count. */
export function placesOf({ provider }: Pick<Role, "provider">): string[] {
  return provider.length > 0 ? provider : [first];
}

export function countsAt(role: Pick<Role, "provider">, provider: string): boolean {
  return placesOf(role).includes(provider);
}

/** A new provider, which is to be used; `redirectUri` is that of the first. */
export function newProvider(redirectUri: string): EditedProvider {
  const address = redirectUri === "" ? {} : { redirect_uri: redirectUriOf(redirectUri, "") };
  return { name: "", values: { enabled: "1", scope: "openid profile email", ...address }, client_secret_set: false };
}

/** The redirect URI of a further provider, at the host of another's. */
export function redirectUriOf(other: string, name: string): string {
  return other.replace(/\/callback(\/[^/]*)?$/, `/callback/${name}`);
}

/** What the page shows, with one of the further providers as an open dialog has it. */
export function withProvider(
  edited: EditedSettings,
  known: EditedProvider | undefined,
  now: EditedProvider,
): EditedSettings {
  const isKnown = known !== undefined && edited.providers.includes(known);
  const providers = isKnown ? edited.providers.map((one) => (one === known ? now : one)) : [...edited.providers, now];
  return { ...edited, providers };
}
