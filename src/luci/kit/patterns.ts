/** Shell patterns as rpcd's fnmatch understands them, for names of access groups. */

/** The regular expression of a bracket's content, without the brackets. */
function bracket(content: string): string {
  const negated = /^[!^]/.test(content);
  return `[${negated ? "^" : ""}${content.slice(negated ? 1 : 0).replace(/[\\\]^]/g, "\\$&")}]`;
}

export function fnmatch(pattern: string, name: string): boolean {
  // A `]` at the beginning of a bracket is one of its members; a bracket without an end is text.
  const parts = pattern.match(/\\[^]|\[[!^]?\]?[^\]]*\]|[^]/g) ?? [];
  const source = parts.map((part) => {
    if (part === "*" || part === "?") {
      return part === "*" ? "[^]*" : "[^]";
    }
    if (part.length > 2) {
      return bracket(part.slice(1, -1));
    }
    return part.slice(-1).replace(/[\\^$.*+?()[\]{}|]/, "\\$&");
  });
  try {
    return new RegExp(`^${source.join("")}$`).test(name);
  } catch {
    return false; // a range whose end comes before its beginning
  }
}
