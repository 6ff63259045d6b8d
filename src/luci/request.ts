/** What the service is asked about what the page shows, saved or not. */
import { first } from "../sso_login/base/names";
import { plainOptions, type EditedProvider, type EditedSettings, type Role } from "./changes";

/** A provider's options that are set; an untyped secret is left to the service. */
function valuesOf(
  section: string,
  { values, clientSecret }: EditedProvider | EditedSettings,
): { [option: string]: string } {
  const set: { [option: string]: string } = {};
  for (const { name } of plainOptions(section)) {
    const value = values[name] ?? "";
    if (value !== "") {
      set[name] = value;
    }
  }
  return clientSecret ? { ...set, client_secret: clientSecret } : set;
}

/** What `sso-login check` and its like are given. */
export interface CheckRequest {
  values: { [option: string]: string };
  roles: Partial<Role>[];
  /** Absent where there is none beside the first. */
  providers?: { name: string; values: { [option: string]: string } }[];
}

/** Everything as the page shows it. */
export function checkRequest(edited: EditedSettings): CheckRequest {
  const further = edited.providers.map((one) => ({ name: one.name, values: valuesOf(one.name, one) }));
  return {
    values: valuesOf(first, edited),
    roles: edited.roles.map(({ name, email, group, sub, sub_issuer, client, access, provider, read, write }) => ({
      ...{ name, email, group, sub, client, access, read, write },
      ...(sub_issuer === undefined ? {} : { sub_issuer }),
      ...(provider.length === 0 ? {} : { provider }),
    })),
    ...(further.length === 0 ? {} : { providers: further }),
  };
}

/** The arguments of a call with all that: at a provider where one is named. */
export function requestArguments(edited: EditedSettings, provider?: string): unknown[] {
  const { values, roles, providers } = checkRequest(edited);
  return [values, roles, providers, providers && provider];
}
