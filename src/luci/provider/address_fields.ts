/** Buttons below the fields of addresses. */
import { fill } from "../../sso_login/base/log_texts";
import { first } from "../../sso_login/base/public_names";
import { logoutUriHere, redirectUriHere } from "./addresses";
import { pressing } from "../kit/buttons";
import { openCaDialog } from "./ca_dialog";
import { copyText } from "../kit/copy";
import { fieldText, setFields, type FormContext } from "./form_context";
import { redirectUriOf } from "../saving/providers";

/** Adds buttons below an option's field; they are made when it is drawn. */
function addButtons(
  context: FormContext,
  name: string,
  buttons: (frame: HTMLElement, value: string) => Node[],
  kind: LuciOptionClass = form.Value,
): void {
  const option = context.options.get(name);
  if (option === undefined || context.map.readonly === true) {
    return;
  }
  option.renderWidget = async (sectionId, index, value) => {
    const field = await kind.prototype.renderWidget.call(option, sectionId, index, value);
    const frame = E("div", {}, [field]);
    const made = buttons(frame, typeof value === "string" ? value : "").flatMap((button) => [button, " "]);
    frame.append(E("div", { class: "sso-login-buttons" }, made));
    return frame;
  };
}

function fieldButton(kind: string, label: string, click: () => unknown): HTMLElement {
  const attributes = { class: "cbi-button cbi-button-neutral sso-login-here", "data-name": kind };
  return E("button", { ...attributes, click: pressing(click) }, [label]);
}

/** A button that copies the text of a field. */
function copyButton(frame: HTMLElement): HTMLElement {
  return fieldButton("copy", _("Copy"), () => {
    const input = frame.querySelector("input");
    return input === null ? undefined : copyText(input);
  });
}

/** A button that puts an address of this router into a field that has another. */
function hereButton(context: FormContext, name: string, value: string, here: string): Node[] {
  const label = fill(_("Use %{address}"), { address: here });
  return value === here ? [] : [fieldButton("here", label, () => setFields(context, { [name]: here }))];
}

/** Adds the buttons that copy the redirect URI, fill in addresses of this router, and take a certificate. */
export function decorateAddresses(context: FormContext): void {
  const here = (): string => {
    const address = redirectUriHere(window.location);
    const name = context.provider.name();
    return name === first ? address : redirectUriOf(address, name);
  };
  const redirect = context.options.get("redirect_uri");
  if (redirect !== undefined) {
    redirect.default = context.map.readonly === true ? null : here();
  }
  addButtons(context, "redirect_uri", (frame, value) => [
    copyButton(frame),
    ...(value === "" ? [] : hereButton(context, "redirect_uri", value, here())),
  ]);
  if ((context.start.values["client_id"] ?? "") === "") {
    addButtons(context, "issuer_url", () => [fieldButton("register", _("Register this router"), context.register)]);
  }
  const after = "post_logout_redirect_uri";
  addButtons(context, after, (frame, value) => [
    copyButton(frame),
    ...hereButton(context, after, value, logoutUriHere(window.location)),
  ]);
  const logout = E("code", { "data-name": "backchannel-address" });
  const address = (): string => fieldText(context, "redirect_uri").replace("/callback", "/backchannel-logout");
  const copyAddress = (): Promise<void> => {
    logout.textContent = address();
    return copyText(logout);
  };
  addButtons(
    context,
    "backchannel_logout",
    () => [logout, fieldButton("copy", _("Copy its address"), copyAddress)],
    form.Flag,
  );
  addButtons(context, "ca_file", () => [
    fieldButton("paste", _("Paste or upload a certificate"), () =>
      openCaDialog((path) => setFields(context, { ca_file: path }), context.failed, context.provider.name()),
    ),
  ]);
}
