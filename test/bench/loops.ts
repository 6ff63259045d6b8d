/**
 * The costs of loops over the bytes of a provider or of a client, in both runtimes, as their input grows: a row that grows faster than its
 * input fails. Callgrind counts instructions. `tsx test/bench/loops.ts [text...]` runs the rows whose title holds one of the texts; in
 * ucode with UCODE, a real one: the stand-in's own costs say nothing.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../box/locations.ts";
import { temporaryFolder } from "../temporary.ts";
import { chosen, comment, finish, report } from "../tap.ts";

/** Kilobytes of the inputs; a request has 16 at most. */
const sizes = [10, 100, 256];
const requestSizes = [1, 4, 16];
/** A row may cost so many times what linear growth would, as tables and buffers grow in steps. */
const factor = 1.5;

interface Row {
  title: string;
  /** Module and function of the service, which get the text. */
  call: [module: string, name: string];
  text: (bytes: number) => string;
  sizes?: number[];
}

function repeated(unit: string, before = "", after = ""): (bytes: number) => string {
  return (bytes) => before + unit.repeat(Math.floor((bytes - before.length - after.length) / unit.length)) + after;
}

const foreign: [string, string] = ["io.json", "decode_foreign"];
const documents: Record<string, (bytes: number) => string> = {
  "numbers too large": repeated("1e999,", '{"a":[', "0]}"),
  "digits of one number": repeated("1", '{"a":', "}"),
  "numbers with exponents": repeated("1e5,", '{"a":[', "0]}"),
  "arrays too deep": repeated("[".repeat(40) + "]".repeat(40) + ",", '{"a":[', "0]}"),
  "open brackets": repeated("[", '{"a":'),
  "halves of surrogate pairs": repeated("\\ud800", '{"a":"', '"}'),
  "escaped quotes": repeated('\\"', '{"a":"', '"}'),
  backslashes: repeated("\\\\", '{"a":"', '"}'),
  "short texts": repeated('"ab",', '{"a":[', "0]}"),
  nulls: repeated("null,", '{"a":[', "0]}"),
  "members that are null": repeated('{"x":null},', '{"a":[', "0]}"),
  "NUL in names": repeated('"\\u0000":1,', "{", '"a":1}'),
  commas: repeated(",", '{"a":[', "]}"),
  blanks: repeated(" ", '{"a":', "1}"),
};
const header = (payload: string): string => Buffer.from(payload).toString("base64url") + ".e30.AA";

const rows: Row[] = [
  ...Object.entries(documents).map(([title, text]) => ({ title: `a document of ${title}`, call: foreign, text })),
  {
    title: "a token whose header has the text crit, and blanks",
    call: ["jose.jws", "open_jws"],
    text: (bytes) =>
      header(
        repeated(
          '"crit"   ,',
          '{"a":[',
          '0],"crit":null}',
        )(Math.floor((bytes * 3) / 4)).replaceAll('"crit"   ,', '"crit"  ,'),
      ),
    sizes: [1, 4, 12],
  },
  {
    title: "a form of encoded bytes",
    call: ["web.web_request", "parse_form"],
    text: repeated("%c3%a4", "a="),
    sizes: requestSizes,
  },
  {
    title: "a form of many fields",
    call: ["web.web_request", "parse_form"],
    text: repeated("a=b&"),
    sizes: requestSizes,
  },
  { title: "bytes to be encoded", call: ["io.bytes", "percent_encode"], text: repeated("\u00e4") },
  {
    title: "a text without control characters",
    call: ["base.strings", "has_control"],
    text: repeated("\u00e4"),
    sizes: requestSizes,
  },
  {
    title: "a log line",
    call: ["answers.login_history", "parse"],
    text: repeated('\\"', 'CODE key="', '"'),
    sizes: [1, 2, 4],
  },
];

const generated = join(repositoryRoot, "openwrt-feed/sso-login/generated");
const folder = temporaryFolder("sso-login-loops-");
/** The text of a row. */
const file = join(folder, "text");
/** The C layer, of Lua's binding and of ucode's. */
const native = join(repositoryRoot, "build/native/mbedtls");

/** Programs that call a row's function with an argument, and else only load it. */
const programs: Record<string, (call: [module: string, name: string]) => string> = {
  lua: ([module, name]) => `package.path = "${generated}/lua/?.lua"; package.cpath = "${native}/?.so;" .. package.cpath
local call = require("sso_login.${module}").${name}
local text = assert(io.open("${file}")):read("*a")
if arg[1] then call(text) end os.exit(0)`,
  ucode: ([module, name]) => `import { readfile } from 'fs';
import * as loaded from 'sso_login.${module}';
const text = readfile("${file}");
if (ARGV[0]) loaded.${name}(text);`,
};

/** The command that runs a program's text. */
const runtimes: Record<string, string[]> = {
  lua: ["lua5.1", join(folder, "lua")],
  ...(process.env["UCODE"] === undefined
    ? {}
    : { ucode: [...process.env["UCODE"].split(" "), "-L", `${generated}/ucode/*.uc`, join(folder, "ucode")] }),
};

/** Instructions of a call beside those of its process. */
function cost(command: string[]): number {
  const [by, whole] = [[], ["1"]].map((more) => {
    const words = ["--tool=callgrind", "--callgrind-out-file=/dev/null", ...command, ...more];
    const { status, stderr } = spawnSync("valgrind", words, { encoding: "utf8" });
    const count = Number(/Collected : (\d+)/.exec(stderr)?.[1]);
    if (status !== 0 || !(count > 0)) {
      throw new Error(stderr);
    }
    return count;
  });
  return (whole ?? NaN) - (by ?? NaN);
}

if (runtimes["ucode"] === undefined) {
  comment("without UCODE only Lua is measured");
}
execFileSync("make", ["-s", "native"], { cwd: repositoryRoot, stdio: "ignore" });
for (const row of chosen(rows, ({ title }) => title)) {
  for (const [runtime, command] of Object.entries(runtimes)) {
    writeFileSync(join(folder, runtime), programs[runtime]?.(row.call) ?? "");
    const all = row.sizes ?? sizes;
    const costs = all.map((size) => {
      writeFileSync(file, row.text(size * 1000));
      return cost(command);
    });
    comment(
      `${row.title}, ${runtime}: ${all.map((size, at) => `${String(size)} KB ${((costs[at] ?? NaN) / 1e6).toFixed(2)} M`).join(", ")}`,
    );
    // The fixed costs of a call are in each.
    const isLinear = all.every(
      (size, at) =>
        at === 0 || (costs[at] ?? NaN) <= ((costs[at - 1] ?? NaN) * factor * size) / (all[at - 1] ?? NaN) + 200_000,
    );
    report(`no worse than linear: ${row.title}, ${runtime}`, isLinear ? undefined : costs.join(", "));
  }
}
finish();
