/** The fields of a form of options, and their buttons. */
import { fill } from "../../sso_login/base/log_texts";
import { httpsAddress } from "./addresses";
import { documentUrl, optionLink } from "./documents";
import { fields, said, startChoices, titleOf, type Field } from "./fields";
import { redirectUriOf } from "../saving/providers";
import { drawBelow, fieldOptions, fieldText, setFields, type FormContext } from "./form_context";
import { hasField, optionProblem } from "./settings_problems";
import type { Values } from "../saving/changes";
import { keysPanel } from "./keys_panel";
import { notice } from "../kit/panels";
import { presetOf, presets, presetValues, unusualValues, type Preset } from "./presets";
import { ruleOf } from "../saving/validation";

/** The option's name as well, as the log, the check and the documents use it, which it links to. */
function helpOf(option: string, help: string): string {
  return `${help} <small>${optionLink(option)}</small>`;
}

/** The field as the form has it. */
function fieldIn({ provider }: FormContext, field: Field): Field {
  const { option } = field;
  if (provider.nameProblem !== undefined && option === "enabled") {
    return { ...field, title: _("Enabled"), help: _("The login page shows its button.") };
  }
  if (provider.nameProblem !== undefined && ["label", "color"].includes(option)) {
    return { ...field, tab: "provider" };
  }
  return field;
}

/** Offers the providers that the page has now, after one was added, renamed or deleted. */
export function offerProviders({ provider }: FormContext, node: HTMLElement | undefined, values: Values): void {
  const select = node?.querySelector<HTMLSelectElement>('[data-name="auto_redirect"] select');
  const chosen = values["auto_redirect"] ?? "0";
  const choices = startChoices(provider.further(), chosen);
  const shown = [...(select?.options ?? [])].map(({ value }) => value);
  if (select && shown.join() !== choices.map(([value]) => value).join()) {
    select.replaceChildren(...choices.map(([value, label]) => E("option", { value }, [label])));
    select.value = chosen;
  }
}

/** The problem of a text that is typed into an option's field. */
function problemIn(context: FormContext, option: string, text: string): string | undefined {
  const shown = fieldOptions(context);
  const typed = option === "client_secret" ? { clientSecret: text } : { values: { ...shown.values, [option]: text } };
  return optionProblem(option, { ...shown, ...typed }, context.base, context.provider.name());
}

function addField(context: FormContext, field: Field): void {
  const { option, tab, kind } = field;
  if (kind === "secret") {
    addSecret(context, field);
    return;
  }
  const classes = { text: form.Value, flag: form.Flag, choice: form.ListValue };
  const added = context.section.taboption(tab, classes[kind], option, field.title, helpOf(option, field.help));
  context.options.set(option, added);
  const { fallback } = ruleOf(option);
  if (kind === "text") {
    added.placeholder = fallback;
    added.validate = (_section, value) => problemIn(context, option, value.trim()) ?? true;
  } else {
    added.default = fallback ?? null;
  }
  if (option === "issuer_url") {
    // People know the provider by its host name.
    added.onchange = (_event, _section, value) =>
      value.trim() === "" || value.includes("://")
        ? undefined
        : setFields(context, { issuer_url: `https://${value.trim()}` });
  }
  for (const [value, label] of field.choices ?? []) {
    added.value(value, label);
  }
  if (field.depends !== undefined) {
    added.depends(...field.depends);
  }
}

/** The name of a further provider's section, which its redirect URI ends with. */
function addName(context: FormContext): void {
  const { section, provider, options } = context;
  if (provider.nameProblem === undefined) {
    return;
  }
  const help = _("A short name, such as club. It ends the redirect URI.");
  const option = section.taboption("provider", form.Value, "_name", _("Name"), help);
  option.validate = (_section, value) => provider.nameProblem?.(value.trim()) ?? true;
  option.onchange = () =>
    setFields(context, {
      redirect_uri: redirectUriOf(fieldText(context, "redirect_uri"), fieldText(context, "_name")),
    });
  options.set("_name", option);
}

/** Adds the field of the secret, which the page never gets; a typed one replaces it. */
function addSecret(context: FormContext, { title, help }: Field): void {
  const { section, base, options } = context;
  if (!context.mayWrite) {
    const line = section.taboption("provider", form.DummyValue, "_secret", title);
    line.default = base.client_secret_set ? _("A secret is saved.") : _("No secret is saved.");
    return;
  }
  const secret = section.taboption("provider", form.Value, "client_secret", title, helpOf("client_secret", help));
  options.set("client_secret", secret);
  secret.password = true;
  const isSafe = window.location.protocol === "https:";
  drawBelow(secret, (field) => {
    // Otherwise browsers fill in the router's password, which would be sent to the provider. LuCI says so itself only on 23.05.
    field.querySelector("input")?.setAttribute("autocomplete", "new-password");
    const href = httpsAddress(window.location, base.values["redirect_uri"] ?? "");
    const why = _("This page came over plain HTTP, where others can read a secret. To type one, open it over HTTPS:");
    return isSafe ? [] : [notice("warning", [why, " ", E("a", { href, "data-name": "https" }, [href])])];
  });
  if (!isSafe) {
    secret.readonly = true;
    secret.formvalue = () => "";
  }
  secret.placeholder = base.client_secret_set
    ? _("A secret is saved; leave empty to keep it")
    : _("No secret is saved");
  secret.validate = (_section, value) => problemIn(context, "client_secret", value) ?? true;
  if (base.client_secret_set) {
    const forget = section.taboption("provider", form.Flag, "_forget", _("Remove the saved secret"));
    forget.depends("client_secret", "");
    options.set("_forget", forget);
  }
}

/** The steps at a provider, below the choice of it. */
function presetNotes(preset: Preset): Node[] {
  const { id, issuer, name, notes } = preset;
  const url = documentUrl(`providers/${id}.md`);
  const link = fill(_("Setting up %{name}"), { name: said(name) });
  const items = notes.map((note) => E("li", {}, [said(note)]));
  const values = unusualValues(preset).map(([option, value]) => `${titleOf(option)} (${option}): ${value}`);
  const set = fill(_("This choice sets, under Advanced: %{values}."), { values: values.join("; ") });
  return [
    E("p", {}, [_("The issuer has this form:"), " ", E("code", {}, [issuer])]),
    ...(values.length > 0 ? [E("p", {}, [set])] : []),
    E("ul", {}, items),
    ...(url === undefined ? [] : [E("a", { href: url, target: "_blank", rel: "noreferrer" }, [link])]),
  ];
}

/** Adds the choice of a preset, which fills in other fields and is not stored itself. */
function addPreset(context: FormContext): void {
  if (!context.mayWrite) {
    return;
  }
  const help = _("Fills in the usual values for this provider, and shows what to set up there.");
  const option = context.section.taboption("provider", form.ListValue, "_preset", _("Provider"), help);
  const notes = E("div", { class: "cbi-value-description", "data-name": "preset-notes" });
  option.default = presetOf(context.start.values)?.id ?? "";
  option.value("", _("-- choose to fill in --"));
  for (const { id, name } of presets) {
    option.value(id, said(name));
  }
  const show = (wanted: string | null): Preset | undefined => {
    const preset = presets.find(({ id }) => id === wanted);
    dom.content(notes, preset === undefined ? [] : presetNotes(preset));
    return preset;
  };
  drawBelow(option, (_field, value) => {
    show(value || option.default);
    return [notes];
  });
  option.onchange = (_event, _section, id) => {
    const preset = show(id);
    if (preset !== undefined) {
      setFields(context, presetValues(preset, fieldText(context, "session_revalidate") !== ""));
    }
  };
}

export function addOptionFields(context: FormContext): void {
  const { options, provider } = context;
  const isFurther = provider.nameProblem !== undefined;
  addName(context);
  addPreset(context);
  for (const field of fields().filter(({ option }) => hasField(option, isFurther, provider.further().length > 0))) {
    addField(context, fieldIn(context, field));
  }
  const key = options.get("client_assertion_alg");
  drawBelow(key, () => [keysPanel(context, () => String(key?.formvalue(context.id)))]);
}
