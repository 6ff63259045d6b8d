/** The panel with the router's public keys, which are registered at a provider; it can make one. */
import { callKey } from "../saving/calls";
import { copyText } from "../kit/copy";
import { failureText } from "../kit/failure";
import { button, liveRegion, notice } from "../kit/panels";
import type { SavedAnswer } from "../../sso_login/entry_points/ubus_answers";

export interface KeysTask {
  /** Absent where there is none. */
  jwks: SavedAnswer["jwks"];
  mayWrite: boolean;
  /** The algorithm of the key to be made. */
  algorithm: () => string;
  /** Whether the failure of a call has been reported. */
  failed: (failure: unknown) => boolean;
}

export function keysPanel({ jwks, mayWrite, algorithm, failed }: KeysTask): HTMLElement {
  const keys = E("pre", { "data-name": "jwks" });
  const message = liveRegion("key-message");
  const retired = E("span", {});
  const show = (set: KeysTask["jwks"]): void => {
    const text = set === undefined ? "" : JSON.stringify(set, null, 2);
    keys.textContent = text || _("There is no key yet.");
    // There are at most two: the key in use and the one before it.
    const hasOlder = mayWrite && text.split('"kid"').length > 2;
    const title = _("Remove the older key");
    dom.content(retired, hasOlder ? [button("retire-key", title, title, () => change(true))] : []);
  };
  const change = async (retire: boolean): Promise<void> => {
    try {
      show((await callKey(algorithm(), retire)).jwks);
      dom.content(message, []);
    } catch (failure) {
      if (!failed(failure)) {
        dom.content(message, [notice("error", [failureText(failure)])]);
      }
    }
  };
  const title = _("Make a key");
  const buttons = [
    button("copy-key", _("Copy"), _("Copy the public keys"), () => copyText(keys)),
    ...[" ", button("make-key", title, title, () => change(false)), " ", retired],
  ];
  show(jwks);
  return E("div", { "data-name": "keys" }, [
    E("div", {}, [_("Public keys of this router")]),
    keys,
    ...(mayWrite ? [E("div", { class: "sso-login-buttons" }, buttons)] : []),
    message,
  ]);
}
