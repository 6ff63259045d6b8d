/** Headers and log lines inside every string that a provider controls (facts about providers, part D). */
import assert from "node:assert/strict";
import { answer, errorDocument } from "../../box/provider/misbehaviour.ts";
import { headerValues } from "../../e2e/support/client.ts";
import { behaves, claims, fields, forge, from, headers, type Case, type SetUp } from "../case.ts";
import { compact, rs256 } from "../sign.ts";

type Row = Omit<Case, "source">;

/** What would be a header, a log line, a terminal's command or a format, if anything let it through. */
const payloads: readonly string[] = [
  "x\r\nSet-Cookie: sysauth_https=evil; Path=/",
  "x\nLOGIN_GRANTED role=admin email=evil",
  'x" role=admin LOGIN_GRANTED "',
  "x\0y",
  "\u001b]0;evil\u0007\u001b[2J",
  "%s%n%d%p $(reboot) `reboot` ; reboot",
  "\u202Eevil\u2028LOGIN_GRANTED\u0085\u00ff\u007f",
];
/** Those that may stand in an address of a browser: without control characters. */
const printable = payloads.filter((payload) => !/[\0-\x1f\x7f]/.test(payload)); // eslint-disable-line no-control-regex

/** Those that a ubus message can carry whole. */
const withoutNul = payloads.filter((payload) => !payload.includes("\0"));

/** One of each kind, where a string takes the same way as another that is tried with all. */
const few = payloads.filter((_payload, index) => [0, 2, 4].includes(index));

const shown = (payload: string): string => JSON.stringify(payload).slice(0, 24);

/** Nothing of it is a header, and the body is the service's own text. */
const untouched: Case["after"] = (_stage, hop) => {
  assert.doesNotMatch(headerValues(hop, "set-cookie").join("\n"), /evil/);
  assert.ok(!/evil|reboot/.test(hop.body), hop.body);
};

function each(does: string, end: Case["end"], make: (payload: string) => Partial<Row>, list = payloads): Row[] {
  return list.map((payload) => ({ does: `${does} ${shown(payload)}`, end, after: untouched, ...make(payload) }));
}

const endpoints = ["authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"];

const discovery: Row[] = [
  ...each("writes into its issuer", "DISCOVERY_ISSUER_MISMATCH", (payload) => ({
    setUp: fields("discovery", { issuer: `https://${payload}` }),
  })),
  ...endpoints.flatMap((name) =>
    each(
      `writes into its ${name}`,
      "OIDC_DISCOVERY_FAILED",
      (payload) => ({
        setUp: fields("discovery", { [name]: `https://idp.localhost/${payload}` }),
        line: new RegExp(name),
      }),
      name === "authorization_endpoint" ? payloads : few,
    ),
  ),
  ...endpoints.flatMap((name) =>
    [
      ...["javascript:alert(1)", "http://idp.localhost/x", "//idp.localhost/x", "https://a:b@idp.localhost/"],
      ...["https://idp.localhost/#x", "https:\\\\idp.localhost\\x", "file:///etc/passwd", "", 5, ["https://x"]],
    ]
      .filter((_value, index) => name === "authorization_endpoint" || index < 5)
      .map((value): Row => ({
        does: `names as its ${name} ${JSON.stringify(value)}`,
        end: "OIDC_DISCOVERY_FAILED",
        setUp: fields("discovery", { [name]: value }),
        line: new RegExp(name),
      })),
  ),
  ...[...few, "x", "http://idp.localhost/out", "javascript:alert(1)"].map((payload): Row => ({
    does: `has an end_session_endpoint that is none: ${shown(payload)}`,
    end: "login",
    setUp: fields("discovery", {
      end_session_endpoint:
        payload.includes(":") && !payload.startsWith("x")
          ? payload
          : `https://idp.localhost/${payload === "x" ? "#x" : payload}`,
    }),
    after: async ({ scene }, _hop, client) => {
      const [session] = await scene.ssoSessions();
      const address = `${scene.router.baseUrl}/logout?stoken=${String(session?.values["token"])}`;
      const out = await client.request(address, { initiator: scene.router.host });
      assert.deepEqual(headerValues(out, "location"), ["/"]);
    },
  })),
];

/** A parameter of the redirect to the callback. */
const parameter =
  (name: string, payload: string): Case["bringBack"] =>
  (address) => {
    const url = new URL(address);
    url.searchParams.delete("code");
    url.searchParams.set("error", "access_denied");
    url.searchParams.set(name, payload);
    return url;
  };
const controls = payloads.filter((payload) => !printable.includes(payload));

/** Decisions: control characters refuse a request, but for those of a description, which are replaced in the log. */
const redirects: Row[] = [
  ...["error", "iss"].flatMap((name) => [
    ...each(
      `writes into ${name}`,
      "INVALID_REQUEST",
      (payload) => ({ bringBack: parameter(name, payload), remains: { handshakes: 1 } }),
      controls,
    ),
    ...each(`writes into ${name}`, "IDP_ERROR", (payload) => ({ bringBack: parameter(name, payload) }), printable),
  ]),
  ...each("writes into error_description", "IDP_ERROR", (payload) => ({
    bringBack: parameter("error_description", payload),
    line: / error=access_denied error_description=/,
  })),
];

const tokenErrors: Row[] = [
  ...each("writes into the token endpoint's error", "TOKEN_EXCHANGE_FAILED", (payload) => ({
    setUp: behaves("token", errorDocument(400, payload)),
  })),
  ...each("writes into the token endpoint's error_description", "OIDC_INVALID_GRANT", (payload) => ({
    setUp: behaves("token", errorDocument(400, "invalid_grant", payload)),
  })),
  ...each("writes into its access token", "TOKEN_EXCHANGE_FAILED", (payload) => ({
    setUp: fields("token", { access_token: payload }),
  })),
  ...each(
    "writes into its token_type",
    "login",
    (payload) => ({
      setUp: fields("token", { token_type: `Bearer${payload}`, scope: payload }),
    }),
    few,
  ),
];

/** A header field of a token that is signed all the same. */
const headerField = (name: string, payload: string): SetUp =>
  forge(({ header, payload: claimsOf }, { provider }) =>
    compact({ ...header, [name]: payload }, claimsOf, rs256(provider.keys.rsa)),
  );

const tokens: Row[] = [
  ...each("writes into alg", "UNSUPPORTED_ALGORITHM", (payload) => ({ setUp: headerField("alg", payload) })),
  ...each("writes into kid", "ID_TOKEN_VERIFICATION_FAILED", (payload) => ({ setUp: headers({ kid: payload }) })),
  ...each("writes into typ", "login", (payload) => ({ setUp: headers({ typ: payload, cty: payload }) }), few),
  ...["iss", "aud", "azp"].flatMap((name) =>
    each(
      `writes into ${name}`,
      "ID_TOKEN_VERIFICATION_FAILED",
      (payload) => ({ setUp: claims({ [name]: payload }) }),
      few,
    ),
  ),
  ...each("writes into nonce", "NONCE_MISMATCH", (payload) => ({ setUp: claims({ nonce: payload }) }), few),
  ...each(
    "writes into the e-mail of an administrator",
    "login",
    (payload) => ({
      setUp: claims({ email: payload, name: payload, email_verified: true }),
      after: async (stage, hop, client) => {
        await untouched(stage, hop, client);
        const [session] = await stage.scene.ssoSessions();
        assert.equal(session?.values["sso_email"], payload);
      },
    }),
    withoutNul,
  ),
  ...each("writes into the sub of an administrator", "login", (payload) => ({ setUp: claims({ sub: payload }) }), few),
  ...each(
    "writes into the e-mail and sub of a stranger",
    "USER_NOT_AUTHORIZED",
    (payload) => ({
      user: "mallory",
      setUp: claims({ email: payload, sub: payload, groups: [payload] }),
    }),
    withoutNul,
  ),
  // ubus ends a text at a NUL: what is left of it would name another user.
  {
    does: "writes a NUL into sub",
    end: "ID_TOKEN_VERIFICATION_FAILED",
    setUp: claims({ sub: "sub-victor\0x" }),
  },
  {
    does: "writes a NUL into the e-mail of an administrator",
    end: "login",
    setUp: claims({ email: "victor@example.org\0x" }),
    after: async (stage, hop, client) => {
      await untouched(stage, hop, client);
      const [session] = await stage.scene.ssoSessions();
      assert.equal(session?.values["sso_email"], "");
    },
  },
  ...each(
    "writes into e-mail and sub, which are logged as hashes",
    "login",
    (payload) => ({
      options: { log_identity: "0" },
      setUp: claims({ email: payload, sub: payload }),
    }),
    few,
  ),
  {
    does: "has a sub and an e-mail of 3000 characters",
    end: "login",
    setUp: claims({ sub: "s".repeat(3000), email: "e".repeat(3000) }),
  },
];

const types: Row[] = ["discovery", "jwks", "token", "userinfo"].flatMap((endpoint) =>
  ['application/json; charset="LOGIN_GRANTED role=admin"', "text/plain; x=\u001b[2J"].map((type): Row => ({
    does: `names the content type of ${endpoint} ${JSON.stringify(type).slice(0, 40)}`,
    end:
      endpoint === "token"
        ? "TOKEN_EXCHANGE_FAILED"
        : endpoint === "jwks"
          ? "JWKS_FETCH_FAILED"
          : endpoint === "userinfo"
            ? "USERINFO_NETWORK_ERROR"
            : "OIDC_DISCOVERY_FAILED",
    user: endpoint === "userinfo" ? "ursula" : "alice",
    setUp: ({ provider }) =>
      provider.misbehave(endpoint as "token", (ctx) => {
        ctx.respond = false;
        ctx.req.socket.end(
          `HTTP/1.1 500 evil\r\nContent-Type: ${type}\r\nContent-Length: 4\r\nConnection: close\r\n\r\nevil`,
        );
      }),
    after: untouched,
  })),
);

const html: Row[] = [
  {
    does: "writes HTML with a script into its error",
    end: "TOKEN_EXCHANGE_FAILED",
    setUp: behaves("token", answer(400, "text/html", "<script>evil()</script>")),
    after: untouched,
  },
];

export const injection: readonly Case[] = [
  ...from("part D, header and log injection, discovery", discovery),
  ...from("part D, header and log injection, redirect", redirects),
  ...from("part D, header and log injection, token endpoint", [...tokenErrors, ...html]),
  ...from("part D, header and log injection, ID Token", tokens),
  ...from("part D, header and log injection, content type", types),
];
