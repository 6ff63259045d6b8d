/** The page's patterns are those of the router: the same ones through the page's JavaScript and through fnmatch(3). */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fnmatch } from "../../src/luci/kit/patterns";

const patterns = [
  ...["", "*", "luci-*", "*-base", "l?ci-base", "[a-m]uci-base", "[!a-m]uci-base", "[^l]*", "[]l]uci*"],
  ...["[z-a]*", "[l", "l[", "luci-[!]]ase", "\\*", "\\luci-base", "\\\\", "a.c", "a+c", "(a|b)", "{a,b}", "$", "^l*"],
  ...["**", "*a*b*", "??", "[a-]*", "[.]*", "luci-mod-status-index*", "!luci-base"],
];
const names = [
  ...["", "luci-base", "luci-]ase", "luci-mod-status-logs", "]uci-base", "*", "\\", "abc", "a.c", "a+c"],
  ...["(a|b)", "{a,b}", "a", "b", "$", "^luci", "[l", "l[", "-x", ".x", "ab", "!luci-base", "a\nb"],
];

test("patterns match what fnmatch(3) matches", () => {
  const cases = patterns.flatMap((pattern) => names.map((name): [string, string] => [pattern, name]));
  const quoted = cases.map(
    (texts) => `{${texts.map((text) => JSON.stringify(text).replaceAll("\\n", "\\10")).join(",")}},`,
  );
  const program = `
    local fnmatch = require("posix.fnmatch").fnmatch
    for _, case in ipairs({${quoted.join("\n")}}) do io.write(fnmatch(case[1], case[2]) == 0 and "1" or "0") end`;
  const { stdout, stderr } = spawnSync("lua5.1", ["-"], { input: program, encoding: "utf8" });
  assert.equal(stdout.length, cases.length, stderr);
  for (const [index, [pattern, name]] of cases.entries()) {
    assert.equal(fnmatch(pattern, name) ? "1" : "0", stdout[index], `${pattern} on ${JSON.stringify(name)}`);
  }
  assert.match(stdout, /1.*0|0.*1/s);
});
