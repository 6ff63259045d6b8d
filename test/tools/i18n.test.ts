/** Translations: what gettext's tools and scripts/i18n.sh say of files that are not in order. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { repositoryRoot } from "../box/locations.ts";
import { temporaryFolder } from "../temporary.ts";

/** Checks a copy of the translations that has been changed; what was said. */
function check(change: (edit: (path: string, old: string | RegExp, text: string) => void) => void): string {
  const folder = temporaryFolder("i18n-");
  cpSync(join(repositoryRoot, "openwrt-feed/luci-app-sso-login/po"), folder, { recursive: true });
  change((path, old, text) => {
    const before = readFileSync(join(folder, path), "utf8");
    const after = before.replace(old, () => text);
    assert.notEqual(after, before);
    writeFileSync(join(folder, path), after);
  });
  const { status, stdout, stderr } = spawnSync("scripts/i18n.sh", ["--check", folder], {
    cwd: repositoryRoot,
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C" },
  });
  assert.equal(status, 1);
  return stdout + stderr;
}

test("reports a stale template, and new, removed, untranslated or fuzzy texts", () => {
  const said = check((edit) => {
    edit("templates/sso-login.pot", 'msgid "Copy"', 'msgid "Copies"');
    edit("de/sso-login.po", /msgid "Copy"\nmsgstr ".*"/, 'msgid "Copy"\nmsgstr ""');
    edit("fr/sso-login.po", /msgid "Check now"/, '#, fuzzy\nmsgid "Check now"');
    edit("fr/sso-login.po", 'msgid "Copy"', 'msgid "Copies"');
  });
  assert.match(said, /sso-login.pot is not what the sources give/);
  assert.match(said, /fr\/sso-login.po is not what the sources give/);
  const missing = said.split("\n").filter((line) => line.includes("Copy") || line.includes("Check now"));
  assert.deepEqual(
    missing.sort(),
    ['de, fr: no translation of "Copy"', 'fr: no translation of "Check now"'],
    "each text once",
  );
});

test("reports placeholders that differ from the English text, and blanks that LuCI does not find", () => {
  const said = check((edit) => {
    edit("de/sso-login.po", /(?<=msgid "Use %\{address\}"\nmsgstr ").*(?=")/, "Verwenden");
    edit("de/sso-login.po", /(?<=msgid "Must be one of %\{words\}\."\nmsgstr ").*(?=")/, "%{words} %{worte}");
    edit("de/sso-login.po", /(?<=msgid "Check"\nmsgstr ").*(?=")/, "Prüfung ");
    edit("fr/sso-login.po", /(?<=msgid "Check now"\nmsgstr ").*(?=")/, "Vérifier  tout");
  });
  assert.match(said, /de\/sso-login.po:\d+: .*argument 'address' doesn't exist in 'msgstr'/);
  assert.match(said, /de\/sso-login.po:\d+: .*argument 'worte', as in 'msgstr', doesn't exist in 'msgid'/);
  assert.match(said, /^\d+:msgstr "Prüfung "$/m);
  assert.match(said, /^\d+:msgstr "Vérifier {2}tout"$/m);
  assert.match(said, /de\/sso-login.po: blanks[^]*fr\/sso-login.po: blanks/);
});
