/** Protocol claims that are wrong, missing or of another type (facts about providers, part D). */
import { from, forge, claims, seconds, type Case, type SetUp } from "../case.ts";
import { compact, jsonAround, rs256 } from "../sign.ts";

const refused = "ID_TOKEN_VERIFICATION_FAILED";
type Row = Omit<Case, "source">;

/** A short text of any value. */
const shown = (value: unknown): string => (value === undefined ? "left out" : JSON.stringify(value).slice(0, 40));

/** One row for each value of a claim. */
function rows(name: string, end: Case["end"], values: readonly unknown[], more: Partial<Row> = {}): Row[] {
  return values.map((value) => ({
    does: `has ${name} ${shown(value)}`,
    end,
    setUp: claims({ [name]: value }),
    ...more,
  }));
}

/** A claim as JSON text that JSON.stringify would never write. */
const raw = (name: string, text: string): SetUp =>
  forge(({ header, payload }, { provider }) =>
    compact(header, jsonAround({ ...payload, [name]: undefined }, `"${name}":${text}`), rs256(provider.keys.rsa)),
  );
const rawRows = (name: string, end: Case["end"], texts: readonly string[]): Row[] =>
  texts.map((text) => ({ does: `writes ${name} as ${text}`, end, setUp: raw(name, text) }));

/** A claim made from the good one. */
const changed =
  (name: string, change: (value: string) => unknown): SetUp =>
  ({ provider }) =>
    provider.editIdToken(({ payload }) => void (payload[name] = change(String(payload[name]))));
const changedRow = (name: string, does: string, end: Case["end"], change: (value: string) => unknown): Row => ({
  does,
  end,
  setUp: changed(name, change),
});

const issuer: Row[] = [
  ...rows("iss", refused, [undefined, "", null, 1, "https://other.example", "https://idp.localhost"]),
  changedRow("iss", "ends its issuer with a slash", refused, (iss) => `${iss}/`),
  changedRow("iss", "writes its issuer in upper case", refused, (iss) => iss.toUpperCase()),
  changedRow("iss", "writes its issuer without TLS", refused, (iss) => iss.replace("https:", "http:")),
  changedRow("iss", "puts its issuer into an array", refused, (iss) => [iss]),
  changedRow("iss", "writes a NUL behind its issuer", refused, (iss) => `${iss}\0`),
  changedRow("iss", "leaves the scheme of its issuer out", refused, (iss) => iss.replace("https://", "")),
];

const both = ["router", "somebody"];
const audience: Row[] = [
  ...rows("aud", refused, [
    undefined,
    "",
    [],
    [["router"]],
    { router: true },
    "Router",
    "router2",
    "route",
    "router,x",
    1,
  ]),
  ...rows("aud", refused, [["router", 5], ["somebody"], both, ["somebody", "router"], "router\0", null]),
  ...rows("azp", refused, ["somebody", "", ["router"], 1, "router "]),
  ...rows("aud", "login", [["router"], "router"]),
  ...rows("azp", "login", ["router"]),
  { does: "has two audiences and azp for us", end: "login", setUp: claims({ aud: both, azp: "router" }) },
  { does: "has two audiences and azp for another", end: refused, setUp: claims({ aud: both, azp: "somebody" }) },
  {
    does: "has one audience in an array and azp for another",
    end: refused,
    setUp: claims({ aud: ["router"], azp: "x" }),
  },
  { does: "has another audience and azp for us", end: refused, setUp: claims({ aud: "somebody", azp: "router" }) },
];

const subject: Row[] = rows("sub", refused, [undefined, "", null, 7, true, ["sub-alice"], { sub: "alice" }]);

const expiry: Row[] = [
  ...rows("exp", refused, [undefined, null, "", "1e308", -1, 0, 1, true, [9999999999], 1e308, -1e308]),
  ...rows("exp", refused, [2 ** 53 + 2, 2 ** 63, 1e15, String(seconds(600))]),
  ...rawRows("exp", refused, [
    "1e309",
    "-1e309",
    "1e999999",
    "NaN",
    "nan",
    "Infinity",
    "-inf",
    "0xffffffff",
    "9".repeat(400),
  ]),
  ...rawRows("exp", refused, ["{}", '"9999999999"', "00009999999999"]),
  {
    does: "has exp 65 seconds ago",
    end: refused,
    setUp: (stage) => claims({ exp: seconds(-65) })(stage),
    line: /clock/,
  },
  { does: "has exp 50 seconds ago", end: "login", setUp: (stage) => claims({ exp: seconds(-50) })(stage) },
  { does: "has exp with a fraction", end: "login", setUp: (stage) => claims({ exp: seconds(600) + 0.5 })(stage) },
  ...rows("exp", "login", [2 ** 31, 2 ** 32 + 1, 253402300799]),
  ...rawRows("exp", "login", ["4e9", "4102444800.0"]),
];

const issued: Row[] = [
  ...rows("iat", refused, [undefined, null, "", -1, "1700000000", 1e308, -1e308, 2 ** 53 + 2, true, [1]]),
  ...rawRows("iat", refused, ["1e309", "NaN"]),
  {
    does: "issues two minutes ahead",
    end: refused,
    setUp: (stage) => claims({ iat: seconds(120) })(stage),
    line: /clock/,
  },
  { does: "issues 50 seconds ahead", end: "login", setUp: (stage) => claims({ iat: seconds(50) })(stage) },
  ...rows("iat", "login", [0, 1]),
];

const notBefore: Row[] = [
  ...rows("nbf", refused, ["", "0", -1, 1e308, true, [0]]),
  ...rawRows("nbf", refused, ["1e309"]),
  { does: "is not valid for two minutes", end: refused, setUp: (stage) => claims({ nbf: seconds(120) })(stage) },
  { does: "is valid in 50 seconds", end: "login", setUp: (stage) => claims({ nbf: seconds(50) })(stage) },
];

const nonce: Row[] = [
  ...rows("nonce", "NONCE_MISMATCH", [undefined, "", null, 5, true, "A".repeat(43), {}]),
  changedRow("nonce", "puts the nonce into an array", "NONCE_MISMATCH", (value) => [value]),
  changedRow("nonce", "writes more behind the nonce", "NONCE_MISMATCH", (value) => `${value}A`),
  changedRow("nonce", "cuts the nonce", "NONCE_MISMATCH", (value) => value.slice(0, -1)),
  changedRow("nonce", "exchanges upper and lower case in the nonce", "NONCE_MISMATCH", (value) =>
    value.replaceAll(/[a-z]/gi, (char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase())),
  ),
];

const accessTokenHash: Row[] = [
  ...rows("at_hash", "AT_HASH_MISMATCH", [undefined, "", null, 5, true, "A".repeat(22), {}]),
  changedRow("at_hash", "puts at_hash into an array", "AT_HASH_MISMATCH", (value) => [value]),
  changedRow("at_hash", "pads at_hash", "AT_HASH_MISMATCH", (value) => `${value}==`),
  changedRow("at_hash", "cuts at_hash", "AT_HASH_MISMATCH", (value) => value.slice(0, -1)),
  ...rows("at_hash", "AT_HASH_MISMATCH", ["", "A".repeat(22), 5], { options: { at_hash: "optional" } }),
  ...rows("at_hash", "login", [undefined], { options: { at_hash: "optional" } }),
];

const section = "part D, claims";
export const claimCases: readonly Case[] = [
  ...from(`${section}, iss`, issuer),
  ...from(`${section}, aud and azp`, audience),
  ...from(`${section}, sub`, subject),
  ...from("part D, JSON numbers, exp", expiry),
  ...from("part D, JSON numbers, iat", issued),
  ...from("part D, JSON numbers, nbf", notBefore),
  ...from(`${section}, nonce`, nonce),
  ...from(`${section}, at_hash`, accessTokenHash),
];
