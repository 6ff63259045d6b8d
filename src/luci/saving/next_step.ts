/** The next step on the way to the first login. No DOM in here. */
import type { SavedAnswer } from "../../sso_login/answers/ubus_answers";
import { uciCalls, type EditedSettings } from "./changes";

/** A field of the provider, a role, the switch, or a save that is missing. */
export type NextStep = { step: "field"; option: string } | { step: "role" | "enable" | "save" | "none" };

/** The options without which no login works, in the order of the fields. */
const needed = ["redirect_uri", "issuer_url", "client_id"];

/** The first empty field of the provider that must be filled in. */
function emptyField(saved: SavedAnswer, edited: EditedSettings, here: string): string | undefined {
  const { redirect_uri = "", issuer_url = "" } = edited.values;
  // The package makes a redirect URI of the router's name, by which browsers may not know it.
  if (issuer_url === "" && redirect_uri === saved.values["redirect_uri"] && redirect_uri !== here) {
    return "redirect_uri";
  }
  const isKept = saved.client_secret_set && !edited.removeClientSecret;
  const hasProof =
    isKept || edited.clientSecret !== "" || edited.values["token_endpoint_auth_method"] === "private_key_jwt";
  return needed.find((option) => (edited.values[option] ?? "") === "") ?? (hasProof ? undefined : "client_secret");
}

/** The step that the settings on the page lack first; `here` is the redirect URI by the address in the browser. */
export function nextStep(saved: SavedAnswer, edited: EditedSettings, here: string): NextStep {
  const isFurther = edited.providers.some(({ values }) => values["enabled"] === "1");
  const option = isFurther ? undefined : emptyField(saved, edited, here);
  if (option !== undefined) {
    return { step: "field", option };
  }
  if (!edited.roles.some(({ email, group, sub, client }) => [...email, ...group, ...sub, ...client].length > 0)) {
    return { step: "role" };
  }
  if (edited.values["enabled"] !== "1" && !isFurther) {
    return { step: "enable" };
  }
  return { step: uciCalls(saved, edited).length > 0 ? "save" : "none" };
}
