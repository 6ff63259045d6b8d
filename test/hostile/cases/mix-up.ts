/** Answers of another provider, and errors, at the callback (facts about providers, part D: mix-up, errors). */
import assert from "node:assert/strict";
import { fields, from, type Case, type Stage } from "../case.ts";

type Row = Omit<Case, "source">;
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

const answered: Row[] = (
  [
    ...[other, "", "https://idp.localhost", "null"].map((iss): Row => ({
      does: `names ${JSON.stringify(iss)} as iss`,
      end: "IDP_ERROR",
      bringBack: query({ iss }),
    })),
    {
      does: "ends its iss with a slash",
      end: "IDP_ERROR",
      bringBack: (url, { provider }) => query({ iss: `${provider.issuer}/` })?.(url, {} as Stage),
    },
    {
      does: "writes its iss in upper case",
      end: "IDP_ERROR",
      bringBack: (url, { provider }) => query({ iss: provider.issuer.toUpperCase() })?.(url, {} as Stage),
    },
    {
      does: "names no iss although it promises one",
      end: "IDP_ERROR",
      bringBack: query({ iss: undefined }),
      line: /promises/,
    },
    {
      does: "names its iss twice",
      end: "INVALID_REQUEST",
      bringBack: (url) => `${url.href}&iss=${encodeURIComponent(other)}`,
      remains: { handshakes: 1 },
    },
    {
      does: "reports an error under another iss",
      end: "IDP_ERROR",
      bringBack: query({ code: undefined, error: "access_denied", iss: other }),
      line: /another issuer/,
    },
    {
      does: "names another iss where none is promised",
      end: "IDP_ERROR",
      setUp: fields("discovery", { authorization_response_iss_parameter_supported: undefined }),
      bringBack: query({ iss: other }),
    },
  ] satisfies Row[]
).map((row) => ({ ...row, after: codeKept }));

const unpromised: Row[] = [
  {
    does: "names no iss and promises none",
    end: "login",
    setUp: fields("discovery", { authorization_response_iss_parameter_supported: undefined }),
    bringBack: query({ iss: undefined }),
  },
  {
    does: "promises iss by a text",
    end: "login",
    setUp: fields("discovery", { authorization_response_iss_parameter_supported: "false" }),
    bringBack: query({ iss: undefined }),
  },
];

const states: Row[] = (
  [
    { does: "returns another state", end: "STATE_PARAMETER_MISMATCH", bringBack: query({ state: "A".repeat(43) }) },
    { does: "returns no state", end: "INVALID_REQUEST", bringBack: query({ state: undefined }) },
    { does: "returns an empty state", end: "INVALID_REQUEST", bringBack: query({ state: "" }) },
    { does: "returns state twice", end: "INVALID_REQUEST", bringBack: (url) => `${url.href}&state=x` },
    { does: "returns code twice", end: "INVALID_REQUEST", bringBack: (url) => `${url.href}&code=x` },
    { does: "returns no code", end: "INVALID_REQUEST", bringBack: query({ code: undefined }) },
    {
      does: "reports an error with another state",
      end: "STATE_PARAMETER_MISMATCH",
      bringBack: query({ code: undefined, error: "x", state: "A".repeat(43) }),
    },
    {
      does: "reports an error without state",
      end: "INVALID_REQUEST",
      bringBack: query({ code: undefined, error: "x", state: undefined }),
    },
  ] satisfies Row[]
).map((row) => ({ ...row, after: codeKept, remains: { handshakes: 1 } }));

const codes: Row[] = [
  { does: "returns a code that it does not know", end: "OIDC_INVALID_GRANT", bringBack: query({ code: "unknown" }) },
  {
    does: "returns a code of 3000 characters",
    end: "OIDC_INVALID_GRANT",
    bringBack: query({ code: "x".repeat(3000) }),
  },
  {
    does: "returns a code with other parameters in it",
    end: "OIDC_INVALID_GRANT",
    bringBack: query({ code: "a&grant_type=client_credentials#?%26" }),
  },
];

const errors: Row[] = (
  [
    {
      does: "reports access_denied",
      end: "IDP_ERROR",
      bringBack: query({ code: undefined, error: "access_denied" }),
      line: / error=access_denied/,
    },
    { does: "reports an error beside a code", end: "IDP_ERROR", bringBack: query({ error: "server_error" }) },
    { does: "reports an empty error", end: "IDP_ERROR", bringBack: query({ code: undefined, error: "" }) },
    {
      does: "reports an error of 3000 characters",
      end: "IDP_ERROR",
      bringBack: query({ code: undefined, error: "x".repeat(3000), error_description: "y".repeat(3000) }),
      line: / error=x{200} error_description=y{200}( |$)/,
    },
  ] satisfies Row[]
).map((row) => ({ ...row, after: codeKept }));

export const mixUp: readonly Case[] = [
  ...from("part D, mix-up", [...answered, ...unpromised]),
  ...from("part D, login CSRF", states),
  ...from("part D, code injection", codes),
  ...from("part D, error responses", errors),
];
