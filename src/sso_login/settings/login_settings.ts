/** The settings that the login of an administrator depends on, as one hash. */
import * as json from "io/json";
import type { Io, UciSection } from "../base/io";
import * as json_values from "../base/json_values";
import * as strings from "../base/strings";
import * as client_keys from "../jose/client_keys";
import * as certificates from "./certificates";
import * as compiled_config from "./compiled_config";
import * as option_table from "./option_table";
import * as saved_config from "./saved_config";
import * as web_ports from "./web_ports";

/** Stands in the hash for a web server without the port of `redirect_uri`. The word stays: hashes made with it are stored in rpcd's sections. */
const unserved = "port";

/** Members as pairs in the order of their names, which a record does not have. */
function in_order(members: { [name: string]: unknown }, left_out: string[]): unknown[] {
  const names = strings.sorted_keys(members).filter((name) => !left_out.includes(name));
  return names.map((name) => [name, members[name]]);
}

/** The part of a provider, with the content of its files, and whether the web server has the port of `redirect_uri`. */
function of_provider(io: Io, section: UciSection): unknown[] {
  const options = section.options;
  const ca_file = options.ca_file;
  const authority = typeof ca_file === "string" ? (io.read_file(ca_file, certificates.max_file) ?? "") : "";
  const alg = options.client_assertion_alg;
  const is_by_key = options.token_endpoint_auth_method === "private_key_jwt";
  const key = is_by_key ? client_keys.newest(io, typeof alg === "string" ? alg : "ES256") : undefined;
  const parts = [section.name, in_order(options, option_table.harmless), authority, in_order(key ?? {}, [])];
  const is_served = web_ports.serves(io, json_values.text_of(options.redirect_uri));
  return is_served ? parts : parts.concat([unserved]);
}

/**
 * The hash of the settings in force: providers that are on, and roles that may change something; undefined where they cannot be read. Options
 * that change no login, such as `password_login`, are left out: passwords off are no other settings.
 */
export function settings_hash(io: Io): string | undefined {
  const saved = saved_config.saved_sections(io);
  if (!saved.ok) {
    return undefined;
  }
  const providers = saved.data.filter((section) => section.type === "oidc" && section.options.enabled === "1");
  const roles = saved.data.filter((section) => section.type === "role" && section.options.write !== undefined);
  const parts = providers.map((section) => of_provider(io, section));
  const all = parts.concat(roles.map((section) => [section.name, in_order(section.options, [])]));
  return compiled_config.digest_of(json.encode_repeatable(all));
}
