/** The sections of a UCI package that must have some. */
import type { Io, UciSection } from "../base/io";
import * as public_names from "../base/public_names";
import { err, ok, type Result } from "../result";

/**
 * The sections of a package. CONFIG_ERROR where UCI cannot read them, and where there are none: a full flash leaves that, and a process
 * without the right to read the file finds it. Nothing may be concluded from it.
 */
export function read(io: Pick<Io, "uci_sections">, config: string): Result<UciSection[]> {
  const sections = io.uci_sections(config);
  if (!sections.ok) {
    return err("CONFIG_ERROR", sections.details);
  }
  return sections.data.length > 0
    ? ok(sections.data)
    : err("CONFIG_ERROR", { config, reason: "empty or not readable" });
}

/** The raw value of an option of the package, of the first provider where none is named. */
export function option_of(io: Pick<Io, "uci_get">, name: string, provider?: string): string | string[] | undefined {
  const option = io.uci_get(public_names.package_name, provider ?? public_names.first, name);
  return option.ok ? option.data : undefined;
}

/** The sections of providers, in file order. */
export function provider_sections(sections: UciSection[]): UciSection[] {
  return sections.filter((candidate) => candidate.type === "oidc");
}

/** The name of a provider in log lines and names of files; undefined for the only one. */
export function log_name(sections: UciSection[], provider: string): string | undefined {
  return provider_sections(sections).length > 1 ? provider : undefined;
}

/** The section of a provider; undefined when it is missing. The first one's has the options of the router, too. */
export function section_of(sections: UciSection[], provider: string): UciSection | undefined {
  return sections.find((candidate) => candidate.name === provider && candidate.type === "oidc");
}
