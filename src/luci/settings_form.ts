/** The form of the settings page: LuCI's form classes over the answer of the service. Only `collect` reads it. */
import type { EditedRole, EditedSettings, SavedSettings } from "./changes";
import { roleLists } from "./changes";
import { fields, type Field } from "./fields";
import { presetOf, presets, type Preset } from "./presets";
import { fillIn, memberProblem, roleNameProblem, ruleOf, valueProblem } from "./validation";

/** The one section of JSONMap's that holds the options. */
const main = "settings";

/** Under which key a role on the page remembers the name of its section. */
const savedNameKey = "saved_name";

export interface SettingsForm {
  map: LuciMap;
  /** What the page shows, or what is wrong with it: one text for each wrong field. */
  collect(): { edited: EditedSettings; problems: string[] };
}

interface Parts {
  map: LuciMap;
  saved: SavedSettings;
  section: LuciSection;
  roles: LuciSection;
  /** Options of the main section by name, and those of the roles. */
  options: Map<string, LuciOption>;
  roleOptions: Map<string, LuciOption>;
}

/** An option's value as the page shows it now; text without the blanks around it. */
function shown(option: LuciOption | undefined, sectionId: string): string {
  const value = option?.formvalue(sectionId);
  return typeof value === "string" ? value.trim() : "";
}

function isEnabled(parts: Parts): boolean {
  return shown(parts.options.get("enabled"), main) === "1";
}

/** The option's name as well, as the log, the check and the documentation use it. */
function helpOf(option: string, help: string): string {
  return `${help} <small><code>${option}</code></small>`;
}

function addField(parts: Parts, field: Field): void {
  const { option, tab, kind } = field;
  const classes = { text: form.Value, flag: form.Flag, choice: form.ListValue };
  const added = parts.section.taboption(tab, classes[kind], option, field.title, helpOf(option, field.help));
  parts.options.set(option, added);
  const fallback = option === "enabled" ? "0" : ruleOf(option).fallback;
  if (kind === "text") {
    added.placeholder = fallback;
    added.validate = (_section, value) => valueProblem(option, value.trim(), isEnabled(parts)) ?? true;
  } else {
    added.default = fallback ?? null;
  }
  for (const [value, label] of field.choices ?? []) {
    added.value(value, label);
  }
}

/**
 * Tells browsers not to fill in a saved password: the router's would be sent to the provider. LuCI itself says so on 23.05
 * alone (ui.js, class `Textfield`).
 */
function keepFillersOff(option: LuciOption): void {
  option.renderWidget = async (sectionId, index, value) => {
    const field = await form.Value.prototype.renderWidget.call(option, sectionId, index, value);
    const input = field instanceof Element ? field.querySelector("input") : null;
    input?.setAttribute("autocomplete", "new-password");
    return field;
  };
}

/** The secret: never shown, since the page never gets it; what is typed replaces it. */
function addSecret(parts: Parts): void {
  const { section, saved, options, map } = parts;
  const title = _("Client secret");
  const state = saved.client_secret_set ? _("A secret is saved.") : _("No secret is saved.");
  if (map.readonly === true) {
    const told = section.taboption("provider", form.DummyValue, "_secret", title);
    told.default = state;
    return;
  }
  const help = _(
    "The provider shows it at the registration. A saved secret is never shown; what you type replaces it.",
  );
  const secret = section.taboption("provider", form.Value, "client_secret", title, helpOf("client_secret", help));
  options.set("client_secret", secret);
  secret.password = true;
  secret.placeholder = saved.client_secret_set
    ? _("A secret is saved; leave empty to keep it")
    : _("No secret is saved");
  keepFillersOff(secret);
  secret.validate = (_section, value) => {
    const kept = value === "" && saved.client_secret_set && shown(options.get("_forget"), main) !== "1";
    return kept ? true : (valueProblem("client_secret", value, isEnabled(parts)) ?? true);
  };
  if (saved.client_secret_set) {
    const forget = section.taboption("provider", form.Flag, "_forget", _("Remove the saved secret"));
    forget.depends("client_secret", "");
    options.set("_forget", forget);
  }
}

/** The address under which the browser reaches this router, as redirect URI. */
export function redirectUriHere(location: { protocol: string; host: string; hostname: string }): string {
  // The port of plain HTTP is not that of HTTPS.
  const host = location.protocol === "https:" ? location.host : location.hostname;
  return `https://${host}/cgi-bin/sso-login/callback`;
}

/** Copies a field's text; where the browser has no clipboard (plain HTTP) it is selected to be copied by hand. */
async function copyField(node: HTMLElement): Promise<void> {
  const input = node.querySelector("input");
  if (input === null) {
    return;
  }
  input.select();
  // Absent without HTTPS, whatever its type says.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  await clipboard?.writeText(input.value);
}

/** The redirect URI is there to be copied, and follows the address in the browser on demand. */
function decorateRedirectUri(parts: Parts): void {
  const option = parts.options.get("redirect_uri");
  if (option === undefined) {
    return;
  }
  const here = redirectUriHere(window.location);
  option.default = parts.map.readonly === true ? null : here;
  if (parts.map.readonly === true) {
    return;
  }
  option.renderWidget = async (sectionId, index, value) => {
    const field = await form.Value.prototype.renderWidget.call(option, sectionId, index, value);
    const frame = E("div", {}, [field]);
    const copy = ui.createHandlerFn(option, () => copyField(frame));
    const buttons: (Node | string)[] = [
      E("button", { class: "cbi-button cbi-button-neutral", "data-name": "copy", click: copy }, [_("Copy")]),
    ];
    if (typeof value === "string" && value !== "" && value !== here) {
      const take = ui.createHandlerFn(option, () => {
        option.getUIElement(sectionId)?.setValue(here);
        option.triggerValidation(sectionId);
      });
      const label = fillIn(_("Use %{address}"), { address: here });
      const attributes = { class: "cbi-button cbi-button-neutral sso-login-here", "data-name": "here", click: take };
      buttons.push(" ", E("button", attributes, [label]));
    }
    frame.append(E("div", { class: "sso-login-buttons" }, buttons));
    return frame;
  };
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
  const { section, options, saved, map } = parts;
  if (map.readonly === true) {
    return;
  }
  const help = _("Fills in scopes, authentication method and at_hash, and shows what to register.");
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
    for (const name of ["scope", "at_hash", "token_endpoint_auth_method"] as const) {
      if (preset !== undefined) {
        options.get(name)?.getUIElement(main)?.setValue(preset[name]);
        options.get(name)?.triggerValidation(main);
      }
    }
  };
}

function addRoleOptions(parts: Parts): void {
  const { roles, roleOptions, saved, map } = parts;
  const name = roles.option(form.Value, "name", _("Name"), _("Sessions bear the name of the first role that fits."));
  name.validate = (sectionId, value) => {
    const others = roles.cfgsections().filter((other) => other !== sectionId);
    const names = others.map((other) => shown(name, other));
    return roleNameProblem(value.trim(), names, saved.logins) ?? true;
  };
  roleOptions.set("name", name);
  const texts = {
    email: [_("E-mail addresses"), _("Who has one of them has this role. Upper and lower case are the same.")],
    group: [_("Groups"), _("Who is in one of them at the provider has this role. They are compared exactly.")],
    read: [
      _("May read"),
      _(
        "Access groups of this router. Patterns are possible: * stands for all, and a leading ! takes away: !luci-app-x.",
      ),
    ],
    write: [_("May change"), _("Whoever may change may also read: these need not stand above as well.")],
  } as const;
  for (const list of roleLists) {
    const [title, help] = texts[list];
    const option = roles.option(form.DynamicList, list, title, help);
    option.validate = (_section, value) => memberProblem(value) ?? true;
    // LuCI's choice has a text field that stays enabled in a form that is only to be read.
    if ((list === "read" || list === "write") && map.readonly !== true) {
      option.value("*", _("* (everything)"));
      for (const group of saved.access_groups) {
        option.value(group.name, group.description === "" ? group.name : `${group.name} (${group.description})`);
      }
    }
    roleOptions.set(list, option);
  }
}

/** Takes what all fields show into JSONMap's data, so that nothing typed is lost when the form is drawn anew. */
function keepShown(parts: Parts): void {
  const keep = (sectionId: string, options: Map<string, LuciOption>): void => {
    for (const [name, option] of options) {
      if (option.isActive(sectionId)) {
        parts.map.data.set("json", sectionId, name, option.formvalue(sectionId));
      }
    }
  };
  keep(main, parts.options);
  parts.roles.cfgsections().forEach((sectionId) => keep(sectionId, parts.roleOptions));
}

/** Adding and removing roles must not depend on whether everything else is right, as LuCI's own functions do. */
function letRolesComeAndGo(parts: Parts): void {
  const { roles, map, saved } = parts;
  // JSONMap would count sections for the next name, which gives one twice after a removal.
  let next = saved.roles.length;
  roles.handleAdd = () => {
    keepShown(parts);
    map.data.add("json", "role", `role_${next}`);
    next += 1;
    return map.render();
  };
  roles.handleRemove = (sectionId) => {
    keepShown(parts);
    map.data.remove("json", sectionId);
    return map.render();
  };
}

function listOf(value: string | string[] | null): string[] {
  const members = typeof value === "string" ? [value] : (value ?? []);
  return members.filter((member) => member !== "");
}

function collectRole(parts: Parts, sectionId: string): EditedRole {
  const value = (key: string): string | string[] | null => parts.map.data.get("json", sectionId, key);
  const savedName = value(savedNameKey);
  return {
    name: shown(parts.roleOptions.get("name"), sectionId),
    email: listOf(value("email")),
    group: listOf(value("group")),
    read: listOf(value("read")),
    write: listOf(value("write")),
    savedName: typeof savedName === "string" ? savedName : undefined,
  };
}

/** The wrong fields' messages, each with the field's title. */
function problemsOf(options: Map<string, LuciOption>, sectionId: string, titles: Map<string, string>): string[] {
  const problems: string[] = [];
  for (const [name, option] of options) {
    // What a field must be may depend on others. A list's widget would forget a wrong member here.
    if (!(roleLists as readonly string[]).includes(name)) {
      option.triggerValidation(sectionId);
    }
    if (option.isActive(sectionId) && !option.isValid(sectionId)) {
      problems.push(`${titles.get(name) ?? name}: ${option.getValidationError(sectionId)}`);
    }
  }
  return problems;
}

function collect(parts: Parts): { edited: EditedSettings; problems: string[] } {
  keepShown(parts);
  const titles = new Map(fields().map(({ option, title }): [string, string] => [option, title]));
  titles.set("client_secret", _("Client secret")).set("name", _("Name"));
  const problems = problemsOf(parts.options, main, titles);
  for (const sectionId of parts.roles.cfgsections()) {
    problems.push(...problemsOf(parts.roleOptions, sectionId, titles));
  }
  const values: EditedSettings["values"] = {};
  for (const { option } of fields()) {
    values[option] = shown(parts.options.get(option), main);
  }
  const secret = parts.options.get("client_secret")?.formvalue(main);
  return {
    edited: {
      values,
      clientSecret: typeof secret === "string" ? secret : "",
      removeClientSecret: shown(parts.options.get("_forget"), main) === "1",
      roles: parts.roles.cfgsections().map((sectionId) => collectRole(parts, sectionId)),
    },
    problems,
  };
}

/** The form over what is saved. */
export function settingsForm(saved: SavedSettings, mayWrite: boolean): SettingsForm {
  const data = {
    [main]: { ...saved.values },
    role: saved.roles.map((role, index) => ({ ...role, ".name": `role_${index}`, [savedNameKey]: role.name })),
  };
  const map = new form.JSONMap(
    data,
    _("Single Sign-On"),
    _("Logging in to this router through an OpenID Connect provider."),
  );
  map.readonly = !mayWrite;
  const section = map.section(form.NamedSection, main, main);
  section.tab("provider", _("Provider"));
  section.tab("advanced", _("Advanced"));
  const about = _(
    "A role gives users rights on this router. The rights of several roles add up; without a role nobody gets in.",
  );
  const roles = map.section(form.TypedSection, "role", _("Roles"), about);
  roles.anonymous = true;
  roles.addremove = mayWrite;
  roles.addbtntitle = _("Add role");
  const parts: Parts = { map, saved, section, roles, options: new Map(), roleOptions: new Map() };
  for (const field of fields()) {
    addField(parts, field);
    if (field.option === "enabled") {
      addPreset(parts);
    }
    if (field.option === "client_id") {
      addSecret(parts);
    }
  }
  decorateRedirectUri(parts);
  addRoleOptions(parts);
  letRolesComeAndGo(parts);
  return { map, collect: () => collect(parts) };
}
