/** Answers of another provider, and errors, at the callback (facts about providers, part D: mix-up, errors). */
import assert from "node:assert/strict";
import { cases, each, fields, type Case, type Stage } from "../case.ts";

const other = "https://attacker.example";

/** The callback's address with other parameters; undefined takes one away. */
const query =
  (values: Record<string, string | undefined>): Case["bringBack"] =>
  (address) => {
    const url = new URL(address);
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined) {
        url.searchParams.delete(name);
      } else {
        url.searchParams.set(name, value);
      }
    }
    return url;
  };

/** No endpoint of the back-channel was asked after the start. */
const codeKept = ({ provider }: Stage): void =>
  assert.ok(
    !provider.requests.some(({ endpoint }) => ["token", "jwks", "userinfo"].includes(endpoint)),
    "a call was made",
  );

/** The callback's address with a text after it. */
const also =
  (text: string): Case["bringBack"] =>
  (address) =>
    address.href + text;
/** The issuer, changed. */
const issuer =
  (change: (issuer: string) => string): Case["bringBack"] =>
  (address, stage) =>
    query({ iss: change(stage.provider.issuer) })?.(address, stage);

const unannounced = fields("discovery", { authorization_response_iss_parameter_supported: undefined });
const kept = { after: codeKept };
/** The login under way is not used up. */
const waits = { after: codeKept, remains: { handshakes: 1 } };
const long = { error: "x".repeat(3000), error_description: "y".repeat(3000) };

const mixes = "part D, mix-up";
const csrf = "part D, login CSRF";
const errors = "part D, error responses";
export const mixUp: readonly Case[] = [
  ...each(
    mixes,
    "IDP_ERROR",
    "names as iss",
    [other, "", "https://idp.localhost", "null"],
    (iss: string) => ({ bringBack: query({ iss }) }),
    kept,
  ),
  ...cases(
    mixes,
    "IDP_ERROR",
    {
      "ends its iss with a slash": { bringBack: issuer((iss) => `${iss}/`) },
      "writes its iss in upper case": { bringBack: issuer((iss) => iss.toUpperCase()) },
      "names no iss although it promises one": { bringBack: query({ iss: undefined }), line: "promises" },
      "reports an error under another iss": {
        bringBack: query({ code: undefined, error: "access_denied", iss: other }),
        line: "another issuer",
      },
      "names another iss where none is promised": { setUp: unannounced, bringBack: query({ iss: other }) },
    },
    kept,
  ),
  ...cases(
    mixes,
    "INVALID_REQUEST",
    { "names its iss twice": { bringBack: also(`&iss=${encodeURIComponent(other)}`) } },
    waits,
  ),
  ...cases(mixes, "login", {
    "names no iss and promises none": { setUp: unannounced, bringBack: query({ iss: undefined }) },
    "promises iss by a text": {
      setUp: fields("discovery", { authorization_response_iss_parameter_supported: "false" }),
      bringBack: query({ iss: undefined }),
    },
  }),
  ...cases(
    csrf,
    "STATE_PARAMETER_MISMATCH",
    {
      "returns another state": { bringBack: query({ state: "A".repeat(43) }) },
      "reports an error with another state": {
        bringBack: query({ code: undefined, error: "x", state: "A".repeat(43) }),
      },
    },
    waits,
  ),
  ...cases("part D, code injection", "OIDC_INVALID_GRANT", {
    "returns a code that it does not know": { bringBack: query({ code: "unknown" }) },
    "returns a code of 3000 characters": { bringBack: query({ code: "x".repeat(3000) }) },
    "returns a code with other parameters in it": {
      bringBack: query({ code: "a&grant_type=client_credentials#?%26" }),
    },
  }),
  ...cases(
    errors,
    "IDP_ERROR",
    {
      "reports access_denied": {
        bringBack: query({ code: undefined, error: "access_denied" }),
        line: " error=access_denied",
      },
      "reports an error beside a code": { bringBack: query({ error: "server_error" }) },
      "reports an empty error": { bringBack: query({ code: undefined, error: "" }) },
      "reports an error of 3000 characters": {
        bringBack: query({ code: undefined, ...long }),
        line: / error=x{200} error_description=y{200}( |$)/,
      },
    },
    kept,
  ),
];
