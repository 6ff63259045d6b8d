/** The options with which a router registers itself: those of a page or a command, of the saved section, and of the first provider. */
import type { UciSection } from "../base/io";
import * as public_names from "../base/public_names";
import * as strings from "../base/strings";
import * as uci_commit from "../rpcd/uci_commit";
import * as report from "../check/report";
import type { Run } from "../check/report";
import * as provider_config from "../settings/provider_config";
import type { Config } from "../settings/provider_config";
import * as option_forms from "../settings/option_forms";
import * as page_settings from "../settings/page_settings";
import * as package_sections from "../settings/package_sections";
import * as config_validation from "../settings/config_validation";
import type { Options } from "./client_metadata";

/** A command of the administrator. */
export interface Order {
  action: "show" | "register" | "update" | "remove" | "forget";
  /** The section of the provider. */
  provider: string;
  /** Options that are not saved yet; those of `used` count in the place of the configured ones, and are saved as well. */
  options: Options;
  /** The initial access token (RFC 7591 section 3); "" for none. */
  token: string;
}

/** Options that the registration uses. */
const used = ["issuer_url", "internal_issuer_url", "ca_file", "redirect_uri", "scope", "token_endpoint_auth_method"];

/** Stands for the values that only the provider can give, while the other options are validated. */
const placeholder = "to-be-registered";

/** The section of a provider with other options. */
function with_options(saved: UciSection[], provider: string, options: Options): UciSection {
  const before = package_sections.section_of(saved, provider);
  const all: UciSection["options"] = {};
  for (const part of [before !== undefined ? before.options : {}, options]) {
    for (const name of Object.keys(part)) {
      all[name] = part[name];
    }
  }
  return { name: provider, type: "oidc", anonymous: false, options: all };
}

/** The configuration with these options; undefined, and a finding for each that is wrong, where it cannot be used. */
export function config_with(run: Run, saved: UciSection[], provider: string, options: Options): Config | undefined {
  const changed = with_options(saved, provider, options);
  const validated = config_validation.validate_section(saved, changed);
  for (const problem of validated.problems) {
    report.error(run, "option_wrong", { option: problem.option, must: problem.must });
  }
  return validated.problems.length === 0 ? provider_config.to_config(validated.values, [], provider) : undefined;
}

/** The options for a registration before it is made: the redirect URI of a further provider is at the address of the first one's. */
export function of_order(saved: UciSection[], order: Order): Options {
  const first = page_settings.values_of(saved, public_names.first);
  const own = page_settings.values_of(saved, order.provider);
  const address = first.redirect_uri;
  const others: { [option: string]: string | undefined } = { scope: first.scope };
  if (address !== undefined) {
    others.redirect_uri =
      strings.before(address, public_names.callback_path) + option_forms.callback_path(order.provider);
  }
  const options: Options = { client_id: placeholder, client_secret: placeholder };
  for (const name of used) {
    options[name] = order.options[name] ?? own[name] ?? others[name] ?? "";
  }
  return options;
}

/** Writes options of the provider's section in one commit; a finding where that fails. */
export function save(run: Run, provider: string, options: Options): boolean {
  const io = run.io;
  let growth = `\nconfig oidc '${provider}'\n`;
  io.uci_add(public_names.package_name, provider, "oidc");
  for (const option of strings.sorted_keys(options)) {
    const value = options[option] ?? "";
    if (value !== "") {
      io.uci_set(public_names.package_name, provider, option, value);
      growth = growth + `\toption ${option} '${value}'\n`;
    } else {
      io.uci_delete(public_names.package_name, provider, option);
    }
  }
  const written = uci_commit.commit(io, public_names.package_name, growth, (after) => {
    const found = page_settings.values_of(after, provider);
    return strings.sorted_keys(options).every((option) => (found[option] ?? "") === options[option]);
  });
  if (!written.ok) {
    report.error_of(run, "register_not_saved", written);
  }
  return written.ok;
}
