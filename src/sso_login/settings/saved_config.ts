/** The saved configuration: the UCI package `sso-login` (specification, "Configuration"). */
import type { Io, UciSection } from "../base/io";
import * as public_names from "../base/public_names";
import { err, ok, type Result } from "../result";
import * as enabled from "./enabled";
import * as compiled_config from "./compiled_config";
import type { Config } from "./provider_config";
import * as package_sections from "./package_sections";

/** Loaded for a failure. */
const failures = () => require("../base/failures") as typeof import("../base/failures");

/** Loaded where no configuration of these sections was compiled. */
const config_validation = () => require("./config_validation") as typeof import("./config_validation");

/** The sections of the package; CONFIG_ERROR when it cannot be read or is empty. */
export function saved_sections(io: Io): Result<UciSection[]> {
  return package_sections.read(io, public_names.package_name);
}

/** Loads and checks the configuration of a provider. CONFIG_ERROR with the option at fault, and the provider where there are several. */
export function load(io: Io, name: string): Result<Config> {
  const saved = saved_sections(io);
  if (!saved.ok) {
    return saved;
  }
  const section = package_sections.section_of(saved.data, name);
  const kept = section !== undefined ? compiled_config.find(io, saved.data, section) : undefined;
  if (kept !== undefined) {
    return ok(kept);
  }
  const config = config_validation().from_sections(saved.data, name);
  return config.ok ? config : failures().about(package_sections.log_name(saved.data, name), config);
}

/** The same of a provider that is on; SSO_DISABLED where its switch is off. */
export function load_enabled(io: Io, provider: string): Result<Config> {
  const on = enabled.is_provider_enabled(io, provider);
  if (!on.ok) {
    return on;
  }
  return on.data ? load(io, provider) : err("SSO_DISABLED");
}

/** The names of the providers' sections in file order; none where the package cannot be read. */
export function providers(io: Io): string[] {
  const saved = saved_sections(io);
  return saved.ok ? package_sections.provider_sections(saved.data).map((section) => section.name) : [];
}

/** The names of the providers that are on and have a value for an option, this one where it is given. */
export function providers_with(io: Io, option: string, value?: string): string[] {
  const saved = saved_sections(io);
  const all = saved.ok ? package_sections.provider_sections(saved.data) : [];
  const found = all.filter((section) => {
    const given = section.options[option] ?? "";
    const is_meant = value === undefined ? given !== "" : given === value;
    return section.options.enabled === "1" && is_meant;
  });
  return found.map((section) => section.name);
}

/** The first provider that is on and has this issuer; undefined where there is none. */
export function of_issuer(io: Io, issuer: string): string | undefined {
  const found = providers_with(io, "issuer_url", issuer);
  return found.includes(public_names.first) ? public_names.first : found[0];
}
