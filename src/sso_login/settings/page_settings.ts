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

/** Unsaved settings: the sections that a save would write, and the provider to try; all, or the first, where that is absent. */
export interface Settings {
  sections: UciSection[];
  provider?: string;
}

/** Bytes of the longest input, which fit into rpcd's pipe. */
export const max_input = 65536;

/** Options as texts, lists with blanks between. */
function texts_of(options: UciSection["options"]): { [option: string]: string } {
  const values: { [option: string]: string } = {};
  for (const option of strings.sorted_keys(options)) {
    const value = options[option] ?? "";
    values[option] = typeof value === "string" ? value : value.join(" ");
  }
  return values;
}

/** The options of a provider's section as texts; none without such a section. */
export function values_of(sections: UciSection[], provider: string): { [option: string]: string } {
  const section = package_sections.section_of(sections, provider);
  return section !== undefined ? texts_of(section.options) : {};
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

function read_role(value: unknown): Result<UciSection> {
  if (!json.is_object(value) || typeof value.name !== "string") {
    return err("INVALID_REQUEST", "a role is not an object with a name");
  }
  const options: UciSection["options"] = {};
  for (const name of role_sections.list_names) {
    const list = value[name];
    const members = json_values.strings_of(list) ?? [];
    if (list !== undefined && (!json.is_array(list) || members.length < list.length)) {
      return err("INVALID_REQUEST", name + " of a role is not a list of texts");
    }
    // One runtime writes an empty list as it writes an empty object.
    if (members.length > 0) {
      options[name] = members;
    }
  }
  options.sub_issuer = json_values.text_of(value.sub_issuer);
  return ok({ name: value.name, type: "role", anonymous: value.anonymous === true, options });
}

function read_provider(value: unknown): Result<UciSection> {
  if (!json.is_object(value)) {
    return err("INVALID_REQUEST", "a provider is not an object");
  }
  const values = value.values;
  if (!json.is_object(values)) {
    return err("INVALID_REQUEST", "values is not an object");
  }
  const options: UciSection["options"] = {};
  for (const option of strings.sorted_keys(values)) {
    const text = values[option];
    if (typeof text !== "string") {
      return err("INVALID_REQUEST", "a value is not a text");
    }
    options[option] = text;
  }
  return ok({ name: json_values.text_of(value.name), type: "oidc", anonymous: false, options });
}

/**
 * Unsaved settings of the input `{values, providers, roles}`; absent `providers` and `roles` mean the saved ones. `data` is undefined
 * where `values` is absent. INVALID_REQUEST for other types.
 */
export function read_settings(io: Io, input: JsonObject): Result<Settings | undefined> {
  if (input.values === undefined) {
    return ok(undefined);
  }
  const first = read_provider({ name: public_names.first, values: input.values });
  if (!first.ok) {
    return first;
  }
  const sections = [first.data];
  const saved = input.roles === undefined || input.providers === undefined ? saved_config.saved_sections(io) : ok([]);
  for (const part of [
    { name: "providers", type: "oidc", read: read_provider },
    { name: "roles", type: "role", read: read_role },
  ]) {
    const given = input[part.name];
    if (given !== undefined && !json.is_array(given)) {
      return err("INVALID_REQUEST", part.name + " is not a list");
    }
    for (const item of given ?? []) {
      const member = part.read(item);
      if (!member.ok) {
        return member;
      }
      sections.push(member.data);
    }
    const kept = given === undefined && saved.ok ? saved.data.filter((section) => section.type === part.type) : [];
    for (const section of kept.filter((one) => one.name !== public_names.first)) {
      sections.push(section);
    }
  }
  const provider = json_values.text_of(input.provider);
  return ok({ sections, provider: provider !== "" ? provider : undefined });
}

/** Unsaved sections with the saved secrets, and the providers to which those may not be sent. */
export function completed_sections(
  unsaved: UciSection[],
  saved: UciSection[],
): { sections: UciSection[]; unsendable: string[] } {
  const unsendable: string[] = [];
  const sections = unsaved.map((section) => {
    if (section.type !== "oidc") {
      return section;
    }
    const completed = unsaved_secret.complete(texts_of(section.options), values_of(saved, section.name));
    if (!completed.sendable) {
      unsendable.push(section.name);
    }
    return { name: section.name, type: section.type, anonymous: section.anonymous, options: completed.values };
  });
  return { sections, unsendable };
}
