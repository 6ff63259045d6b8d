/**
 * What packing makes of a module (minify.awk), in each awk that a build machine may have. That the service's own modules
 * keep their meaning is judged with the packages (test/package/modules.ts).
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, describe, it } from "node:test";
import { root } from "../../scripts/generated";

const scripts = ["tokens", "exports", "minify"].flatMap((name) => [
  "-f",
  join(root, `openwrt-feed/sso-login/${name}.awk`),
]);
const generated = join(root, "openwrt-feed/sso-login/generated");
const folder = mkdtempSync(join(tmpdir(), "minify-"));
after(() => {
  rmSync(folder, { recursive: true });
});

/** Minifies files of a folder; returns what became of each, or what awk complains of. */
function minify(awk: readonly string[], from: string, files: readonly string[]): string[] | string {
  const to = mkdtempSync(join(folder, "out-"));
  files.forEach((file) => mkdirSync(dirname(join(to, file)), { recursive: true }));
  const [command = "", ...args] = [...awk, "-v", `to=${to}`, "-v", "outside=text", ...scripts, ...files];
  const { status, stderr } = spawnSync(command, args, { cwd: from, encoding: "utf8" });
  return status === 0 ? files.map((file) => readFileSync(join(to, file), "utf8")) : stderr;
}

/** One text; the complaint without the file's name. */
function minified(type: "lua" | "uc", text: string): string {
  writeFileSync(join(folder, `text.${type}`), text);
  const made = minify(["awk"], folder, [`text.${type}`]);
  return typeof made === "string" ? made.trim().replace(/^text\.\w+:/, "") : (made[0] ?? "").trimEnd();
}

const cases: [about: string, type: "lua" | "uc", text: string, made: string][] = [
  [
    "comments and white space go, but not in texts",
    "lua",
    "-- a\nlocal text = 'a -- b' .. \"c  d\" --- e\nreturn text",
    "local a='a -- b'..\"c  d\"return a",
  ],
  [
    "comments of ucode",
    "uc",
    "/* a\n * b */ let text = 'a // b'; // c\nprint(text /* d */);",
    "let a='a // b';print(a);",
  ],
  [
    "functions begin lines, and lines stay where a space would have to",
    "lua",
    "local function one()\n\tfor place = 1, 2 do\n\t\tprint(place)\n\tend\nend\nlocal function two()\n\tone()\nend",
    "local function a()for b=1,2 do\nprint(b)end\nend\nlocal function c()a()end",
  ],
  [
    "members of Lua keep their names",
    "lua",
    "local key = { key = 1, other = key, key }\nkey.key = key:key()",
    "local a={key=1,other=a,a}a.key=a:key()",
  ],
  [
    "a list of values behind a comma in a function within a table is no member",
    "lua",
    "local made = { f = function(one, two) one, two = two, one return one end, two = 1 }",
    "local c={f=function(a,b)a,b=b,a return a end,two=1}",
  ],
  [
    "numbers and operators that would run together",
    "lua",
    "local a1 = 1\nreturn a1 - -1 .. 2 .. a1",
    "local a=1\nreturn a- -1 ..2 ..a",
  ],
  [
    "members of ucode keep their names, a shorthand gets both",
    "uc",
    "const key = 1;\nprint({ key, other: key, key: key.key?.key ? key : 2 });",
    "let a=1;print({key:a,other:a,key:a.key?.key?a:2});",
  ],
  [
    "names in templates",
    "uc",
    "const name = 1;\nprint(`name ${name} \\`${ f({ name }).name ?? `${name}` } name`);",
    "let a=1;print(`name ${a} \\`${f({name:a}).name??`${a}`} name`);",
  ],
  [
    "a regular expression, and a division",
    "uc",
    "const one = 4;\nmatch(one / 2 / one, /one \\/ one/g);",
    "let a=4;match(a/2/a,/one \\/ one/g);",
  ],
  [
    "what is imported has another name where that is shorter, and where it comes from is nobody's name",
    "uc",
    "import * as from from 'from';\nimport { first, ok, index_of } from 'as';\nfirst(from.ok(ok), index_of(index_of(first), first));",
    "import*as c from'from';import{first as a,ok,index_of as b}from'as';a(c.ok(ok),b(b(a),a));",
  ],
  [
    "exports keep their names",
    "uc",
    "export const first = 1;\nexport function second(value) { return value + first; };\nfunction third() {}\nexport { third as fourth };",
    "export const first=1;\nexport const second=a=>a+first;function b(){}\nexport{b as fourth};",
  ],
  [
    "every way to declare a name",
    "uc",
    "let one, two = (three, ...four) => [three], five = six => { let one = six, nine = one; return nine; };\n" +
      "for (let seven, eight in {}) {}\ntry { one(two, five); } catch (error) { die(error); }",
    "let a,b=(d,...h)=>[d],c=e=>{let a=e,f=a;return f};for(let i,j in{}){}try{a(b,c)}catch(g){die(g)}",
  ],
  [
    "what is required comes in one statement, but for members of it",
    "lua",
    'local one = require("one")\nlocal two = require("two")\nlocal three = require("three").four\nlocal five = require("five")',
    'local a,b,c=require"one",require"two",require"three".four\nlocal d=require"five"',
  ],
  ["a text as the only argument", "lua", 'one("a")\ntwo("a", b)\nreturn ("a")', 'one"a"two("a",b)return("a")'],
  [
    "what ucode can do without",
    "uc",
    "'use strict';\nconst a = 1;\nconst b = [(c) => c,];\nlet d;",
    "let b=1,c=[a=>a],d;",
  ],
  [
    "braces of one simple statement, and no others",
    "uc",
    "if (a) { b(); } else { c(); }\nfor (let d in e) { if (d) { b(); } }\nwhile (a) { let d = a; c(d); }\nf(() => { b(); });\nfunction g() { return; }",
    "if(a)b();else c();for(let d in e){if(d)b();}while(a){let d=a;c(d)}f(()=>{b()});function g(){return;}",
  ],
  [
    "a function of one value, but for one that calls itself",
    "uc",
    "let a1 = 1;\nfunction one(a) { return a; }\nfunction two() { return { a: one }; }\nlet b;\n" +
      "export function three(a, b) { return two(a, b) };\nfunction four(a) { return four(a); }\nfunction five() { return; }",
    "let f=1,c=a=>a,d=()=>({a:c}),b;\nexport const three=(a,b)=>d(a,b);function e(a){return e(a)}function g(){return;}",
  ],
  ["a name that is taken", "uc", "let name = a(b);\nprint(name);", "let c=a(b);print(c);"],
  ["a name of the language is nobody's own", "uc", "let keys = 1;\nkeys;", "let keys=1;keys;"],
];

const refused: [about: string, type: "lua" | "uc", text: string, complaint: string][] = [
  ["a long text", "lua", "\nlocal a = [[b]]", "2: minify.awk does not understand '[[b]]'"],
  ["a long comment", "lua", "--[[ a\n]] b()", "1: minify.awk does not understand '--[[ a'"],
  ["a text that goes on in the next line", "lua", "local a = 'b\\\nc'", "1: minify.awk does not understand ''b\\'"],
  [
    "a method, which has a name of nobody's declaring",
    "lua",
    "function M:f() end",
    "1: minify.awk does not understand ':' in a function's name",
  ],
  ["an end too many", "lua", "f() end", "1: minify.awk does not understand 'end', which closes nothing"],
  ["an end too few", "lua", "if a then b()", "1: minify.awk does not understand 'if', which nothing closes"],
  ["a template of several lines", "uc", "a = `b\nc`;", "1: minify.awk does not understand this template"],
  ["a method of an object", "uc", "a = { f() {} };", "1: minify.awk does not understand the member 'f'"],
  ["a brace in no known place", "uc", "class A { a }", "1: minify.awk does not understand the brace behind 'A'"],
  ["an import under another name", "uc", "import { a as b } from 'c';", "1: minify.awk does not understand 'a as'"],
  ["a pattern in the place of a name", "uc", "let { a } = b;", "1: minify.awk does not understand '{' as a name"],
];

describe("packing makes modules small", () => {
  for (const [about, type, text, made] of cases) {
    it(`${type}: ${about}`, () => {
      assert.equal(minified(type, text), made);
    });
  }

  it("exports that our modules alone ask for have one short name, others keep theirs", () => {
    const texts = {
      "one.uc": "export function first(){};export function second(){};export function third(){};export const fourth=1;",
      "two.uc":
        "import*as one from'one';import{second}from'one';one.first();second(one.third,{third:one.fourth},'fourth');",
      "one.lua": "local M={}function M.first()end function M.second()end function M.third()end M.fourth=1 return M",
      "two.lua": 'local one=require("sso_login.one")one.first()one.second(one.third,{third=one.fourth},"fourth")',
    };
    for (const [name, text] of Object.entries(texts)) {
      writeFileSync(join(folder, name), text);
    }
    assert.deepEqual(minify(["awk"], folder, ["one.uc", "two.uc"]), [
      "export function a0(){};export function b0(){};export function third(){};export const fourth=1;\n",
      "import*as a from'one';import{b0}from'one';a.a0();b0(a.third,{third:a.fourth},'fourth');\n",
    ]);
    assert.deepEqual(minify(["awk"], folder, ["one.lua", "two.lua"]), [
      "local a={}function a.a0()end function a.b0()end function a.third()end a.fourth=1 return a\n",
      'local a=require"sso_login.one"a.a0()a.b0(a.third,{third=a.fourth},"fourth")\n',
    ]);
  });

  it("no word of the language becomes a name, however many there are", () => {
    const made = minified("lua", Array.from({ length: 999 }, (_, place) => `f(function(v${place})end)`).join("\n"));
    const names = new Set([...made.matchAll(/\((\w+)\)end/g)].map(([, name]) => name));
    assert.equal(names.size, 999);
    assert.deepEqual(
      ["do", "if", "in", "or"].filter((word) => names.has(word)),
      [],
    );
  });

  it("names of the language are known to it, all of them", () => {
    const releases = readFileSync(join(root, "test/box/lua/ucode/releases.lua"), "utf8");
    const ucode = /releases\.globals = set\(\[\[([^\]]+)/.exec(releases)?.[1]?.trim().split(/\s+/) ?? [];
    const { stdout: lua } = spawnSync("lua5.1", ["-e", "for name in pairs(_G) do print(name) end"], {
      encoding: "utf8",
    });
    for (const [type, names] of [
      ["uc", ucode],
      ["lua", lua.trim().split("\n")],
    ] as const) {
      assert.ok(names.length > 20, `${names.length} names`);
      for (const name of names) {
        const used = name === "io" ? " io.write()" : "";
        const text = type === "uc" ? `let ${name}=1;` : `local ${name}=1${used}`;
        assert.equal(minified(type, text), text);
      }
    }
  });
});

describe("packing ends the build at", () => {
  for (const [about, type, text, complaint] of refused) {
    it(`${type}: ${about}`, () => {
      assert.equal(minified(type, text), complaint);
    });
  }
});

describe("packing gives the same bytes in every awk", () => {
  for (const runtime of ["lua", "ucode"]) {
    const from = join(generated, runtime);
    const files = readdirSync(from, { recursive: true, encoding: "utf8" }).filter((path) => /\.(lua|uc)$/.test(path));
    for (const [awk, some] of [
      [["gawk"], files],
      // It takes ten times as long as mawk.
      [["busybox", "awk"], files.filter((_, place) => place % 4 === 0)],
    ] as const) {
      it(`${runtime}: mawk and ${awk.join(" ")}`, () => {
        const made = minify(["mawk"], from, some);
        assert.ok(Array.isArray(made), String(made));
        assert.deepEqual(minify(awk, from, some), made);
      });
    }
  }
});
