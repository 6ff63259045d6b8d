/**
 * The settings as the settings page reads and checks them: options and roles as they stand, right or wrong. The client
 * secret never leaves the router; the page is told only whether there is one.
 */
import { read_groups } from "./acl";
import { default_section, local_logins, role_of, type Role } from "./config";
import { is_array, is_object } from "./io/json";
import type { Io, UciSection } from "./io/types";
import { option_rules } from "./options";
import { err, ok, type Result } from "./result";
import { sorted_keys } from "./text";
import { version } from "./version";

/** A role as it stands; `anonymous` when its section has no name, and `name` is then the one UCI gave it. */
export interface RoleSettings extends Role {
  anonymous?: boolean;
}

/** Options of section `default` that are set, of an answer only those that the service knows, and the roles. */
export interface Settings {
  values: { [option: string]: string };
  roles: RoleSettings[];
}

/** What the settings page is shown. */
export interface SettingsAnswer extends Settings {
  client_secret_set: boolean;
  /** All access groups of the router, sorted. */
  access_groups: { name: string; description: string }[];
  /** User names of rpcd's local logins, which no role may have. */
  logins: string[];
  version: string;
}

const uci_package = "sso-login";
const list_names = ["email", "group", "read", "write"];

/** Longest input of a check: what fits into rpcd's pipe. */
export const max_input = 65536;

/** The sections of the package; CONFIG_ERROR when UCI cannot read them. */
export function saved_sections(io: Io): Result<UciSection[]> {
  const sections = io.uci_sections(uci_package);
  return sections.ok ? sections : err("CONFIG_ERROR", sections.details);
}

/** The options of section `default` as text, lists with blanks between; none when there is no such section. */
export function values_of(sections: UciSection[]): { [option: string]: string } {
  const section = default_section(sections);
  const values: { [option: string]: string } = {};
  for (const option of sorted_keys(section !== undefined ? section.options : {})) {
    const value = section !== undefined ? (section.options[option] ?? "") : "";
    values[option] = typeof value === "string" ? value : value.join(" ");
  }
  return values;
}

/** The roles as they stand, in file order. */
export function roles_of(sections: UciSection[]): RoleSettings[] {
  const roles: RoleSettings[] = [];
  for (const section of sections) {
    if (section.type === "role") {
      const role: RoleSettings = role_of(section);
      role.anonymous = section.anonymous ? true : undefined;
      roles.push(role);
    }
  }
  return roles;
}

/** The access groups by name; of several descriptions the first. */
function access_groups(io: Io): { name: string; description: string }[] {
  const found: { [name: string]: string } = {};
  for (const group of read_groups(io).groups) {
    const known = found[group.name] ?? "";
    found[group.name] = known !== "" ? known : group.description;
  }
  return sorted_keys(found).map((name) => ({ name, description: found[name] ?? "" }));
}

/** Any other option may hold anything, a former or misspelt client secret too. The check names those that are unknown. */
function shown_options(): string[] {
  const known = option_rules.map((rule) => rule.name).concat(["enabled"]);
  return known.filter((option) => option !== "client_secret");
}

/** Everything the settings page shows, however wrong it is; CONFIG_ERROR when UCI cannot read the package. */
export function get_settings(io: Io): Result<SettingsAnswer> {
  const sections = saved_sections(io);
  if (!sections.ok) {
    return sections;
  }
  const all = values_of(sections.data);
  const values: { [option: string]: string } = {};
  for (const option of shown_options()) {
    const value = all[option];
    if (value !== undefined) {
      values[option] = value;
    }
  }
  return ok({
    values,
    client_secret_set: (all.client_secret ?? "") !== "",
    roles: roles_of(sections.data),
    access_groups: access_groups(io),
    logins: local_logins(io),
    version,
  });
}

/** A list of texts; undefined for anything else, and an empty one where there is none. */
function read_list(value: unknown): string[] | undefined {
  if (value !== undefined && !is_array(value)) {
    return undefined;
  }
  const list: string[] = [];
  for (const item of value ?? []) {
    if (typeof item !== "string") {
      return undefined;
    }
    list.push(item);
  }
  return list;
}

function read_role(value: unknown): Result<RoleSettings> {
  if (!is_object(value) || typeof value.name !== "string") {
    return err("INVALID_REQUEST", "a role is not an object with a name");
  }
  const lists: { [name: string]: string[] } = {};
  for (const name of list_names) {
    const list = read_list(value[name]);
    if (list === undefined) {
      return err("INVALID_REQUEST", name + " of a role is not a list of texts");
    }
    lists[name] = list;
  }
  return ok({
    name: value.name,
    anonymous: value.anonymous === true ? true : undefined,
    email: lists.email ?? [],
    group: lists.group ?? [],
    read: lists.read ?? [],
    write: lists.write ?? [],
  });
}

/**
 * The unsaved settings of a check: `{values, roles}`, where `roles` absent stands for the saved ones. `data` is undefined
 * when `values` is absent. INVALID_REQUEST for other types.
 */
export function read_settings(io: Io, input: { [name: string]: unknown }): Result<Settings | undefined> {
  if (input.values === undefined) {
    return ok(undefined);
  }
  if (!is_object(input.values)) {
    return err("INVALID_REQUEST", "values is not an object");
  }
  const values: { [option: string]: string } = {};
  for (const option of sorted_keys(input.values)) {
    const value = input.values[option];
    if (typeof value !== "string") {
      return err("INVALID_REQUEST", "a value is not a text");
    }
    values[option] = value;
  }
  if (input.roles === undefined) {
    const saved = saved_sections(io);
    return ok({ values, roles: saved.ok ? roles_of(saved.data) : [] });
  }
  if (!is_array(input.roles)) {
    return err("INVALID_REQUEST", "roles is not a list");
  }
  const roles: RoleSettings[] = [];
  for (const item of input.roles) {
    const role = read_role(item);
    if (!role.ok) {
      return role;
    }
    roles.push(role.data);
  }
  return ok({ values, roles });
}

/** The sections that these settings would be saved as. */
export function to_sections(settings: Settings): UciSection[] {
  const sections: UciSection[] = [{ name: "default", type: "oidc", anonymous: false, options: settings.values }];
  for (const role of settings.roles) {
    sections.push({
      name: role.name,
      type: "role",
      anonymous: role.anonymous === true,
      options: { email: role.email, group: role.group, read: role.read, write: role.write },
    });
  }
  return sections;
}
