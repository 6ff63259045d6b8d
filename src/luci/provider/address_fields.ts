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

/** A button that puts an address of this router into a field, shown while that has another. */
function hereButton(context: FormContext, name: string, field: HTMLElement, here: string): (Node | string)[] {
  const use = (): void => {
    setFields(context, { [name]: here });
    field.querySelector("input")?.focus();
  };
  const shown = button("here", fill(_("Use %{address}"), { address: here }), use, plain);
  const { report } = context;
  context.report = (options) => {
    shown.classList.toggle("hidden", options.values[name] === here);
    report(options);
  };
  return [" ", shown];
}

/** Adds the buttons that copy the redirect URI, fill in addresses of this router, and take a certificate. */
export function decorateAddresses(context: FormContext, register: () => void): void {
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
    ...(value === "" ? [] : hereButton(context, "redirect_uri", field, here())),
  ]);
  if ((context.start.values["client_id"] ?? "") === "") {
    addButtons("issuer_url", () => [button("register", _("Register this router"), register, plain)]);
  }
  const after = "post_logout_redirect_uri";
  addButtons(after, (field) => [
    copyButton(field),
    ...hereButton(context, after, field, redirectUriHere(window.location).replace("/sso-login/callback", "/luci/")),
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
