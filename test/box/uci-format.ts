/** UCI's file syntax, written from data. */
import { quote } from "./shell.ts";

export interface UciSection {
  type: string;
  name?: string;
  options: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The text of a file in /etc/config. Undefined options are left out. */
export function formatUci(sections: readonly UciSection[]): string {
  return sections
    .map(({ type, name, options }) => {
      const lines = Object.entries(options).flatMap(([option, value = []]) =>
        typeof value === "string"
          ? [`\toption ${option} ${quote(value)}\n`]
          : value.map((member) => `\tlist ${option} ${quote(member)}\n`),
      );
      return `config ${type}${name === undefined ? "" : ` ${quote(name)}`}\n${lines.join("")}`;
    })
    .join("\n");
}
