/**
 * The OpenID Foundation's modules for relying parties, by their names (facts about providers, part B). Those in which a token, a key,
 * only a claim or UserInfo is otherwise are vectors: tokens.ts, keys.ts, claims.ts, identity.ts, userinfo.ts.
 */
import assert from "node:assert/strict";
import { editJson } from "../../box/provider/misbehaviour.ts";
import { generateKeys } from "../../box/provider/keys.ts";
import { location } from "../../e2e/support/client.ts";
import { expectAnswer } from "../../e2e/support/expect.ts";
import {
  behaves,
  claims,
  fields,
  jwks,
  own,
  publicJwk,
  signs,
  type Case,
  type Entry,
  type NotApplicable,
  type SetUp,
  type Stage,
} from "../case.ts";
import { compact, rs256, unsigned, type Signer } from "../sign.ts";

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
const rotate: SetUp = async (stage) => {
  const { rsa } = generateKeys();
  await jwks(() => [publicJwk(rsa, { kid: "rsa-2", use: "sig", alg: "RS256" })])(stage);
  await signs(() => rs256(rsa), { kid: "rsa-2" })(stage);
};

/** A signature with one bit changed. */
const spoil =
  (signer: (stage: Stage) => Signer) =>
  (stage: Stage): Signer =>
  (input) => {
    const signature = signer(stage)(input);
    signature[40] = (signature[40] ?? 0) ^ 1;
    return signature;
  };

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
  module("-invalid-sig-rs256", "sends a spoiled RS256 signature", refused, { setUp: signs(spoil(own)) }),
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
        ctx.status = ctx.path === path ? 200 : 404;
        ctx.body = { keys: [publicJwk(keys.rsa, { kid: "rsa-1" })] };
      });
    },
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
  absent("oidcc-client-test-userinfo-bearer-body", "takes the access token in the body", "it is sent in the header"),
  absent("oidcc-client-test-form-post-error", "posts its error", "response_mode=form_post is never asked for"),
  {
    source: "mTLS endpoint aliases",
    does: "names other endpoints for mutual TLS",
    end: "login",
    setUp: fields("discovery", { mtls_endpoint_aliases: { token_endpoint: "https://mtls.invalid/token" } }),
  },
  {
    source: "aggregated claims",
    does: "has somebody else's e-mail in a token of its own",
    user: "mallory",
    end: "USER_NOT_AUTHORIZED",
    setUp: claims({
      email: undefined,
      _claim_names: { email: "src1", groups: "src1" },
      _claim_sources: {
        src1: { JWT: compact({ alg: "none" }, { email: "alice@example.org", groups: ["router-admins"] }, unsigned) },
      },
    }),
  },
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
