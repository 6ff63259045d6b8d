/** The panel with the router's public keys, which are registered at a provider; it can make one. */
import { callKey } from "../saving/calls";
import { attempt, button, copyText, liveRegion } from "../kit/panels";
import type { FormTask } from "./form_context";

/** The panel; `algorithm` gives that of a key to be made. */
export function keysPanel({ jwks, mayWrite }: FormTask, algorithm: () => string): HTMLElement {
  const keys = E("pre", { "data-name": "jwks" });
  const message = liveRegion("key-message");
  const retired = E("span", {});
  const show = (set: FormTask["jwks"]): void => {
    const text = set === undefined ? "" : JSON.stringify(set, null, 2);
    keys.textContent = text || _("There is no key yet.");
    // There are at most two: the key in use and the one before it.
    const hasOlder = mayWrite && text.split('"kid"').length > 2;
    dom.content(retired, hasOlder ? [button("retire-key", _("Remove the older key"), () => change(true))] : []);
  };
  const change = (retire: boolean): Promise<void> =>
    attempt(message, async () => show((await callKey(algorithm(), retire)).jwks));
  const buttons = [
    button("copy-key", _("Copy"), () => copyText(keys), { label: _("Copy the public keys") }),
    " ",
    button("make-key", _("Make a key"), () => change(false)),
    " ",
    retired,
  ];
  show(jwks);
  return E("div", { "data-name": "keys" }, [
    E("div", {}, [_("Public keys of this router")]),
    keys,
    ...(mayWrite ? [E("div", { class: "sso-login-buttons" }, buttons)] : []),
    message,
  ]);
}
