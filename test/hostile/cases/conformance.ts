/**
 * The OpenID Foundation's modules for relying parties, by their names (facts about providers, part B). Those in which a token, a key,
 * only a claim or UserInfo is otherwise are vectors: tokens.ts, keys.ts, claims.ts, identity.ts, userinfo.ts.
 */
import assert from "node:assert/strict";
import { editJson } from "../../box/provider/misbehaviour.ts";
import { generateKeys } from "../../box/provider/keys.ts";
import { location } from "../../e2e/support/client.ts";
import { behaves, jwks, publicJwk, signs, type Case, type SetUp, type Stage } from "../case.ts";
import { rs256 } from "../sign.ts";

/** The router asked these endpoints, in this order. */
const asked =
  (endpoints: string) =>
  ({ provider }: Stage): void => {
    const names = ["discovery", "jwks", "token", "userinfo"];
    const own = provider.requests.filter(({ endpoint }) => names.includes(endpoint));
    assert.equal(own.map(({ endpoint }) => endpoint).join(" "), endpoints);
  };

/** New keys, published under a new name and used at once. */
const rotate: SetUp = async (stage) => {
  const { rsa } = generateKeys();
  await jwks(() => [publicJwk(rsa, { kid: "rsa-2", use: "sig", alg: "RS256" })])(stage);
  await signs(() => rs256(rsa), { kid: "rsa-2" })(stage);
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

/** Its keys are at an address of its own for each run. */
const movedKeys: SetUp = ({ provider }) => {
  const path = `/keys/${String(Date.now())}`;
  provider.misbehave(
    "discovery",
    editJson((document) => void (document["jwks_uri"] = provider.issuer + path)),
  );
  provider.misbehave("jwks", (ctx) => void (ctx.status = 404));
  provider.misbehave("other", (ctx) => {
    ctx.status = ctx.path === path ? 200 : 404;
    ctx.body = { keys: [publicJwk(provider.keys.rsa, { kid: "rsa-1" })] };
  });
};

const page = "/cgi-bin/luci/admin/status/overview";

/** A module by the end of its name: all of these end with a login. */
function module(name: string, does: string, more: Partial<Case>): Case {
  return { source: `oidcc-client-test${name}`, does, end: "login", ...more };
}

export const conformance: readonly Case[] = [
  module("", "lets somebody log in, UserInfo included", {
    user: "ursula",
    role: "operator",
    setUp: bearerHeaderOnly,
    after: asked("discovery token jwks userinfo"),
  }),
  module("-discovery-jwks-uri-keys", "has its keys at an address of its own for each run", { setUp: movedKeys }),
  module("-signing-key-rotation", "has new keys at the next login", {
    warm: true,
    setUp: rotate,
    after: asked("token jwks"),
  }),
  module("-signing-key-rotation-just-before-signing", "takes new keys after the login began", {
    warm: true,
    bringBack: (_address, stage) => void rotate(stage),
    after: asked("token jwks"),
  }),
  module("-3rd-party-init-login", "initiates the login", {
    start: ({ provider, scene }) => ({
      iss: provider.issuer,
      login_hint: "alice@example.org",
      target_link_uri: scene.router.address + page,
    }),
    to: page,
    after: (_stage, _hop, client) => {
      const [start] = client.hops;
      assert.ok(start !== undefined, "no start");
      assert.equal(location(start).searchParams.get("login_hint"), "alice@example.org");
    },
  }),
];
