/** The OpenID Foundation's modules for relying parties, by their names (facts about providers, part B). */
import assert from "node:assert/strict";
import { editJson } from "../../box/provider/misbehaviour.ts";
import { generateKeys, signJwt } from "../../box/provider/keys.ts";
import { location } from "../../e2e/support/client.ts";
import { expectAnswer } from "../../e2e/support/expect.ts";
import {
  all,
  behaves,
  claims,
  fields,
  forge,
  headers,
  jwks,
  type Case,
  type Entry,
  type NotApplicable,
  type SetUp,
  type Stage,
} from "../case.ts";
import { compact, rs256, spoiled } from "../sign.ts";

const refused = "ID_TOKEN_VERIFICATION_FAILED";

/** The endpoints that were asked, in their order, those of the browser left out. */
function backChannel({ provider }: Stage): string {
  const names = ["discovery", "jwks", "token", "userinfo"];
  return provider.requests
    .map(({ endpoint }) => endpoint as string)
    .filter((name) => names.includes(name))
    .join(" ");
}

/** New keys, published under a new name and used at once. */
const rotate: SetUp = ({ provider }) => {
  const keys = generateKeys();
  const renamed = { kid: "rsa-2", use: "sig", alg: "RS256" };
  provider.misbehave(
    "jwks",
    editJson((document) => {
      const { kty, n, e } = keys.rsa.export({ format: "jwk" });
      document["keys"] = [{ kty, n, e, ...renamed }];
    }),
  );
  provider.editIdToken((token) => {
    token.header["kid"] = "rsa-2";
    return signJwt(token, keys, "");
  });
};

const ecSpoiled = forge(({ header, payload }, { provider }) =>
  spoiled({ header: { ...header, alg: "ES256", kid: "ec-1" }, payload }, provider.keys.ec, (signature) => {
    signature[40] = (signature[40] ?? 0) ^ 1;
    return signature;
  }),
);

const rsaSpoiled = forge((token, { provider }) =>
  spoiled(token, provider.keys.rsa, (signature) => {
    signature[100] = (signature[100] ?? 0) ^ 1;
    return signature;
  }),
);

/** UserInfo answers with a JWT, signed as the ID Tokens are. */
const signedUserInfo: SetUp = (stage) =>
  stage.provider.misbehave("userinfo", async (ctx, next) => {
    await next();
    const header = { alg: "RS256", kid: "rsa-1" };
    const payload = { ...(ctx.body as object), iss: stage.provider.issuer, aud: "router" };
    ctx.type = "application/jwt";
    ctx.body = compact(header, payload, rs256(stage.provider.keys.rsa));
  });

/** UserInfo insists on the header, and on nothing in the address (implicit in every module). */
const bearerHeaderOnly = behaves("userinfo", async (ctx, next) => {
  const good = /^Bearer \S+$/.test(ctx.req.headers.authorization ?? "") && Object.keys(ctx.query).length === 0;
  if (good && ctx.method === "GET") {
    await next();
  } else {
    ctx.status = 401;
  }
});

/** What the browser asked of the authorization endpoint. */
function authorizationRequests({ provider }: Stage): number {
  return provider.requests.filter(({ endpoint }) => endpoint === "authorization").length;
}

/** A module of the Basic, Config or other plans; most names begin alike. */
function module(name: string, does: string, end: Case["end"], more: Partial<Case> = {}): Case {
  return { source: `oidcc-client-test${name}`, does, end, ...more };
}

function absent(source: string, does: string, notApplicable: string): NotApplicable {
  return { source, does, notApplicable };
}

const basicPlan: Entry[] = [
  module("", "lets somebody log in, UserInfo included", "login", {
    user: "ursula",
    role: "operator",
    setUp: bearerHeaderOnly,
    after: (stage) => assert.equal(backChannel(stage), "discovery token jwks userinfo"),
  }),
  module("-invalid-iss", "issues for another issuer", refused, { setUp: claims({ iss: "https://other.example" }) }),
  module("-missing-sub", "leaves out sub", refused, { setUp: claims({ sub: undefined }) }),
  module("-invalid-aud", "issues for another client", refused, { setUp: claims({ aud: "somebody" }) }),
  module("-missing-iat", "leaves out iat", refused, { setUp: claims({ iat: undefined }) }),
  module("-kid-absent-single-jwks", "names no kid and has one key", "login", {
    setUp: all(
      headers({ kid: undefined }),
      jwks(([rsa]) => [rsa]),
    ),
  }),
  module("-kid-absent-multiple-jwks", "names no kid and has several keys", "login", {
    setUp: all(
      headers({ kid: undefined }),
      jwks(([rsa, ec], { foreign }) => [
        ec,
        { kty: "RSA", e: "AQAB", n: foreign.rsa.export({ format: "jwk" }).n, kid: "rsa-0" },
        rsa,
      ]),
    ),
  }),
  module("-idtoken-sig-rs256", "signs by RS256", "login"),
  module("-idtoken-sig-none", "does not sign", "UNSUPPORTED_ALGORITHM", { setUp: headers({ alg: "none" }) }),
  module("-invalid-sig-rs256", "sends a spoiled RS256 signature", refused, { setUp: rsaSpoiled }),
  module("-userinfo-invalid-sub", "tells UserInfo of somebody else", refused, {
    user: "ursula",
    setUp: fields("userinfo", { sub: "sub-alice", email: "alice@example.org" }),
  }),
  module("-nonce-invalid", "sends another nonce", "NONCE_MISMATCH", { setUp: claims({ nonce: "A".repeat(43) }) }),
  module("-scope-userinfo-claims", "is asked for profile, email and groups", "login", {
    user: "ursula",
    role: "operator",
    after: (_stage, _hop, client) => {
      const [start] = client.hops;
      assert.ok(start !== undefined, "no start");
      assert.equal(location(start).searchParams.get("scope"), "openid profile email groups");
    },
  }),
  module("-client-secret-basic", "wants client_secret_basic", "login", {
    after: ({ provider }) => {
      const form = (text: string): string => new URLSearchParams({ x: text }).toString().slice(2);
      const { authorization } = provider.requests.find(({ endpoint }) => endpoint === "token") ?? { authorization: "" };
      const [id = "", secret = ""] = Buffer.from(authorization.slice(6), "base64").toString().split(":");
      assert.deepEqual([id, secret.replaceAll("%20", "+")], [form(provider.client.id), form(provider.client.secret)]);
    },
  }),
];

const configPlan: Entry[] = [
  module("-discovery-openid-config", "tells its endpoints in the discovery document", "login", {
    after: (stage) => assert.match(backChannel(stage), /^discovery /),
  }),
  module("-discovery-jwks-uri-keys", "has its keys at an address of its own for each run", "login", {
    setUp: (stage) => {
      const { issuer, keys } = stage.provider;
      const path = `/keys/${String(Date.now())}`;
      stage.provider.misbehave(
        "discovery",
        editJson((document) => void (document["jwks_uri"] = issuer + path)),
      );
      stage.provider.misbehave("jwks", (ctx) => void (ctx.status = 404));
      stage.provider.misbehave("other", (ctx) => {
        const { kty, n, e } = keys.rsa.export({ format: "jwk" });
        ctx.status = ctx.path === path ? 200 : 404;
        ctx.body = { keys: [{ kty, n, e, kid: "rsa-1" }] };
      });
    },
  }),
  module("-discovery-issuer-mismatch", "discovers itself as another issuer", "DISCOVERY_ISSUER_MISMATCH", {
    setUp: fields("discovery", { issuer: "https://other.example" }),
    line: /other\.example/,
    after: (stage) => assert.equal(authorizationRequests(stage), 0),
  }),
  module("-signing-key-rotation", "has new keys at the next login", "login", {
    warm: true,
    setUp: rotate,
    after: (stage) => assert.equal(backChannel(stage), "token jwks"),
  }),
  module("-signing-key-rotation-just-before-signing", "takes new keys after the login began", "login", {
    warm: true,
    bringBack: (_address, stage) => void rotate(stage),
    after: (stage) => assert.equal(backChannel(stage), "token jwks"),
  }),
];

const worthPassing: Entry[] = [
  module("-missing-aud", "leaves out aud", refused, { setUp: claims({ aud: undefined }) }),
  module("-invalid-sig-es256", "sends a spoiled ES256 signature", refused, { setUp: ecSpoiled }),
  module("-invalid-sig-hs256", "sends an HS256 signature", "UNSUPPORTED_ALGORITHM", {
    setUp: headers({ alg: "HS256", kid: undefined }),
  }),
  module("-ignores-unparseable-key-in-jwks", "has keys of unknown kinds beside its own", "login", {
    setUp: jwks((published) => [
      { kty: "AKP", alg: "ML-DSA-44", kid: "pq", pub: "AAAA" },
      { kty: "invented", kid: "rsa-1" },
      { kid: "rsa-1" },
      ...published,
    ]),
  }),
  module("-userinfo-bearer-header", "takes the access token in the header alone", "login", {
    user: "ursula",
    role: "operator",
    setUp: bearerHeaderOnly,
  }),
  absent("oidcc-client-test-userinfo-bearer-body", "takes the access token in the body", "it is sent in the header"),
  module("-userinfo-signed", "signs its UserInfo answer", "login", {
    user: "ursula",
    role: "operator",
    setUp: signedUserInfo,
  }),
  { source: "OIDCCClientTestNonce", does: "wants a nonce", end: "login" },
  absent("oidcc-client-test-form-post-error", "posts its error", "response_mode=form_post is never asked for"),
  {
    source: "mTLS endpoint aliases",
    does: "names other endpoints for mutual TLS",
    end: "login",
    setUp: fields("discovery", { mtls_endpoint_aliases: { token_endpoint: "https://mtls.invalid/token" } }),
  },
  ...["aggregated", "distributed"].map((kind): Case => ({
    source: `${kind} claims`,
    does: `has ${kind} claims with somebody else's e-mail`,
    user: "mallory",
    end: "USER_NOT_AUTHORIZED",
    setUp: claims({
      email: undefined,
      _claim_names: { email: "src1", groups: "src1" },
      _claim_sources: {
        src1:
          kind === "aggregated"
            ? {
                JWT: compact({ alg: "none" }, { email: "alice@example.org", groups: ["router-admins"] }, () =>
                  Buffer.alloc(0),
                ),
              }
            : { endpoint: "https://claims.invalid/", access_token: "told" },
      },
    }),
  })),
  module("-missing-athash", "leaves out at_hash", "AT_HASH_MISMATCH", {
    setUp: claims({ at_hash: undefined }),
    line: /option at_hash/,
  }),
  module("-invalid-athash", "sends another at_hash", "AT_HASH_MISMATCH", {
    setUp: claims({ at_hash: "A".repeat(22) }),
  }),
  absent("oidcc-client-test-missing-chash", "leaves out c_hash", "only the hybrid flow has one"),
  absent("oidcc-client-test-invalid-chash", "sends another c_hash", "only the hybrid flow has one"),
];

const page = "/cgi-bin/luci/admin/status/overview";

/** What a login initiated by a third party begins with. */
const initiated =
  (changes: Record<string, string> = {}) =>
  ({ provider, scene }: Stage): Record<string, string> => ({
    iss: provider.issuer,
    login_hint: "alice@example.org",
    target_link_uri: scene.router.address + page,
    ...changes,
  });

const thirdPartyPlan: Entry[] = [
  module("-3rd-party-init-login", "initiates the login", "login", {
    start: initiated(),
    to: page,
    after: (_stage, _hop, client) => {
      const [start] = client.hops;
      assert.ok(start !== undefined, "no start");
      assert.equal(location(start).searchParams.get("login_hint"), "alice@example.org");
    },
  }),
  module("-3rd-party-init-login", "lets another issuer initiate the login", "INVALID_REQUEST", {
    start: initiated({ iss: "https://other.example" }),
    line: /parameter=iss/,
    after: (stage) => assert.equal(authorizationRequests(stage), 0),
  }),
  module("-3rd-party-init-login", "initiates the login for another site", "login", {
    start: initiated({ target_link_uri: "https://other.example/" }),
  }),
];

const logoutPlan: Entry[] = [
  module("-rp-init-logout", "offers its end-session endpoint", "login", {
    remains: { tokens: 1, sessions: 1 },
    after: async ({ scene, provider }, _hop, client) => {
      const details = { initiator: scene.router.host };
      const luci = await client.request(`${scene.router.address}/cgi-bin/luci/admin/logout`, details);
      const out = await client.request(location(luci), details);
      expectAnswer(out, 302);
      const target = location(out);
      assert.equal(target.origin + target.pathname, `${provider.issuer}/session/end`);
      assert.match(target.searchParams.get("id_token_hint") ?? "", /^[\w-]+\.[\w-]+\.[\w-]+$/);
      assert.equal((await scene.ssoSessions()).length, 0, "the local session is gone first");
    },
  }),
  absent("oidcc-client-test-rp-init-logout-no-state", "returns without state", "no state is sent and none is read"),
  absent("oidcc-client-test-rp-init-logout-other-state", "returns another state", "no state is sent and none is read"),
  absent("front-channel logout", "loads a logout address in a frame", "there is no such address"),
  absent("OIDCCClientTestRefreshToken*", "refreshes ID Tokens", "refresh tokens are neither used nor kept"),
];

export const conformance: readonly Entry[] = [
  ...basicPlan,
  ...configPlan,
  ...worthPassing,
  ...thirdPartyPlan,
  ...logoutPlan,
];
