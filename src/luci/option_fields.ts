/** The fields of a provider's section: those of the table, and those that need more, with the choice of a provider. */
import { fill } from "../sso_login/base/texts";
import { first } from "../sso_login/base/names";
import { is_of_first } from "../sso_login/settings/options";
import { httpsAddress, logoutUriHere, redirectUriHere } from "./addresses";
import { openCaDialog } from "./ca_dialog";
import { copyText } from "./copy";
import { fields, startChoices, type Field } from "./fields";
import { redirectUriOf } from "./providers";
import { isEnabled, setField, shown, type Parts } from "./form_parts";
import { keysPanel } from "./keys_panel";
import { presetOf, presets, type Preset } from "./presets";
import { pressing } from "./buttons";
import { ruleOf, valueProblem } from "./validation";

/** The option that names a provider. */
const start = "auto_redirect";

/** The option's name as well, as the log, the check and the documentation use it. */
function helpOf(option: string, help: string): string {
  return `${help} <small><code>${option}</code></small>`;
}

/** Whether the form has an option: a further provider's has none of the router's, and what tells buttons apart is for several. */
function hasField({ subject }: Parts, option: string): boolean {
  if (subject.nameProblem !== undefined) {
    return option === "enabled" || !is_of_first(ruleOf(option));
  }
  return option !== "label" && (option !== "color" || subject.further().length > 0);
}

/** The field as the form has it. */
function fieldIn({ subject, values }: Parts, field: Field): Field {
  const { option } = field;
  if (subject.nameProblem !== undefined && option === "enabled") {
    return { ...field, title: _("Enabled"), help: _("The login page shows its button.") };
  }
  if (subject.nameProblem !== undefined && ["label", "color"].includes(option)) {
    return { ...field, tab: "provider" };
  }
  return option === start ? { ...field, choices: startChoices(subject.further(), values[start] ?? "0") } : field;
}

/** A provider is there under another name, or gone: the choice is among those that the page shows now, and follows the name. */
export function followProvider({ subject }: Parts, node: HTMLElement | undefined, from: string, to: string): void {
  const select = node?.querySelector<HTMLSelectElement>(`[data-name="${start}"] select`);
  if (select) {
    const chosen = select.value === from ? to : select.value;
    const choices = startChoices(subject.further(), chosen);
    select.replaceChildren(...choices.map(([value, label]) => E("option", { value }, [label])));
    select.value = chosen;
  }
}

function addField(parts: Parts, field: Field): void {
  const { option, tab, kind } = field;
  const classes = { text: form.Value, flag: form.Flag, choice: form.ListValue };
  const added = parts.section.taboption(tab, classes[kind], option, field.title, helpOf(option, field.help));
  parts.options.set(option, added);
  const fallback = option === "enabled" ? "0" : ruleOf(option).fallback;
  if (kind === "text") {
    added.placeholder = fallback;
    added.validate = (_section, value) =>
      valueProblem(option, value.trim(), isEnabled(parts), parts.subject.name()) ?? true;
  } else {
    added.default = fallback ?? null;
  }
  for (const [value, label] of field.choices ?? []) {
    added.value(value, label);
  }
  if (field.depends !== undefined) {
    added.depends(...field.depends);
  }
}

/** The name of a further provider's section, which its redirect URI ends with. */
function addName(parts: Parts): void {
  const { section, subject, options } = parts;
  if (subject.nameProblem === undefined) {
    return;
  }
  const help = _("Of the section in the router's configuration; its redirect URI ends with it.");
  const option = section.taboption("provider", form.Value, "_name", _("Name"), help);
  option.validate = (_section, value) => subject.nameProblem?.(value.trim()) ?? true;
  option.onchange = () =>
    setField(parts, "redirect_uri", redirectUriOf(shown(parts, "redirect_uri"), shown(parts, "_name")));
  options.set("_name", option);
}

/**
 * Tells browsers not to fill in a saved password: the router's would be sent to the provider. LuCI itself says so only
 * on 23.05 (ui.js, class `Textfield`).
 */
function keepFillersOff(option: LuciOption): void {
  option.renderWidget = async (sectionId, index, value) => {
    const field = await form.Value.prototype.renderWidget.call(option, sectionId, index, value);
    const input = field instanceof Element ? field.querySelector("input") : null;
    input?.setAttribute("autocomplete", "new-password");
    return field;
  };
}

/** A secret typed into a page that came over plain HTTP could be read on its way to the router. */
function keepOffPlainHttp(option: LuciOption, address: string): void {
  option.readonly = true;
  option.formvalue = () => "";
  option.renderWidget = async (sectionId, index, value) => {
    const field = await form.Value.prototype.renderWidget.call(option, sectionId, index, value);
    const link = E("a", { href: address, "data-name": "https" }, [address]);
    const why = _("This page came over plain HTTP, where others can read a secret. To type one, open it over HTTPS:");
    return E("div", {}, [field, E("p", { class: "alert-message warning" }, [why, " ", link])]);
  };
}

/** The secret: never shown, since the page never gets it; what is typed replaces it. */
function addSecret(parts: Parts): void {
  const { section, saved, options, map } = parts;
  const title = _("Client secret");
  const state = saved.client_secret_set ? _("A secret is saved.") : _("No secret is saved.");
  if (map.readonly === true) {
    const line = section.taboption("provider", form.DummyValue, "_secret", title);
    line.default = state;
    return;
  }
  const help = _(
    "The provider shows it at the registration. A saved secret is never shown; what you type replaces it.",
  );
  const secret = section.taboption("provider", form.Value, "client_secret", title, helpOf("client_secret", help));
  options.set("client_secret", secret);
  secret.password = true;
  if (window.location.protocol !== "https:") {
    keepOffPlainHttp(secret, httpsAddress(window.location, saved.values["redirect_uri"] ?? ""));
  } else {
    keepFillersOff(secret);
  }
  secret.placeholder = saved.client_secret_set
    ? _("A secret is saved; leave empty to keep it")
    : _("No secret is saved");
  secret.validate = (_section, value) => {
    const isKept = saved.client_secret_set && shown(parts, "_forget") !== "1";
    const isOptional = isKept || shown(parts, "token_endpoint_auth_method") === "private_key_jwt";
    return value === "" && isOptional ? true : (valueProblem("client_secret", value, isEnabled(parts)) ?? true);
  };
  if (saved.client_secret_set) {
    const forget = section.taboption("provider", form.Flag, "_forget", _("Remove the saved secret"));
    forget.depends("client_secret", "");
    options.set("_forget", forget);
  }
}

/** Buttons below an option's field, which are made when it is drawn. */
function addButtons(parts: Parts, name: string, buttons: (frame: HTMLElement, value: string) => Node[]): void {
  const option = parts.options.get(name);
  if (option === undefined || parts.map.readonly === true) {
    return;
  }
  option.renderWidget = async (sectionId, index, value) => {
    const field = await form.Value.prototype.renderWidget.call(option, sectionId, index, value);
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

/** An address of this router that is another than the field's, to be taken over. */
function hereButton(parts: Parts, name: string, value: string, here: string): Node[] {
  const label = fill(_("Use %{address}"), { address: here });
  return value === here ? [] : [fieldButton("here", label, () => setField(parts, name, here))];
}

/** Addresses of this router: the redirect URI is there to be copied, and both follow the address in the browser on demand. */
function decorateAddresses(parts: Parts): void {
  const here = (): string => {
    const address = redirectUriHere(window.location);
    const name = parts.subject.name();
    return name === first ? address : redirectUriOf(address, name);
  };
  const redirect = parts.options.get("redirect_uri");
  if (redirect !== undefined) {
    redirect.default = parts.map.readonly === true ? null : here();
  }
  addButtons(parts, "redirect_uri", (frame, value) => [
    fieldButton("copy", _("Copy"), () => {
      const input = frame.querySelector("input");
      return input === null ? undefined : copyText(input);
    }),
    ...(value === "" ? [] : hereButton(parts, "redirect_uri", value, here())),
  ]);
  const after = "post_logout_redirect_uri";
  addButtons(parts, after, (_frame, value) => hereButton(parts, after, value, logoutUriHere(window.location)));
  addButtons(parts, "ca_file", () => [
    fieldButton("paste", _("Paste or upload a certificate"), () =>
      openCaDialog((path) => setField(parts, "ca_file", path), parts.failed, parts.subject.name()),
    ),
  ]);
}

/** What is to be done at a provider, below the choice of it. */
function presetNotes(preset: Preset | undefined): Node[] {
  if (preset === undefined) {
    return [];
  }
  return [
    E("p", {}, [_("The issuer has this form:"), " ", E("code", {}, [preset.issuer])]),
    E(
      "ul",
      {},
      preset.notes.map((note) => E("li", {}, [note])),
    ),
  ];
}

/** The choice of a provider fills in what differs between providers; it is not stored itself. */
function addPreset(parts: Parts): void {
  const { section, saved, map } = parts;
  if (map.readonly === true) {
    return;
  }
  const help = _("Fills in scopes, authentication method, at_hash and claims with groups, and shows what to register.");
  const option = section.taboption("provider", form.ListValue, "_preset", _("Provider"), help);
  const notes = E("div", { class: "cbi-value-description", "data-name": "preset-notes" });
  const current = presetOf(saved.values["issuer_url"] ?? "");
  option.default = current?.id ?? "";
  option.value("", _("-- choose to fill in --"));
  for (const { id, name } of presets()) {
    option.value(id, name);
  }
  option.renderWidget = async (sectionId, index, value) => {
    const field = await form.ListValue.prototype.renderWidget.call(option, sectionId, index, value);
    const chosen = typeof value === "string" ? value : option.default;
    dom.content(notes, presetNotes(presets().find(({ id }) => id === chosen)));
    return E("div", {}, [field, notes]);
  };
  option.onchange = (_event, _section, id) => {
    const preset = presets().find((candidate) => candidate.id === id);
    dom.content(notes, presetNotes(preset));
    for (const name of ["scope", "at_hash", "token_endpoint_auth_method", "groups_claim"] as const) {
      if (preset !== undefined) {
        setField(parts, name, preset[name] ?? "");
      }
    }
  };
}

/** The router's public key, below the choice of what signs with it. */
function decorateKey({ options, jwks, map, failed }: Parts): void {
  const option = options.get("client_assertion_alg");
  if (option !== undefined) {
    option.renderWidget = async (sectionId, index, value) => {
      const field = await form.ListValue.prototype.renderWidget.call(option, sectionId, index, value);
      const algorithm = (): string => String(option.formvalue(sectionId));
      return E("div", {}, [field, keysPanel({ jwks, mayWrite: map.readonly !== true, algorithm, failed })]);
    };
  }
}

/** Adds the fields in their order. */
export function addOptionFields(parts: Parts): void {
  for (const field of fields().filter(({ option }) => hasField(parts, option))) {
    addField(parts, fieldIn(parts, field));
    if (field.option === "enabled") {
      addName(parts);
      addPreset(parts);
    }
    if (field.option === "client_id") {
      addSecret(parts);
    }
  }
  decorateAddresses(parts);
  decorateKey(parts);
}
