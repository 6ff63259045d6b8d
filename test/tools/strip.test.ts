/**
 * Packing of a module (strip.awk) in each awk that a build machine may have. That all modules of the service
 * keep their meaning is tested with the packages (test/package/modules.ts).
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { root } from "../../scripts/generated";
import { temporaryFolder } from "../temporary.ts";

const folder = temporaryFolder("strip-");

/** A module, and what is printed; or, where it begins with a number, the line and the text of the refusal. */
const cases: [type: "lua" | "uc", module: string, printed: string][] = [
  ["lua", "-- a\n\n\tlocal t = 'a -- b' .. \"c  d\" --- e\nreturn t  ", "local t = 'a -- b' .. \"c  d\"\nreturn t\n"],
  [
    "lua",
    "-- SPDX-License-Identifier: MIT\n--\n\tf('\\'--', a[b[1]] - -1)",
    "-- SPDX-License-Identifier: MIT\nf('\\'--', a[b[1]] - -1)\n",
  ],
  ["lua", "\nlocal a = [[b]]", "2 [[b]]"],
  ["lua", "local a = [==[b]==]", "1 [==[b]==]"],
  ["lua", "--[[ a\n]] b()", "1 --[[ a"],
  ["lua", "local a = 'b\\\nc'", "1 'b\\"],
  ["uc", "/** a\n * b */\n\tlet t = 'a // b'; // c\n/* d */", "\tlet t = 'a // b';\n"],
  ["uc", '// SPDX-License-Identifier: MIT\nf("\\"/* a */");', '// SPDX-License-Identifier: MIT\nf("\\"/* a */");\n'],
  ["uc", 'let t = `a // ${ f("/* b") } \\` \'${c}`; // d', 'let t = `a // ${ f("/* b") } \\` \'${c}`;\n'],
  ["uc", "a / 2 / (b) / c[1] / 2; // d", "a / 2 / (b) / c[1] / 2;\n"],
  ["uc", "match(a, /\\/\\/[][\"'{]\\/*/g); // b", "match(a, /\\/\\/[][\"'{]\\/*/g);\n"],
  ["uc", "a = `b\nc`;", "1 `b"],
  ["uc", "a = `${ f(`b`) }`;", "1 `${ f(`b`) }`;"],
  ["uc", "match(a, /[/]/);", "1 /[/]/);"],
  ["uc", "return /a/;", "1 /a/;"],
  ["uc", "f();\n} / 2;", "2 / 2;"],
  ["uc", "a = 'b\n';", "1 'b"],
  ["uc", "f(); /* a */", "1 /* a */"],
  ["uc", "/* a */ f();", "1 code or a licence in a block comment: /* a */ f();"],
  [
    "uc",
    "/*\n * SPDX-License-Identifier: MIT\n */",
    "2 code or a licence in a block comment: * SPDX-License-Identifier: MIT",
  ],
  ["uc", "/* a\n", "1 a block comment without an end"],
];

for (const awk of ["mawk", "gawk", "busybox awk"]) {
  describe(`packing, in ${awk}`, () => {
    for (const [type, module, expected] of cases) {
      it(`${type}: ${JSON.stringify(module)}`, () => {
        const file = join(folder, `module.${type}`);
        writeFileSync(file, module);
        const [command = "", ...args] = awk.split(" ");
        const script = join(root, "openwrt-feed/sso-login/strip.awk");
        const { status, stdout, stderr } = spawnSync(command, [...args, "-f", script, file], { encoding: "utf8" });
        const refusal = stderr.replace(`${file}:`, "").replace(": strip.awk does not understand", "").trimEnd();
        assert.equal(status === 0 ? stdout : refusal, expected);
      });
    }
  });
}
