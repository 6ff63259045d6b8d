/**
 * The settings for the settings page: options and roles as they are saved, valid or not. The client secret never leaves the
 * router.
 */
import * as saved_config from "./saved_config";
import * as package_sections from "./package_sections";
import * as role_sections from "./role_sections";
import type { CompleteRole } from "./role_sections";
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io, UciSection } from "../base/io";
import * as public_names from "../base/public_names";
import * as option_table from "./option_table";
import { err, ok, type Result } from "../result";
import * as strings from "../base/strings";
import * as json_values from "../base/json_values";
import * as unsaved_secret from "./unsaved_secret";

/** A role as it is saved. An `anonymous` section has no name of its own, and `name` is then UCI's. */
export interface RoleSettings extends CompleteRole {
  anonymous?: boolean;
}

export interface ProviderSettings {
  name: string;
  values: { [option: string]: string };
}

/** The options of section `default` that are set, those of further providers, and the roles. */
export interface Settings {
  values: { [option: string]: string };
  providers?: ProviderSettings[];
  roles: RoleSettings[];
  /** The provider to try; all, or the first, where absent. */
  provider?: string;
}

/** Bytes of the longest input, which fit into rpcd's pipe. */
export const max_input = 65536;

/** The options of a provider's section as texts, lists with blanks between; none without such a section. */
export function values_of(sections: UciSection[], provider: string): { [option: string]: string } {
  const section = package_sections.section_of(sections, provider);
  const values: { [option: string]: string } = {};
  if (section === undefined) {
    return values;
  }
  for (const option of strings.sorted_keys(section.options)) {
    const value = section.options[option] ?? "";
    values[option] = typeof value === "string" ? value : value.join(" ");
  }
  return values;
}

export function roles_of(sections: UciSection[]): RoleSettings[] {
  const roles = sections.filter((section) => section.type === "role");
  return roles.map((section) => {
    const role: RoleSettings = role_sections.of_section(section);
    role.anonymous = section.anonymous ? true : undefined;
    return role;
  });
}

/** The known options as they are saved, without the client secret. An unknown option may hold a misspelt client secret. */
export function shown_values(sections: UciSection[], provider: string): { [option: string]: string } {
  const all = values_of(sections, provider);
  const shown: { [option: string]: string } = {};
  for (const row of option_table.section_rows().filter((known) => known.name !== "client_secret")) {
    const value = all[row.name];
    if (value !== undefined) {
      shown[row.name] = value;
    }
  }
  return shown;
}

export function further_of(sections: UciSection[]): string[] {
  const all = package_sections.provider_sections(sections).map((section) => section.name);
  return all.filter((name) => name !== public_names.first);
}

export function further_values(sections: UciSection[]): ProviderSettings[] {
  return further_of(sections).map((name) => ({ name, values: values_of(sections, name) }));
}

function read_role(value: unknown): Result<RoleSettings> {
  if (!json.is_object(value) || typeof value.name !== "string") {
    return err("INVALID_REQUEST", "a role is not an object with a name");
  }
  for (const name of role_sections.list_names) {
    const list = value[name];
    if (list !== undefined && (!json.is_array(list) || list.some((item) => typeof item !== "string"))) {
      return err("INVALID_REQUEST", name + " of a role is not a list of texts");
    }
  }
  const sub_issuer = json_values.text_of(value.sub_issuer);
  const role: RoleSettings = role_sections.of_lists(
    value.name,
    sub_issuer !== "" ? sub_issuer : undefined,
    (list) => json_values.strings_of(value[list]) ?? [],
  );
  if (value.anonymous === true) {
    role.anonymous = true;
  }
  return ok(role);
}

/** An object of texts. */
function read_values(given: unknown): Result<{ [option: string]: string }> {
  if (!json.is_object(given)) {
    return err("INVALID_REQUEST", "values is not an object");
  }
  const values: { [option: string]: string } = {};
  for (const option of strings.sorted_keys(given)) {
    const value = given[option];
    if (typeof value !== "string") {
      return err("INVALID_REQUEST", "a value is not a text");
    }
    values[option] = value;
  }
  return ok(values);
}

function read_provider(value: unknown): Result<ProviderSettings> {
  if (!json.is_object(value)) {
    return err("INVALID_REQUEST", "a provider is not an object");
  }
  const values = read_values(value.values);
  return values.ok ? ok({ name: json_values.text_of(value.name), values: values.data }) : values;
}

/** An array of the input, each member read by `read`; INVALID_REQUEST. */
function read_list<T>(input: JsonObject, name: string, read: (this: void, value: unknown) => Result<T>): Result<T[]> {
  const given = input[name];
  if (!json.is_array(given)) {
    return err("INVALID_REQUEST", name + " is not a list");
  }
  const list: T[] = [];
  for (const item of given) {
    const member = read(item);
    if (!member.ok) {
      return member;
    }
    list.push(member.data);
  }
  return ok(list);
}

/**
 * The unsaved settings `{values, providers, roles}`; absent `providers` and `roles` mean the saved ones. `data` is undefined where
 * `values` is absent. INVALID_REQUEST for other types.
 */
export function read_settings(io: Io, input: JsonObject): Result<Settings | undefined> {
  if (input.values === undefined) {
    return ok(undefined);
  }
  const values = read_values(input.values);
  if (!values.ok) {
    return values;
  }
  const saved = input.roles === undefined || input.providers === undefined ? saved_config.saved_sections(io) : ok([]);
  const sections = saved.ok ? saved.data : [];
  const providers =
    input.providers === undefined ? ok(further_values(sections)) : read_list(input, "providers", read_provider);
  if (!providers.ok) {
    return providers;
  }
  const roles = input.roles === undefined ? ok(roles_of(sections)) : read_list(input, "roles", read_role);
  if (!roles.ok) {
    return roles;
  }
  const named = json_values.text_of(input.provider);
  const provider = named !== "" ? named : undefined;
  return ok({ values: values.data, providers: providers.data, roles: roles.data, provider });
}

/** The sections that a save of these settings would write. */
export function to_sections(settings: Settings): UciSection[] {
  const sections: UciSection[] = [
    { name: public_names.first, type: "oidc", anonymous: false, options: settings.values },
  ];
  for (const further of settings.providers ?? []) {
    sections.push({ name: further.name, type: "oidc", anonymous: false, options: further.values });
  }
  for (const role of settings.roles) {
    const lists: UciSection["options"] = {};
    for (const name of role_sections.list_names) {
      const listed = role[name];
      if (listed !== undefined) {
        lists[name] = listed;
      }
    }
    if (role.sub !== undefined) {
      lists.sub_issuer = role.sub_issuer ?? "";
    }
    sections.push({ name: role.name, type: "role", anonymous: role.anonymous === true, options: lists });
  }
  return sections;
}

/** The same sections with the saved secrets, and the providers to which those may not be sent. */
export function completed_sections(
  settings: Settings,
  saved: UciSection[],
): { sections: UciSection[]; unsendable: string[] } {
  const unsendable: string[] = [];
  const fill = (name: string, values: { [option: string]: string }): { [option: string]: string } => {
    const completed = unsaved_secret.complete(values, values_of(saved, name));
    if (!completed.sendable) {
      unsendable.push(name);
    }
    return completed.values;
  };
  const values = fill(public_names.first, settings.values);
  const providers = (settings.providers ?? []).map((further) => ({
    name: further.name,
    values: fill(further.name, further.values),
  }));
  return { sections: to_sections({ values, providers, roles: settings.roles }), unsendable };
}
