/** The page refuses what the service refuses: the same values through the page's JavaScript and through the router's Lua. */
import "./support/gettext.ts";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, test } from "node:test";
import { option_rules } from "../../src/sso_login/settings/option_table";
import type { Problem } from "../../src/sso_login/base/log_texts";
import { sentenceFor } from "../../src/luci/saving/message_text";
import * as page from "../../src/luci/saving/validation";
import { repositoryRoot } from "../box/locations.ts";

const addresses = [
  "https://idp.example.org",
  "https://idp.example.org/",
  "https://idp.example.org/realms/home",
  "https://idp.example.org:8443/a?b=c",
  "https://idp.example.org/#top",
  "https://idp.example.org:0/",
  "https://idp.example.org:65536/",
  "https://[::1]:8443/",
  "https://[::1/",
  "https://user@idp.example.org/",
  "https://idp.example.org/ä",
  "https://idp.example.org/a b",
  "HTTPS://IDP.example.org",
  "http://idp.example.org",
  "//idp.example.org",
  "https://",
  `https://idp.example.org/${"x".repeat(2024)}`,
  `https://idp.example.org/${"x".repeat(2025)}`,
  "https://router.example.org/cgi-bin/sso-login/callback",
  "https://router.example.org/cgi-bin/sso-login/callback/",
  "https://router.example.org/cgi-bin/sso-login/callback?x",
  `https://router.example.org/${"ä".repeat(498)}`,
  `https://router.example.org/${"ä".repeat(499)}`,
];
const numbers = [
  ...["0", "1", "00", "10", "20", "21", "59", "60", "3600", "3601", "604800", "604801", "-1", "1.5", " 1", "1e1"],
];
const words = ["auto", "client_secret_basic", "client_secret_post", "required", "optional", "none", "Auto", "0,1"];
const hosts = ["192.0.2.7", "192.0.2.256", "::1", "::1 192.0.2.7", "fe80::1%lan", "1:2:3:4:5:6:7:8::", "router.lan"];
const paths = [
  ...["/", "/cgi-bin/luci/", "/cgi-bin/luci", "//x", "/a/../b", "/a/.", "/a?b", "/ä", "x", "/cgi-bin/webui/"],
  "/cgi-bin/sso-login",
];
const texts = [
  ...["openid", "openid profile", "profile", " openid ", "openidx", "a".repeat(64), "a".repeat(65), "é".repeat(32)],
  ...["é".repeat(33), "😀".repeat(16), "😀".repeat(17)],
];
const controls = ["a\nb", "\t", "\u007f", "a\u0000b", "\u0080"];
const values = ["", ...addresses, ...hosts, ...numbers, ...words, ...paths, ...texts, ...controls];
const cases = option_rules.flatMap(({ name }) => values.map((value): [string, string] => [name, value]));

/** The answers of the generated Lua to all cases. */
function askLua(): (Problem | null)[] {
  const lua = spawnSync("lua5.1", [join(repositoryRoot, "test/luci/support/options.lua")], {
    input: JSON.stringify(cases),
    encoding: "utf8",
    env: { ...process.env, LUA_PATH: `${repositoryRoot}/openwrt-feed/sso-login/generated/lua/?.lua;;` },
  });
  assert.equal(lua.status, 0, lua.stderr);
  return JSON.parse(lua.stdout) as (Problem | null)[];
}

/** The page's own words, with every place filled in. */
function isSentence(text: string): boolean {
  return /^[A-Z].*\S$/.test(text) && !text.includes("%{");
}

describe("the page's validation", () => {
  const lua = askLua();

  test(`says of ${cases.length} values what the router's Lua says`, () => {
    assert.equal(lua.length, cases.length);
    for (const [index, [option, value]] of cases.entries()) {
      const broken = lua[index] ?? undefined;
      const expected = broken === undefined ? undefined : sentenceFor(broken);
      const problem = page.valueProblem(option, value, true);
      assert.equal(problem, expected, `${option} ${JSON.stringify(value)}`);
      assert.ok(problem === undefined || isSentence(problem), `no sentence for: ${broken?.id ?? ""}`);
    }
  });

  test("the values reach every rule with a right and a wrong one, where it can be wrong", () => {
    const verdicts = new Map(option_rules.map(({ name }): [string, Set<boolean>] => [name, new Set()]));
    for (const [index, [option]] of cases.entries()) {
      verdicts.get(option)?.add(lua[index] === null);
    }
    for (const [option, seen] of verdicts) {
      assert.equal(seen.size, 2, option);
    }
  });

  test("refuses a role without a name, and with that of a local login", () => {
    const taken = "This is the name of a local login of this router.";
    assert.equal(page.roleNameProblem("", [], []), "A role needs a name.");
    assert.equal(page.roleNameProblem("root", [], []), taken);
    assert.equal(page.roleNameProblem("jürgen", [], ["root", "jürgen"]), taken);
    assert.equal(page.roleNameProblem("admin", [], ["root"]), undefined);
  });

  test("refuses role names that uci refuses, that are taken, or that are the options' section's", () => {
    for (const name of ["ä", "default", "guest"]) {
      assert.ok(page.roleNameProblem(name, ["guest"], []) !== undefined, name);
    }
    assert.equal(page.roleNameProblem("Guest_2", ["guest"], []), undefined);
    const sentence = page.roleNameProblem("kids-tablet", [], []);
    assert.equal(sentence, "Must have only the characters A-Z a-z 0-9 _, such as kids_tablet.");
  });

  test("takes of all bytes those that uci takes in a role's name, and in lists all but control characters", () => {
    const bytes = Array.from({ length: 256 }, (_none, code) => String.fromCharCode(code));
    const named = bytes.filter((byte) => page.roleNameProblem(`a${byte}b`, [], []) === undefined);
    assert.equal(named.join(""), "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");
    const refused = bytes.filter((byte) => page.memberProblem(`a${byte}b`) !== undefined);
    assert.deepEqual(
      refused.map((byte) => byte.charCodeAt(0)),
      [...Array(32).keys(), 127],
    );
  });

  test("lets required options be absent while single sign-on is off, and no wrong value", () => {
    assert.equal(page.valueProblem("issuer_url", "", false), undefined);
    assert.equal(page.valueProblem("issuer_url", "", true), "Must be set.");
    assert.notEqual(page.valueProblem("issuer_url", "idp.example.org", false), undefined);
  });
});

test("members with a character that comes from copying are named with it, and letters of any script are not", () => {
  assert.deepEqual(page.oddMembers("email", ["jörg@exämple.org", "mailto:b@c.example", "“x”@y.example"]), [
    "mailto:b@c.example (:)",
    "“x”@y.example (U+201C)",
  ]);
  assert.deepEqual(page.oddMembers("group", ["Büro", "a\u00a0b"]), ["a\u00a0b (U+00A0)"]);
});
