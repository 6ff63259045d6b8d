/** Buttons below the fields of addresses. */
import { fill } from "../../sso_login/base/log_texts";
import { first } from "../../sso_login/base/public_names";
import { redirectUriHere } from "./addresses";
import { openCaDialog } from "./ca_dialog";
import { button, copyText } from "../kit/panels";
import { drawBelow, fieldText, setFields, type FormContext } from "./form_context";
import { redirectUriOf } from "../saving/providers";

const plain = { kind: "neutral sso-login-here" };

function copyButton(field: HTMLElement): HTMLElement {
  return button("copy", _("Copy"), () => copyText(field.querySelector("input") ?? field), plain);
}

/** A button that puts an address of this router into a field that has another. */
function hereButton(context: FormContext, name: string, value: string, here: string): (Node | string)[] {
  const label = fill(_("Use %{address}"), { address: here });
  return value === here ? [] : [" ", button("here", label, () => setFields(context, { [name]: here }), plain)];
}

/** Adds the buttons that copy the redirect URI, fill in addresses of this router, and take a certificate. */
export function decorateAddresses(context: FormContext): void {
  const { options, provider } = context;
  const redirect = options.get("redirect_uri");
  const addButtons = (name: string, buttons: (field: HTMLElement, value: string) => (Node | string)[]): void => {
    if (context.mayWrite) {
      drawBelow(options.get(name), (field, value) => [E("div", { class: "sso-login-buttons" }, buttons(field, value))]);
    }
  };
  const here = (): string => {
    const address = redirectUriHere(window.location);
    return provider.name() === first ? address : redirectUriOf(address, provider.name());
  };
  if (redirect !== undefined) {
    redirect.default = context.mayWrite ? here() : null;
  }
  addButtons("redirect_uri", (field, value) => [
    copyButton(field),
    ...(value === "" ? [] : hereButton(context, "redirect_uri", value, here())),
  ]);
  if ((context.start.values["client_id"] ?? "") === "") {
    addButtons("issuer_url", () => [button("register", _("Register this router"), context.register, plain)]);
  }
  const after = "post_logout_redirect_uri";
  addButtons(after, (field, value) => [
    copyButton(field),
    ...hereButton(context, after, value, redirectUriHere(window.location).replace("/sso-login/callback", "/luci/")),
  ]);
  const logout = E("code", { "data-name": "backchannel-address" });
  const copyAddress = (): Promise<void> => {
    logout.textContent = fieldText(context, "redirect_uri").replace("/callback", "/backchannel-logout");
    return copyText(logout);
  };
  addButtons("backchannel_logout", () => [logout, " ", button("copy", _("Copy its address"), copyAddress, plain)]);
  const keep = (path: string): void => setFields(context, { ca_file: path });
  addButtons("ca_file", () => [
    button("paste", _("Paste or upload a certificate"), () => openCaDialog(keep, provider.name()), plain),
  ]);
}
