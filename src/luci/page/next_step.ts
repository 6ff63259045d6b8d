/** The next step on the way to the first login. No DOM in here. */
import { first } from "../../sso_login/base/public_names";
import type { SavedAnswer } from "../../sso_login/answers/ubus_answers";
import { neededScopes } from "../provider/presets";
import { settingsProblems, type Place } from "../provider/settings_problems";
import { uciCalls, type EditedSettings, type Values } from "../saving/changes";
import { unrequestedScopes } from "../saving/scopes";
import type { SettingsModel } from "../saving/settings_model";

/**
 * A field of the provider, something wrong, a role, scopes that roles need, the switch, or a save that is missing; "check" where only the check
 * knows whether the provider wants the scopes.
 */
export type NextStep =
  | { step: "field"; option: string }
  | { step: "wrong"; problem: string; place: Place }
  | { step: "scope"; provider: string; scopes: string[] }
  | { step: "check"; scopes: string[] }
  | { step: "role" | "enable" | "save" | "none" };

/** The options without which no login works, in the order of the fields. */
const needed = ["redirect_uri", "issuer_url", "client_id"];

/** The first empty field of the provider that must be filled in. */
function emptyField(base: SavedAnswer, edited: EditedSettings, here: string): string | undefined {
  const { redirect_uri = "", issuer_url = "" } = edited.values;
  // The package makes a redirect URI of the router's name, by which browsers may not know it.
  if (issuer_url === "" && redirect_uri === base.values["redirect_uri"] && redirect_uri !== here) {
    return "redirect_uri";
  }
  const isKept = base.client_secret_set && !edited.removeClientSecret;
  const hasProof =
    isKept || edited.clientSecret !== "" || edited.values["token_endpoint_auth_method"] === "private_key_jwt";
  return needed.find((option) => (edited.values[option] ?? "") === "") ?? (hasProof ? undefined : "client_secret");
}

/** The scopes that roles need and the settings do not request of the providers that logins use: of each, those that it wants, or may want. */
function scopesOf(
  model: SettingsModel,
  edited: EditedSettings,
): { provider: string; wanted: string[]; open: string[] }[] {
  const all: { name: string; values: Values }[] = [{ name: first, values: edited.values }, ...edited.providers];
  const on = all.filter(({ values }) => values["enabled"] === "1");
  return (on.length > 0 ? on : all.slice(0, 1)).map(({ name: provider, values }) => {
    const known = neededScopes(values);
    // The check has asked the provider itself.
    const isWanted = (scope: string): boolean | undefined =>
      model.offersScope(values["issuer_url"] ?? "", scope) ?? known?.includes(scope);
    const scopes = unrequestedScopes(edited, provider);
    return {
      provider,
      wanted: scopes.filter((scope) => isWanted(scope) === true),
      open: scopes.filter((scope) => isWanted(scope) === undefined),
    };
  });
}

/** The step that the settings on the page lack first; `here` is the redirect URI by the address in the browser. */
export function nextStep(model: SettingsModel, here: string): NextStep {
  const { base } = model;
  const edited = model.edited();
  const isFurther = edited.providers.some(({ values }) => values["enabled"] === "1");
  const option = isFurther ? undefined : emptyField(base, edited, here);
  if (option !== undefined) {
    return { step: "field", option };
  }
  const [wrong] = settingsProblems(model);
  if (wrong !== undefined) {
    return { step: "wrong", problem: wrong.text, place: wrong.place };
  }
  if (!edited.roles.some(({ email, group, sub, client }) => [...email, ...group, ...sub, ...client].length > 0)) {
    return { step: "role" };
  }
  const scopes = scopesOf(model, edited);
  const lacking = scopes.find(({ wanted }) => wanted.length > 0);
  if (lacking !== undefined) {
    return { step: "scope", provider: lacking.provider, scopes: lacking.wanted };
  }
  if (edited.values["enabled"] !== "1" && !isFurther) {
    return { step: "enable" };
  }
  if (uciCalls(base, edited).length > 0) {
    return { step: "save" };
  }
  const open = [...new Set(scopes.flatMap((one) => one.open))];
  return open.length > 0 ? { step: "check", scopes: open } : { step: "none" };
}
