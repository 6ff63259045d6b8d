/** Protocol claims that are wrong, missing or of another type (facts about providers, part D). */
import { cases, claims, each, seconds, signsText, token, type Case, type SetUp } from "../case.ts";
import { jsonAround } from "../sign.ts";

const refused = "ID_TOKEN_VERIFICATION_FAILED";

/** A case for each value of a claim. */
const valued = (source: string, name: string, end: Case["end"], values: readonly unknown[], more = {}): Case[] =>
  each(source, end, `has ${name}`, values, (value) => claims({ [name]: value }), more);

/** A claim as JSON text that JSON.stringify would never write. */
const written = (source: string, name: string, end: Case["end"], texts: readonly string[]): Case[] =>
  each(source, end, `writes ${name} as`, texts, (text: string) =>
    signsText((header, payload) => [header, jsonAround({ ...payload, [name]: undefined }, `"${name}":${text}`)]),
  );

/** A claim made from the good one. */
const changed = (name: string, change: (value: string) => unknown): SetUp =>
  token(({ payload }) => (payload[name] = change(String(payload[name]))));

const iss = "part D, claims, iss";
const aud = "part D, claims, aud and azp";
const exp = "part D, JSON numbers, exp";
const iat = "part D, JSON numbers, iat";
const nbf = "part D, JSON numbers, nbf";
const nonce = "part D, claims, nonce";
const hash = "part D, claims, at_hash";
const both = ["router", "somebody"];
const audiences = [
  ...[undefined, "", [], [["router"]], { router: true }, "Router", "router2", "route", "router,x", 1],
  ...[["router", 5], ["somebody"], both, ["somebody", "router"], "router\0", null],
];
const expiries = [
  ...[undefined, null, "", "1e308", -1, 0, 1, true, [9999999999], 1e308, -1e308, 2 ** 53 + 2, 2 ** 63, 1e15],
  String(seconds(600)),
];
const expiryTexts = [
  ...["1e309", "-1e309", "1e999999", "NaN", "nan", "Infinity", "-inf", "0xffffffff", "{}"],
  ...['"9999999999"', "00009999999999"],
];

/** The other case of each letter. */
const exchanged = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase()));

export const claimCases: readonly Case[] = [
  ...valued(iss, "iss", refused, [undefined, "", null, 1, "https://other.example", "https://idp.localhost"]),
  ...cases(iss, refused, {
    "ends its issuer with a slash": changed("iss", (value) => `${value}/`),
    "writes its issuer in upper case": changed("iss", (value) => value.toUpperCase()),
    "writes its issuer without TLS": changed("iss", (value) => value.replace("https:", "http:")),
    "puts its issuer into an array": changed("iss", (value) => [value]),
    "writes a NUL after its issuer": changed("iss", (value) => `${value}\0`),
    "leaves the scheme of its issuer out": changed("iss", (value) => value.replace("https://", "")),
  }),
  ...valued(aud, "aud", refused, audiences),
  ...valued(aud, "azp", refused, ["somebody", "", ["router"], 1, "router "]),
  ...valued(aud, "aud", "login", [["router"], "router"]),
  ...valued(aud, "azp", "login", ["router"]),
  ...cases(aud, "login", { "has two audiences and azp for us": claims({ aud: both, azp: "router" }) }),
  ...cases(aud, refused, {
    "has two audiences and azp for another": claims({ aud: both, azp: "somebody" }),
    "has one audience in an array and azp for another": claims({ aud: ["router"], azp: "x" }),
    "has another audience and azp for us": claims({ aud: "somebody", azp: "router" }),
  }),
  ...valued("part D, claims, sub", "sub", refused, [undefined, "", null, 7, true, ["sub-alice"], { sub: "alice" }]),
  ...valued(exp, "exp", refused, expiries),
  ...written(exp, "exp", refused, expiryTexts),
  ...cases(exp, refused, { "has exp 65 seconds ago": claims(() => ({ exp: seconds(-65) })) }, { line: "clock" }),
  ...cases(exp, "login", {
    "has exp 50 seconds ago": claims(() => ({ exp: seconds(-50) })),
    "has exp with a fraction": claims(() => ({ exp: seconds(600) + 0.5 })),
  }),
  ...valued(exp, "exp", "login", [2 ** 31, 2 ** 32 + 1, 253402300799]),
  ...written(exp, "exp", "login", ["4e9", "4102444800.0"]),
  ...valued(iat, "iat", refused, [undefined, null, "", -1, "1700000000", 1e308, -1e308, 2 ** 53 + 2, true, [1]]),
  ...written(iat, "iat", refused, ["1e309", "NaN"]),
  ...cases(iat, refused, { "issues two minutes ahead": claims(() => ({ iat: seconds(120) })) }, { line: "clock" }),
  ...cases(iat, "login", { "issues 50 seconds ahead": claims(() => ({ iat: seconds(50) })) }),
  ...valued(iat, "iat", "login", [0, 1]),
  ...valued(nbf, "nbf", refused, ["", "0", -1, 1e308, true, [0]]),
  ...written(nbf, "nbf", refused, ["1e309"]),
  ...cases(nbf, refused, { "is not valid for two minutes": claims(() => ({ nbf: seconds(120) })) }),
  ...cases(nbf, "login", { "is valid in 50 seconds": claims(() => ({ nbf: seconds(50) })) }),
  ...valued(nonce, "nonce", "NONCE_MISMATCH", [undefined, "", null, 5, true, "A".repeat(43), {}]),
  ...cases(nonce, "NONCE_MISMATCH", {
    "puts the nonce into an array": changed("nonce", (value) => [value]),
    "appends text to the nonce": changed("nonce", (value) => `${value}A`),
    "cuts the nonce": changed("nonce", (value) => value.slice(0, -1)),
    "exchanges upper and lower case in the nonce": changed("nonce", exchanged),
  }),
  ...valued(hash, "at_hash", "AT_HASH_MISMATCH", [undefined, "", null, 5, true, "A".repeat(22), {}]),
  ...cases(hash, "AT_HASH_MISMATCH", {
    "puts at_hash into an array": changed("at_hash", (value) => [value]),
    "pads at_hash": changed("at_hash", (value) => `${value}==`),
    "cuts at_hash": changed("at_hash", (value) => value.slice(0, -1)),
  }),
  ...valued(`${hash}, optional`, "at_hash", "AT_HASH_MISMATCH", ["", "A".repeat(22), 5], {
    options: { at_hash: "optional" },
  }),
  ...valued(`${hash}, optional`, "at_hash", "login", [undefined], { options: { at_hash: "optional" } }),
  ...cases("acr and auth_time", "AUTHENTICATION_TOO_OLD", {
    "logged in long ago": { options: { max_age: "300" }, setUp: claims({ auth_time: 1_000_000_000 }) },
  }),
  ...cases("acr and auth_time", "login", {
    "logged in before, although prompt is login": {
      options: { prompt: "login" },
      setUp: claims(() => ({ auth_time: seconds(-3600) })),
      line: " prompt=ignored",
    },
    "logged in strongly just now, and has unknown claims": {
      options: { acr_values: "urn:mfa urn:hw", max_age: "300" },
      setUp: claims(() => ({
        acr: "urn:hw",
        auth_time: seconds(),
        nested: { a: [1, null, "ü€"] },
        big: "x".repeat(4000),
      })),
    },
  }),
];

/** A number that Lua takes for infinite, and ucode for its largest integer: refused in both, with reasons of their own. */
export const hugeExpiry = written(exp, "exp", refused, ["9".repeat(400)]);
