/** The router's public keys, to be registered at a provider, and the making of one. */
import { asObject, readJwks, refuseError } from "./answers";
import { callKey } from "./calls";
import { copyText } from "./copy";
import { button, messageOf, notice, place } from "./panels";

export interface KeysTask {
  /** "" where there is none. */
  jwks: string;
  mayWrite: boolean;
  /** What the key to be made signs with. */
  algorithm: () => string;
  /** True where it has been said what the failure of a call is. */
  failed: (failure: unknown) => boolean;
}

export function keysPanel({ jwks, mayWrite, algorithm, failed }: KeysTask): HTMLElement {
  const keys = E("pre", { "data-name": "jwks" });
  const message = place("key-message");
  const retired = E("span", {});
  const show = (text: string): void => {
    keys.textContent = text || _("There is no key yet.");
    // A key in use and the one before it; more there are not.
    const hasOlder = mayWrite && text.split('"kid"').length > 2;
    const title = _("Remove the older key");
    dom.content(retired, hasOlder ? [button("retire-key", title, title, () => change(true))] : []);
  };
  const change = async (retire: boolean): Promise<void> => {
    try {
      const answer = asObject(await callKey(algorithm(), retire));
      refuseError(answer);
      show(readJwks(answer));
      dom.content(message, []);
    } catch (failure) {
      if (!failed(failure)) {
        dom.content(message, [notice("error", [messageOf(failure)])]);
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
