/** The settings that a deployment names (`sso-login apply`): options of the first provider, all roles, an authority. Pure functions. */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { UciSection } from "../base/io";
import * as public_names from "../base/public_names";
import * as strings from "../base/strings";
import * as json_values from "../base/json_values";
import { err, ok, type Err, type Result } from "../result";
import * as package_sections from "./package_sections";

/** How a router gets a client of its own: the issuer, and the initial access token, "" for none. */
interface Registration {
  issuer: string;
  token: string;
}

export interface WantedSettings {
  /** Options to set; "" deletes one. */
  options: { [option: string]: string | string[] };
  /** The roles in their order, in the place of all others; absent where they stay. */
  roles?: UciSection[];
  /** Certificates for the file that `ca_file` names. */
  ca?: string;
  register?: Registration;
}

function refuse(reason: string): Err {
  return err("INVALID_REQUEST", { reason });
}

/** Whether UCI takes a name: it ignores a section or an option of another one, and says nothing. */
function is_uci_name(name: string): boolean {
  return name !== "" && strings.consists_of(name, "uci_name");
}

/** A value as UCI has it: a text, or the members of a list; undefined for another type. */
function value_of(value: unknown): string | string[] | undefined {
  if (typeof value === "number") {
    return `${value}`;
  }
  if (typeof value === "string") {
    return value;
  }
  const members = json_values.strings_of(value);
  return json.is_array(value) && members !== undefined && members.length === value.length ? members : undefined;
}

/** The options of these names; `where` says of what. An empty list is an absent option. */
function read_options(where: string, given: JsonObject, names: string[]): Result<WantedSettings["options"]> {
  const options: WantedSettings["options"] = {};
  for (const name of names) {
    const value = value_of(given[name]);
    if (!is_uci_name(name)) {
      return refuse(`${where}: an option's name has only A-Z a-z 0-9 _, and "${name}" has others`);
    }
    if (value === undefined) {
      return refuse(`${where}: ${name} is neither a text, nor a number, nor a list of texts`);
    }
    options[name] = typeof value === "string" || value.length > 0 ? value : "";
  }
  return ok(options);
}

function read_role(given: JsonObject): Result<UciSection> {
  const name = json_values.text_of(given.name);
  if (!is_uci_name(name) || name === public_names.first) {
    return refuse(`a role's name has only A-Z a-z 0-9 _, and is not default: "${name}"`);
  }
  const names = strings.sorted_keys(given).filter((one) => one !== "name");
  const options = read_options(`role ${name}`, given, names);
  if (!options.ok) {
    return options;
  }
  const set: UciSection["options"] = {};
  for (const option of strings.sorted_keys(options.data).filter((one) => options.data[one] !== "")) {
    set[option] = options.data[option];
  }
  return ok({ name, type: "role", anonymous: false, options: set });
}

function read_roles(given: unknown): Result<UciSection[]> {
  const objects = json_values.objects_of(given);
  if (!json.is_array(given) || objects === undefined || objects.length < given.length) {
    return refuse("roles is not a list of objects");
  }
  const roles: UciSection[] = [];
  for (const object of objects) {
    const role = read_role(object);
    if (!role.ok) {
      return role;
    }
    if (roles.some((other) => other.name === role.data.name)) {
      return refuse(`there are two roles ${role.data.name}`);
    }
    roles.push(role.data);
  }
  return ok(roles);
}

const members = ["options", "roles", "ca", "register"];

/** The settings of `{options, roles, ca, register}`; INVALID_REQUEST, and then nothing of them is used. */
export function read(input: JsonObject): Result<WantedSettings> {
  const unknown = strings.sorted_keys(input).find((name) => !members.includes(name));
  if (unknown !== undefined) {
    return refuse(`${unknown} is none of ${members.join(", ")}`);
  }
  const given = input.options ?? {};
  const register = input.register;
  if (!json.is_object(given) || (register !== undefined && !json.is_object(register))) {
    return refuse("options and register are objects");
  }
  const options = read_options("options", given, strings.sorted_keys(given));
  if (!options.ok) {
    return options;
  }
  const wanted: WantedSettings = { options: options.data };
  if (input.roles !== undefined) {
    const roles = read_roles(input.roles);
    if (!roles.ok) {
      return roles;
    }
    wanted.roles = roles.data;
  }
  if (input.ca !== undefined) {
    wanted.ca = json_values.text_of(input.ca);
  }
  if (register !== undefined) {
    wanted.register = { issuer: json_values.text_of(register.issuer), token: json_values.text_of(register.token) };
  }
  return ok(wanted);
}

/** The sections of the package with the wanted settings: other options, providers and, where roles are wanted, no other role. */
export function sections_with(saved: UciSection[], wanted: WantedSettings): UciSection[] {
  const before = package_sections.section_of(saved, public_names.first);
  const options: UciSection["options"] = {};
  const known = before !== undefined ? before.options : {};
  for (const option of strings.sorted_keys(known)) {
    options[option] = known[option];
  }
  for (const option of strings.sorted_keys(wanted.options)) {
    const value = wanted.options[option];
    options[option] = value !== "" ? value : undefined;
  }
  const first: UciSection = { name: public_names.first, type: "oidc", anonymous: false, options };
  const others = saved.filter(
    (section) => section.name !== public_names.first && (wanted.roles === undefined || section.type !== "role"),
  );
  return [first].concat(others, wanted.roles ?? []);
}

/** A section as one text, to compare: UCI's texts have no line ends. */
function text_of(section: UciSection): string {
  const lines = [`${section.type} ${section.name}`];
  for (const option of strings.sorted_keys(section.options)) {
    const value = section.options[option];
    if (value !== undefined) {
      lines.push(
        typeof value === "string" ? `option ${option} ${value}` : "list " + option + "\n " + value.join("\n "),
      );
    }
  }
  return lines.join("\n");
}

/** Whether two lists of sections say the same; the order of roles counts. */
export function are_same(a: UciSection[], b: UciSection[]): boolean {
  const all_of = (sections: UciSection[]): string => {
    const roles = sections.filter((section) => section.type === "role").map((section) => text_of(section));
    const others = sections.filter((section) => section.type !== "role").map((section) => text_of(section));
    return others
      .sort((one, other) => (one < other ? -1 : 1))
      .concat(roles)
      .join("\n\n");
  };
  return all_of(a) === all_of(b);
}
