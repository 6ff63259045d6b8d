/**
 * Answers of another provider, and errors, at the callback (facts about providers, part D: mix-up, errors).
 * test/unit/login/authenticate_spec.lua and test/unit/web/callback_spec.lua have the other refusals.
 */
import assert from "node:assert/strict";
import { cases, fields, type Case, type Stage } from "../case.ts";

const other = "https://attacker.example";

/** The callback's address with other parameters; undefined takes one away. */
const query =
  (values: Record<string, string | undefined>): Case["bringBack"] =>
  (address) => {
    const url = new URL(address);
    for (const [name, value] of Object.entries(values)) {
      url.searchParams.delete(name);
      if (value !== undefined) {
        url.searchParams.set(name, value);
      }
    }
    return url;
  };

/** No endpoint of the back-channel was asked after the start. */
const after = ({ provider }: Stage): void =>
  assert.ok(
    !provider.requests.some(({ endpoint }) => ["token", "jwks", "userinfo"].includes(endpoint)),
    "a call was made",
  );

/** The login under way is not used up. */
const waits = { after, remains: { handshakes: 1 } };
const unannounced = fields("discovery", { authorization_response_iss_parameter_supported: undefined });

const mixes = "part D, mix-up";
const csrf = "part D, login CSRF";
const errors = "part D, error responses";
export const mixUp: readonly Case[] = [
  ...cases(
    mixes,
    "IDP_ERROR",
    {
      "names another iss": { bringBack: query({ iss: other }) },
      "ends its iss with a slash": {
        bringBack: (address, stage) => query({ iss: `${stage.provider.issuer}/` })?.(address, stage),
      },
      "names no iss although it promises one": { bringBack: query({ iss: undefined }), line: "promises" },
      "names another iss where none is promised": { setUp: unannounced, bringBack: query({ iss: other }) },
    },
    { after },
  ),
  ...cases(
    mixes,
    "INVALID_REQUEST",
    { "names its iss twice": { bringBack: ({ href }) => `${href}&iss=${encodeURIComponent(other)}` } },
    waits,
  ),
  ...cases(mixes, "login", {
    "names no iss and promises none": { setUp: unannounced, bringBack: query({ iss: undefined }) },
  }),
  ...cases(
    csrf,
    "STATE_PARAMETER_MISMATCH",
    { "returns another state": { bringBack: query({ state: "A".repeat(43) }) } },
    waits,
  ),
  ...cases("part D, code injection", "OIDC_INVALID_GRANT", {
    "returns a code with other parameters in it": {
      bringBack: query({ code: "a&grant_type=client_credentials#?%26" }),
    },
  }),
  ...cases(
    errors,
    "IDP_ERROR",
    {
      "reports an error beside a code": { bringBack: query({ error: "server_error" }) },
      "reports an error of 3000 characters": {
        bringBack: query({ code: undefined, error: "x".repeat(3000), error_description: "y".repeat(3000) }),
        line: / error=x{200} error_description=y{200}( |$)/,
      },
    },
    { after },
  ),
];
