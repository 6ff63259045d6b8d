/**
 * Writes docs/errors.md from the one table of codes, src/sso_login/web/errors.ts.
 *
 *   tsx scripts/gen-errors-doc.ts           writes it
 *   tsx scripts/gen-errors-doc.ts --check   writes nothing; exits 1 when the file is not what the table gives
 */
import { join } from "node:path";
import { errors } from "../src/sso_login/web/errors";
import { descriptionOf } from "./error-descriptions";
import { root, settle } from "./generated";

const introduction = `# Errors

Generated from \`src/sso_login/web/errors.ts\` by \`make docs\`; do not edit.

A request that is refused is answered with the status below and, as plain text, \`Error: \` and the message. The code is
never shown to the user; it begins the line in the system log, followed by \`key=value\` pairs that say more
(\`logread -e sso-login\`).
`;

/** Text inside a table's cell. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

/** The text of docs/errors.md: the codes in the order of the table, which is that of their statuses. */
function renderDocument(): string {
  const rows = Object.entries(errors).flatMap(([code, entry]) =>
    entry === undefined
      ? []
      : [`| \`${code}\` | ${entry.status} | ${cell(descriptionOf(code))} | ${cell(entry.message)} |`],
  );
  const head = "| Code | Status | Logged when | What the user reads |\n|---|---|---|---|";
  return `${introduction}\n${head}\n${rows.join("\n")}\n`;
}

settle(join(root, "docs"), new Map([["errors.md", renderDocument()]]), "make docs");
