/** The sections of a UCI package that must have some. */
import type { Io, UciSection } from "../base/io";
import { err, ok, type Result } from "../result";

/**
 * The sections of a package. CONFIG_ERROR where UCI cannot read them, and where there are none: that is what a full flash leaves,
 * and what a process may find that is not allowed to read the file. Nothing may be concluded from it.
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
