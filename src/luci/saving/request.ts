/** The arguments of calls with the settings on the page, saved or not. */
import { first } from "../../sso_login/base/public_names";
import type { OptionsAnswer } from "../../sso_login/answers/ubus_answers";
import { same_provider } from "../../sso_login/settings/unsaved_secret";
import { plainOptions, type EditedOptions, type EditedProvider, type EditedSettings } from "./changes";

/** The options of a provider that are set; an untyped secret is left to the service. */
function valuesOf(
  section: string,
  { values, clientSecret }: EditedProvider | EditedSettings,
): { [option: string]: string } {
  const options = plainOptions(section).map(({ name }): [string, string] => [name, values[name] ?? ""]);
  const set = Object.fromEntries(options.filter(([, value]) => value !== ""));
  return clientSecret ? { ...set, client_secret: clientSecret } : set;
}

/** The arguments `values`, `roles`, `providers` and `provider`; the last two only where there are further providers. */
export function requestArguments(edited: EditedSettings, provider?: string): unknown[] {
  const further = edited.providers.map((one) => ({ name: one.name, values: valuesOf(one.name, one) }));
  const ofProviders = further.length === 0 ? [undefined, undefined] : [further, provider];
  return [valuesOf(first, edited), edited.roles.map((role) => ({ ...role, savedName: undefined })), ...ofProviders];
}

/** Whether the secret must be typed, as the saved one belongs to another provider. */
export function needsSecret({ values, clientSecret }: EditedProvider | EditedOptions, saved: OptionsAnswer): boolean {
  const isKey = values["token_endpoint_auth_method"] === "private_key_jwt";
  return !clientSecret && !isKey && !same_provider(values, saved.values);
}
