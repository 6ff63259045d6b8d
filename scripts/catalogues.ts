/**
 * Writes the words of the error page in the languages of the catalogues, src/sso_login/web/generated/, from web/words.ts and
 * po/<language>/sso-login.po. What is not translated yet stays English.
 *
 *   tsx scripts/catalogues.ts           writes them
 *   tsx scripts/catalogues.ts --check   writes nothing; exits 1 when a file is not what the catalogues give
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { words } from "../src/sso_login/web/words";
import { root, settle } from "./generated";

const catalogues = join(root, "openwrt-feed/luci-app-sso-login/po");

/** A catalogue's texts by the English ones; scripts/i18n.sh writes each on one line. */
function textsOf(language: string): Map<string, string> {
  const text = readFileSync(join(catalogues, language, "sso-login.po"), "utf8");
  const pairs = text.matchAll(/^msgid (".+")\nmsgstr (".+")$/gm);
  return new Map(
    [...pairs].map(([, id = '""', said = '""']) => [JSON.parse(id) as string, JSON.parse(said) as string]),
  );
}

/** HTML in ASCII, which is all that the sources may hold. */
function asHtml(text: string): string {
  return text.replaceAll(/[&<>"]|[^\n -~]/gu, (char) => `&#${String(char.codePointAt(0))};`);
}

function moduleOf(language: string): string {
  const texts = textsOf(language);
  const lines = Object.entries(words).map(
    ([id, english = ""]) => `  ${id}: ${JSON.stringify(asHtml(texts.get(english) ?? english))},\n`,
  );
  return `/** Generated from po/${language}/sso-login.po by "make lua"; do not edit. */
import type { Words } from "../words";

export const words: Words = {
${lines.join("")}};
`;
}

const languages = readdirSync(catalogues).filter((name) => name !== "templates");
const files = new Map(languages.map((language) => [`words_${language}.ts`, moduleOf(language)]));
settle(join(root, "src/sso_login/web/generated"), files, "make lua", () => true);
