/**
 * The translations of the package luci-app-sso-login, in gettext's form as LuCI has them: po/templates/sso-login.pot from
 * the texts of the sources, po/<language>/sso-login.po written by people. Each text stands in one line.
 *
 *   tsx scripts/i18n.ts             writes the template, and takes new texts into the languages' files, untranslated
 *   tsx scripts/i18n.ts --check     writes nothing; exits 1 when the template is stale or a language is incomplete
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { findings, parts } from "../src/sso_login/check/texts";
import { type Message, parsePo, problemsOf, writePo } from "./i18n/po";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const packageFolder = "openwrt-feed/luci-app-sso-login";
const poFolder = join(packageFolder, "po");

function filesIn(folder: string, suffix: string): string[] {
  const path = join(root, folder);
  const names = existsSync(path) ? readdirSync(path, { recursive: true, encoding: "utf8" }) : [];
  return names
    .filter((name) => name.endsWith(suffix))
    .sort()
    .map((name) => join(folder, name));
}

/** A text that stands in the source as it is, in one piece or in several that are added. */
function literalOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    return node.text;
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [literalOf(node.left), literalOf(node.right)];
    return left === undefined || right === undefined ? undefined : left + right;
  }
  return undefined;
}

/** Arguments of `_()` in TypeScript. Texts of check/texts.ts have no literal there. */
function textsOfTypeScript(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(join(root, path), "utf8"), ts.ScriptTarget.Latest, true);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "_") {
      const [argument] = node.arguments;
      const text = argument === undefined ? undefined : literalOf(argument);
      if (text !== undefined) {
        texts.push(text);
      } else if (argument === undefined || !/^(text|part|advice)$/.test(argument.getText())) {
        throw new Error(`${path}: the argument of _() is no text that can be collected: ${argument?.getText() ?? ""}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

/** Arguments of `_()` in ucode: plain texts in single quotes. */
function textsOfUcode(path: string): string[] {
  const source = readFileSync(join(root, path), "utf8");
  return [...source.matchAll(/\b_\('([^'\\]+)'\)/g)].map(([, text]) => text ?? "");
}

/** Menu titles and descriptions of access groups, which LuCI translates when it shows them. */
function textsOfJson(path: string): string[] {
  const entries = Object.values(JSON.parse(readFileSync(join(root, path), "utf8")) as Record<string, object>);
  return entries.flatMap((entry) =>
    Object.entries(entry).flatMap(([key, value]: [string, unknown]) =>
      (key === "title" || key === "description") && typeof value === "string" ? [value] : [],
    ),
  );
}

/** What a check may say. A text with a rule's words in it is told otherwise (src/luci/report.ts). */
function textsOfChecks(): string[] {
  const texts = Object.values(findings).flatMap((entry) => [entry?.text, entry?.advice]);
  return [...texts, ...Object.values(parts)].filter((one) => one !== undefined && !one.includes("%{must}")) as string[];
}

/** All texts with the files that have them. */
function collect(): Message[] {
  const sources: [string, string[]][] = [
    ...filesIn("src/luci", ".ts").map((path): [string, string[]] => [path, textsOfTypeScript(path)]),
    ["src/sso_login/check/texts.ts", textsOfChecks()],
    ...filesIn(join(packageFolder, "ucode"), ".uc").map((path): [string, string[]] => [path, textsOfUcode(path)]),
    ...filesIn(join(packageFolder, "root"), ".json").map((path): [string, string[]] => [path, textsOfJson(path)]),
  ];
  const found = new Map<string, Message>();
  for (const [path, texts] of sources) {
    for (const id of texts) {
      const message = found.get(id) ?? { id, text: "", files: [] };
      message.files = [...new Set([...message.files, path])];
      found.set(id, message);
    }
  }
  return [...found.values()];
}

/** The languages that have a file. */
function languages(): string[] {
  return readdirSync(join(root, poFolder)).filter((name) => existsSync(join(root, poFolder, name, "sso-login.po")));
}

const messages = collect();
const template = join(poFolder, "templates/sso-login.pot");
const files = new Map([[template, writePo(messages)]]);
const problems: string[] = [];
for (const language of languages()) {
  const path = join(poFolder, language, "sso-login.po");
  const old = parsePo(readFileSync(join(root, path), "utf8"));
  const texts = new Map(old.map(({ id, text }) => [id, text]));
  const translated = messages.map((message) => ({ ...message, text: texts.get(message.id) ?? "" }));
  files.set(path, writePo(translated, language));
  problems.push(...translated.flatMap((message) => problemsOf(message).map((problem) => `${path}: ${problem}`)));
}
for (const [path, text] of files) {
  const target = join(root, path);
  if (existsSync(target) && readFileSync(target, "utf8") === text) {
    continue;
  }
  if (process.argv.includes("--check")) {
    problems.push(
      `${path} is not what the sources give: run "make luci", translate what is new, and commit the result`,
    );
  } else {
    writeFileSync(target, text);
  }
}
problems.forEach((problem) => console.error(problem));
process.exit(process.argv.includes("--check") && problems.length > 0 ? 1 : 0);
