/**
 * Writes the texts of the package luci-app-sso-login that are in tables and in JSON as calls of `_()`, which xgettext
 * can read: each file's below FOLDER at the file's own path.
 *
 *   tsx scripts/texts.ts FOLDER
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { groups, texts, type OptionText } from "../src/luci/provider/option_texts";
import { presets } from "../src/luci/provider/presets";
import { englishOf } from "../src/luci/saving/message_text";
import { rules, type Problem } from "../src/sso_login/base/log_texts";
import { parts } from "../src/sso_login/check/finding_messages";
import { findings } from "../src/sso_login/check/finding_texts";
import { words } from "../src/sso_login/web/words";

const root = "openwrt-feed/luci-app-sso-login/root";

/** Menu titles and descriptions of access groups, which LuCI translates when it shows them. */
function textsOfJson(path: string): string[] {
  const entries = JSON.parse(readFileSync(path, "utf8")) as Record<string, { title?: string; description?: string }>;
  return Object.values(entries).flatMap(({ title, description }) => [title ?? "", description ?? ""]);
}

const options: OptionText[] = Object.values(texts);

const files: Record<string, string[]> = {
  "src/luci/provider/option_texts.ts": options
    .flatMap(({ title, help, labels }) => [title, help, ...Object.values(labels ?? {})])
    .concat(groups.map(({ title }) => title)),
  "src/sso_login/base/log_texts.ts": (Object.keys(rules) as Problem["id"][]).map(englishOf),
  "src/luci/provider/presets.ts": presets.flatMap(({ id, name, notes }) => [
    ...(id === "generic" ? [name] : []),
    ...notes,
  ]),
  // A text with a rule's words in it is told otherwise (src/luci/check/report.ts).
  "src/sso_login/check/finding_texts.ts": Object.values(findings)
    .flatMap((row) => [row?.text ?? "", row?.advice ?? ""])
    .filter((text) => !text.includes("%{must}")),
  "src/sso_login/check/finding_messages.ts": Object.values(parts).map((text) => text ?? ""),
  "src/sso_login/web/words.ts": Object.values(words).map((text) => text ?? ""),
};
for (const path of readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"))) {
  files[join(root, path)] = textsOfJson(join(root, path));
}
for (const [path, texts] of Object.entries(files)) {
  const target = join(process.argv[2] ?? "", path);
  mkdirSync(dirname(target), { recursive: true });
  const calls = texts.filter((text) => text !== "").map((text) => `_(${JSON.stringify(text)});\n`);
  writeFileSync(target, calls.join(""));
}
