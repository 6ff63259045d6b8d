/** UCI's file syntax, written from data. */

/** A section: options hold a string, lists several. */
export interface UciSection {
  type: string;
  name?: string;
  options: Readonly<Record<string, string | readonly string[] | undefined>>;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The text of a file in /etc/config. Undefined options are left out. */
export function formatUci(sections: readonly UciSection[]): string {
  return sections
    .map(({ type, name, options }) => {
      const lines = [`config ${type}${name === undefined ? "" : ` ${quote(name)}`}`];
      for (const [option, value] of Object.entries(options)) {
        if (typeof value === "string") {
          lines.push(`\toption ${option} ${quote(value)}`);
        } else if (value !== undefined) {
          lines.push(...value.map((member) => `\tlist ${option} ${quote(member)}`));
        }
      }
      return lines.join("\n") + "\n";
    })
    .join("\n");
}
