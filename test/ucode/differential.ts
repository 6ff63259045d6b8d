/**
 * Readers of untrusted texts (JSON, tokens, queries, cookies, addresses): each gives the same in Lua and in ucode, whatever the
 * text: generated ones, put to both. Writes TAP. `UCODE` names the program; the seed is printed, and `SEED=… ROUNDS=…` repeats
 * or extends a run.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc, { type Arbitrary } from "fast-check";
import { root } from "../../scripts/generated";
import { comment, finish, report } from "../tap";
import { isRight, runInUcode, type Answer, type Call } from "./calls";

const seed = Number(process.env["SEED"] ?? Date.now() % 2 ** 31);
const rounds = Number(process.env["ROUNDS"] ?? 3000);
const workDir = join(root, "build/test-differential");

// A character is a byte here.
const byte = fc.nat(255).map((code) => String.fromCharCode(code));

/** One of these. */
const of = (...texts: string[]): Arbitrary<string> => fc.constantFrom(...texts);

/** Texts of such parts, one after the other. */
const row = (part: Arbitrary<string>, maxLength: number, separator = ""): Arbitrary<string> =>
  fc.array(part, { maxLength }).map((parts) => parts.join(separator));

/** Whether a text has no integer beyond 64 bits, of which ucode's parser makes the greatest one that it has. */
const fits = (text: string): boolean => !/[0-9]{19}/.test(text);

/** Mostly the text itself; else a part of it is gone, twice, or replaced by something of its kind. */
function damaged(text: Arbitrary<string>, piece: Arbitrary<string>): Arbitrary<string> {
  const damage = fc.tuple(text, piece, fc.nat(), fc.nat(4), fc.boolean());
  const broken = damage.map(([whole, inserted, at, length, twice]) => {
    const from = at % (whole.length + 1);
    return whole.slice(0, from) + inserted + whole.slice(twice ? Math.max(from - length, 0) : from + length);
  });
  return fc.oneof({ weight: 2, arbitrary: text }, { weight: 1, arbitrary: broken }).filter(fits);
}

// JSON (RFC 8259), and what its parsers take besides.
const often = (usual: string, ...others: string[]): Arbitrary<string> =>
  fc.oneof({ weight: 30, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: of(...others) });
const space = often("", " ", "\t", "\r\n", "\v", "\f", "\xa0", "\0", "/**/", "//\n", "\ufeff");
const digits = row(of("0", "1", "9", "00", "1234567"), 2);
const number = fc.oneof(
  fc.tuple(
    often("", "-", "+"),
    digits,
    of("", "", ".", ".0", ".5"),
    digits,
    of("", "", "e", "E+", "e-", "e99", "E400"),
  ),
  fc.tuple(of("0", "-0", "9007199254740991", "9007199254740993", "0x1F", "0b1", "0o7", "1e5", "1e308")),
);
const quoted = row(
  fc.oneof(
    { weight: 4, arbitrary: of("a", "sub", "_", "'", "/", "{", ",", ":", "\xc3\xa9", "email_verified") },
    { weight: 2, arbitrary: of("\\n", "\\/", "\\\\", '\\"', "\\u0041", "\\u00e9", "\\u0000", "\\ud83d\\ude00") },
    {
      weight: 1,
      arbitrary: fc.oneof(byte, of("\\ud800", "\\udc00", "\\uDBff\\u0041", "\\u12", "\\x41", "\\'", "\\", '"')),
    },
  ),
  4,
).map((content) => `"${content}"`);
const scalar = fc.oneof(
  of("true", "false", "null"),
  number.map((parts) => parts.join("")),
  quoted,
  of("True", "NaN", "-Infinity", "nan", "nul", "'a'", "undefined", "", "`a`"),
);
const spaced = (text: Arbitrary<string>): Arbitrary<string> =>
  fc.tuple(space, text, space).map((parts) => parts.join(""));
const value = fc
  .letrec<{ value: string }>((tie) => {
    const items = (item: Arbitrary<string>): Arbitrary<string> =>
      fc
        .tuple(fc.array(item, { maxLength: 4 }), often("", ","), often(",", ",,", ";", ""))
        .map(([list, end, comma]) => list.join(comma) + end);
    const member = fc.tuple(
      spaced(fc.oneof({ weight: 20, arbitrary: quoted }, scalar)),
      often(":", "=", "::"),
      tie("value"),
    );
    return {
      value: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        spaced(fc.oneof({ weight: 6, arbitrary: quoted }, scalar)),
        spaced(items(tie("value")).map((list) => `[${list}]`)),
        spaced(items(member.map((parts) => parts.join(""))).map((list) => `{${list}}`)),
      ),
    };
  })
  .value.filter(fits);
const nested = fc
  .tuple(fc.integer({ min: 28, max: 34 }), of("[", '{"a":'), value)
  .map(([depth, opening, inner]) => opening.repeat(depth) + inner + (opening === "[" ? "]" : "}").repeat(depth));
const anyJson = damaged(
  fc.oneof({ weight: 20, arbitrary: value }, nested),
  fc.oneof(byte, scalar, of("{", "}", "[", "]", ",")),
);
const claims = fc
  .tuple(
    of("alg", "email_verified", "sub"),
    fc.oneof({ weight: 9, arbitrary: of("null", "true", '"a"', "1.50") }, scalar),
    value,
  )
  .map(([name, one, other]) => `{"${name}":${one},"nested":${other}}`);

// Tokens in compact form (RFC 7515), most of whose parts are Base64URL.
const object = fc.oneof({ weight: 9, arbitrary: claims }, anyJson);
const part = fc
  .oneof({ weight: 15, arbitrary: object }, row(byte, 8))
  .map((text) => Buffer.from(text, "latin1").toString("base64url"));
const token = fc.oneof({ weight: 8, arbitrary: fc.tuple(part, part, part) }, fc.array(part, { maxLength: 5 }));
const anyToken = damaged(
  token.map((parts) => parts.join(".")),
  fc.oneof(byte, of(".", "=", "+", "/", "A", "_")),
);

// Queries, cookies and addresses are rows of what matters in them, and of other bytes.
const mixed = (...texts: string[]): Arbitrary<string> =>
  row(fc.oneof({ weight: 12, arbitrary: of(...texts) }, { weight: 1, arbitrary: byte }), 16);
const parameters = ["code", "state", "error", "iss", "stoken", "x"];
const encoded = ["%41", "%63ode", "%00", "%0a", "%C3%a9", "%", "%4", "%zz", "%%", "+", "%2B", "\0"];
const pair = fc
  .tuple(of(...parameters), of("=", "=", ""), row(of(...encoded, "a", "=", ";"), 2))
  .map((parts) => parts.join(""));
const anyQuery = fc.oneof(
  mixed(...parameters, ...encoded, "=", "=", "&", "&", "&", "a", ";", "?", "#"),
  row(pair, 5, "&"),
);
const cookieNames = ["__Host-webui_sso_state", "__host-webui_sso_state", "sysauth_http"];
const anyCookies = mixed(...cookieNames, "=", "=", "=", ";", "; ", "; ", " ", "\t", "a", "b", '"', ",", "\0", "\r\n");
const tail = mixed(...'/?#@:[]a=&%\\ "<{^`|~\0');
const host = of("host.example", "HOST", "a_b", "[::1]", "[::FF", "[]", "::1", "", "h\xc3\xb6st", "x".repeat(2030));
const port = often(":443", "", ":", ":0443", ":0", ":65535", ":65536", ":+1", ":1e3", ": 1", ":99999999999", ":1:2");
const anyUrl = fc
  .tuple(
    often("https://", "HTTPS://", "http://", "https:/", "", " https://", "\0https://"),
    often("", "user@", "user:pass@"),
    host,
    fc.oneof(fc.constant(""), port),
    of("", "/", "/path", "?a=b", "/?", "/a?b?c"),
    fc.oneof({ weight: 4, arbitrary: fc.constant("") }, tail),
  )
  .map((parts) => parts.join(""));

/** The functions that are tried, each with its arguments. */
const functions: Record<string, Arbitrary<string>[]> = {
  "io.json.decode": [anyJson],
  "io.json.decode_object": [fc.oneof(anyJson, damaged(claims, scalar))],
  "jose.jws.decode_claims": [damaged(claims, fc.oneof(byte, scalar))],
  "jose.jws.parse_jws": [anyToken],
  "web.requests.parse_query": [anyQuery],
  "web.requests.query_param": [anyQuery, of(...parameters, "", "A", "\0")],
  "web.requests.parse_cookies": [anyCookies],
  "base.urls.parse_https": [anyUrl],
};

/** Returns the results of calls in Lua, a line each. */
function runInLua(calls: Call[]): unknown[] {
  const file = join(workDir, "generated.jsonl");
  writeFileSync(file, calls.map((call) => `${JSON.stringify(call)}\n`).join(""));
  const { status, stdout, stderr } = spawnSync("lua5.1", ["test/ucode/driver.lua", file], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    env: {
      ...process.env,
      LUA_PATH: "openwrt-feed/sso-login/generated/lua/?.lua;test/ucode/?.lua;;",
      LUA_CPATH: "build/native/mbedtls/?.so;;",
    },
  });
  if (status !== 0) {
    throw new Error(`lua: ${stderr}`);
  }
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
}

/** Puts the same texts to a function in both languages. */
function compare(f: string, args: Arbitrary<string>[]): void {
  const generated = fc.sample(fc.tuple(...args), { numRuns: rounds, seed });
  const bare = generated.map((texts) => ({
    f,
    a: texts.map((text) => `s${Buffer.from(text, "latin1").toString("hex")}`),
    r: null,
  }));
  const results = runInLua(bare);
  const calls: Call[] = bare.map((call, at) => ({ ...call, r: results[at] }));
  const answers: Answer[][] = runInUcode(calls, workDir);
  const wrong = calls.findIndex((call, at) => !isRight(call, answers[at] ?? []));
  report(
    `${f}: ${rounds} texts`,
    wrong < 0
      ? undefined
      : `${JSON.stringify(generated[wrong])}\nLua: ${JSON.stringify(results[wrong])}\nucode: ${JSON.stringify(answers[wrong])}`,
  );
  // A generator of which nearly everything is refused proves nothing.
  const counts = new Map<string, number>();
  for (const result of results.map((one) => JSON.stringify(one))) counts.set(result, (counts.get(result) ?? 0) + 1);
  const most = Math.round((100 * Math.max(...counts.values())) / rounds);
  report(`${f}: not all come to the same`, most < 95 ? undefined : `${most} % do`);
  comment(`${f}: ${counts.size} outcomes, the most frequent in ${most} %`);
}

rmSync(workDir, { recursive: true, force: true });
mkdirSync(workDir, { recursive: true });
comment(`SEED=${seed} ROUNDS=${rounds}`);
for (const [f, args] of Object.entries(functions)) {
  compare(f, args);
}
finish();
