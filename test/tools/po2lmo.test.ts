/** Catalogues as LuCI reads them (scripts/openwrt/po2lmo.pl), compared with what LuCI's own po2lmo of 24.10 makes of the same file. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { root } from "../../scripts/generated";
import { temporaryFolder } from "../temporary.ts";

const folder = temporaryFolder("po2lmo-");

/** Compiles a catalogue; returns the file in hexadecimal digits, or what the program says against it. */
function compile(po: string): string {
  const [from, to] = [join(folder, "a.po"), join(folder, "a.lmo")];
  writeFileSync(from, po);
  const { status, stderr } = spawnSync(join(root, "scripts/openwrt/po2lmo.pl"), [from, to], { encoding: "utf8" });
  return status === 0 ? readFileSync(to, "hex") : stderr;
}

/** Texts of each length modulo 4, with signs beyond ASCII at their ends, in one line and in several; one like the English one, one missing. */
const catalogue = String.raw`msgid ""
msgstr ""
"Language: de\n"

#: a
msgid "Save"
msgstr "Sichern"

msgid "Log in"
msgstr "Anmelden"

msgid "Groups"
msgstr "Groups"

msgid "Länge é"
msgstr "a\n\"b\" \\c"

msgid "Name…"
msgstr ""
"Zwei "
"Zeilen"

msgid "Empty"
msgstr ""
`;

const texts = `${Buffer.from('Sichern\0Anmeldena\\n"b" \\c\0\0\0Zwei Zeilen\0').toString("hex")}`;
const index =
  "219966c7000000010000000000000007" +
  "3008cc84000000010000000800000008" +
  "3e2f0cdd000000010000001000000009" +
  "8e18d253000000010000001c0000000b";

describe("po2lmo", () => {
  it("writes what LuCI's program writes", () => assert.equal(compile(catalogue), `${texts}${index}00000028`));
  it("refuses plural forms, which the pages do not use", () =>
    assert.match(compile('msgid "a"\nmsgid_plural "b"\n'), /a\.po:2: msgid_plural is not understood here/));
});
