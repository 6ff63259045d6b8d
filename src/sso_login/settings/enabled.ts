/** Whether single sign-on is on, at some provider or at one: the only option that the probe needs. */
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import { err, ok, type Result } from "../result";
import * as package_sections from "./package_sections";

type Uci = Pick<Io, "uci_get" | "uci_sections">;

/** Whether option `enabled` of a provider is `1`. Fails with CONFIG_ERROR when the package cannot be read or is empty. */
export function is_provider_enabled(io: Uci, provider: string): Result<boolean> {
  const enabled = io.uci_get(public_names.package_name, provider, "enabled");
  if (!enabled.ok) {
    return err("CONFIG_ERROR", enabled.details);
  }
  // An option that is absent may be one that this process may not read.
  const found = enabled.data === undefined ? package_sections.read(io, public_names.package_name) : ok(undefined);
  return found.ok ? ok(enabled.data === "1") : found;
}

/** The same; an option that cannot be read is off. */
export function is_on(io: Uci, provider: string): boolean {
  const on = is_provider_enabled(io, provider);
  return on.ok && on.data;
}

/** The same of any provider. */
export function is_enabled(io: Uci): Result<boolean> {
  const first = is_provider_enabled(io, public_names.first);
  if (!first.ok || first.data) {
    return first;
  }
  const found = package_sections.read(io, public_names.package_name);
  return found.ok
    ? ok(found.data.some((section) => section.type === "oidc" && section.options.enabled === "1"))
    : found;
}
