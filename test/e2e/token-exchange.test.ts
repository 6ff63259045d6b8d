/** Programs come in by the provider's tokens. */
import assert from "node:assert/strict";
import { createPublicKey } from "node:crypto";
import { sleep } from "../box/command.ts";
import { decodeJwt, generateKeys } from "../box/provider/keys.ts";
import { editJson } from "../box/provider/misbehaviour.ts";
import type { ServiceOptions } from "../box/router.ts";
import { compact, es256, mac, rs256, unsigned, type Signer } from "../hostile/sign.ts";
import {
  accessDenied,
  accessToken,
  audience,
  call,
  exchange,
  exchanged,
  exchangeForm,
  on,
  post,
  robotToken,
} from "./support/access-token.ts";
import { header } from "./support/client.ts";
import { expectAnswer, expectNoSecrets, expectOneLine } from "./support/expect.ts";
import { form, logoutToken, post as postLogout } from "./support/logout-token.ts";
import { standardRoles, type Scene } from "./support/scene.ts";
import { sceneSuite } from "./support/suite.ts";

const roles = {
  ...standardRoles,
  helper: { sub: ["sub-alice"], sub_issuer: "", access: ["web", "api"], read: ["luci-mod-status-index"] },
  machine: { client: ["robot"], access: ["api"], read: ["luci-mod-status-index"] },
};

function allow(scene: Scene, changes: ServiceOptions = {}): Promise<void> {
  const helper = { ...roles.helper, sub_issuer: scene.provider.issuer };
  return scene.configure({ ...on, ...changes }, { ...roles, helper });
}

/** Whether a session may ask for what its role reads; what becomes of the question is the router's. */
async function mayAsk(scene: Scene, id: string): Promise<boolean> {
  return (await call(scene, id, "system", "board", {})) !== accessDenied;
}

async function expectEnded(scene: Scene, id: string): Promise<void> {
  assert.equal(await mayAsk(scene, id), false);
  assert.deepEqual(await scene.ssoSessions(), []);
}

sceneSuite(
  "token exchange",
  { backchannelLogout: true, provider: { programs: audience } },
  {
    "a program of the provider's works at /ubus, as far as its role goes": async (scene) => {
      await allow(scene);
      const token = await robotToken(scene);
      const id = await exchanged(scene, token);
      await expectOneLine(scene, "TOKEN_EXCHANGED", /client=robot email="" sub=robot role=machine session=/);
      assert.equal(await mayAsk(scene, id), true);
      assert.equal(await call(scene, id, "uci", "set", { config: "sso-login", section: "default" }), accessDenied);
      const headers = { Cookie: `sysauth_https=${id}` };
      const page = await scene.client().request(`${scene.router.address}/cgi-bin/luci/`, { headers });
      assert.equal(header(page, "x-luci-login-required"), "yes");
      await expectNoSecrets(scene);
    },

    "a user's token gives what the user's roles give programs, and the list names the client": async (scene) => {
      await allow(scene);
      const id = await exchanged(scene, accessToken(scene, { groups: ["router-admins"] }));
      assert.equal(await call(scene, id, "uci", "set", { config: "system", section: "x" }), accessDenied);
      const { stdout } = await scene.router.commandLine("sessions");
      assert.match(stdout, /VIA.*\nsub-alice +home +helper /);
    },

    "a session ends with its token, although it is in use": async (scene) => {
      await allow(scene);
      const exp = Math.floor(Date.now() / 1000) + 8;
      const id = await exchanged(scene, accessToken(scene, { exp }));
      assert.equal(await mayAsk(scene, id), true);
      while (Date.now() / 1000 < exp - 1) {
        assert.equal(await mayAsk(scene, id), true);
        await sleep(500);
      }
      await sleep((exp + 2.5) * 1000 - Date.now());
      await expectEnded(scene, id);
    },

    "a session ends when its role does, and keeps its rights when rpcd reloads": async (scene) => {
      await allow(scene);
      const id = await exchanged(scene, accessToken(scene));
      assert.equal((await scene.router.commandLine("sync-roles")).code, 0);
      await scene.router.reloadRpcd();
      assert.equal(await mayAsk(scene, id), true);
      await scene.configure(on, { ...standardRoles, machine: roles.machine });
      assert.match((await scene.router.commandLine("sync-roles")).stdout, /sessions ended: 1/);
      await expectEnded(scene, id);
    },

    "a session ends when the provider says so": async (scene) => {
      await allow(scene, { backchannel_logout: "1" });
      const token = accessToken(scene);
      const id = await exchanged(scene, token);
      expectAnswer(await postLogout(scene, { logout_token: logoutToken(scene) }), 200);
      await expectEnded(scene, id);
      expectAnswer(await exchange(scene, token), 400);
    },

    "what is no access token for this router is refused, and the log says why": async (scene) => {
      // With the type that says nothing allowed, all else must tell the tokens apart.
      await allow(scene, { api_token_types: ["at+jwt", "JWT"], api_client: ["home", "router"] });
      const now = Math.floor(Date.now() / 1000);
      const other = "https://other.example/";
      scene.provider.editIdToken((token) => {
        token.header["typ"] = "JWT";
        token.payload["aud"] = [token.payload["aud"], audience];
      });
      await scene.callback(scene.client(), "alice");
      const idToken = [...scene.provider.secrets].find((secret) => secret.split(".").length === 3) ?? "";
      const { header: head, payload } = decodeJwt(accessToken(scene));
      const made = (signer: Signer, alg = "RS256"): string => compact({ ...head, alg }, payload, signer);
      const publicKey = createPublicKey(scene.provider.keys.rsa).export({ type: "spki", format: "pem" });
      const wrong: Record<string, [string, RegExp]> = {
        opaque: ["opaque", /reason=/],
        "an ID Token, although it is for this audience, too": [idToken, /claim=nonce/],
        "a logout token": [logoutToken(scene), /claim=typ/],
        "a logout token of no type of its own": [accessToken(scene, { events: {} }, { typ: "JWT" }), /claim=events/],
        "another typ": [accessToken(scene, {}, { typ: "secevent+jwt" }), /claim=typ/],
        "the claim typ of a refresh token": [accessToken(scene, { typ: "Refresh" }), /claim=typ/],
        "another audience": [accessToken(scene, { aud: other }), /claim=aud/],
        "the audience as part of a text": [accessToken(scene, { aud: `${other} ${audience}` }), /claim=aud/],
        "another issuer": [accessToken(scene, { iss: other }), /claim=iss/],
        "alg none": [made(unsigned, "none"), /cause=UNSUPPORTED_ALGORITHM/],
        "alg nOnE": [made(unsigned, "nOnE"), /cause=UNSUPPORTED_ALGORITHM/],
        "alg HS256 by the client's secret": [made(mac(scene.provider.client.secret), "HS256"), /UNSUPPORTED_ALGORITHM/],
        "alg HS256 by the public key": [made(mac(String(publicKey)), "HS256"), /cause=UNSUPPORTED_ALGORITHM/],
        "alg ES256 with the key of RS256": [made(es256(scene.provider.keys.ec), "ES256"), /reason=/],
        "no signature": [made(unsigned), /verifies the signature/],
        "a foreign key": [made(rs256(generateKeys().rsa)), /verifies the signature/],
        expired: [accessToken(scene, { exp: now - 1 }), /claim=exp/],
        "from the future": [accessToken(scene, { iat: now + 300 }), /claim=iat/],
        "not yet valid": [accessToken(scene, { nbf: now + 300 }), /claim=nbf/],
        "no client": [accessToken(scene, { client_id: undefined }), /claim=client_id/],
        "two clients": [accessToken(scene, { azp: "router" }), /claim=azp/],
        "9 KB": [accessToken(scene, { pad: "x".repeat(6600) }), /8192 bytes/],
        "bound to a key": [accessToken(scene, { cnf: { jkt: "x" } }), /claim=cnf/],
        "of a user without a role": [accessToken(scene, { sub: "sub-eve" }), /cause=USER_NOT_AUTHORIZED/],
      };
      const expectRefused = async (name: string, token: string, text: RegExp): Promise<void> => {
        await scene.router.clearState();
        await scene.router.markLog();
        const hop = await exchange(scene, token);
        assert.deepEqual([hop.status, hop.body], [400, '{"error":"invalid_request"}'], name);
        await expectOneLine(scene, "EXCHANGE_REFUSED", text);
      };
      for (const [name, [token, text]] of Object.entries(wrong)) {
        await expectRefused(name, token, text);
      }
      const last = accessToken(scene, { aud: [other, audience] });
      expectAnswer(await exchange(scene, last), 200);
      scene.provider.misbehave(
        "jwks",
        editJson((document) => {
          document["keys"] = (document["keys"] as { kid: string }[]).filter(({ kid }) => kid !== "rsa-1");
        }),
      );
      await expectRefused("a withdrawn key", last, /reason=/);
    },

    "a refusal is one line in the log": async (scene) => {
      await allow(scene);
      expectAnswer(await exchange(scene, "opaque"), 400);
      await expectOneLine(scene, "EXCHANGE_REFUSED");
    },

    "client authentication is refused, with one line in the log": async (scene) => {
      await allow(scene);
      const request = form(exchangeForm(accessToken(scene)));
      const headers = { ...request.headers, authorization: `Basic ${btoa("robot:secret")}` };
      const hop = await scene.client().request(`${scene.router.baseUrl}/token`, { ...request, headers });
      expectAnswer(hop, 401);
      assert.deepEqual(JSON.parse(hop.body), { error: "invalid_client" });
      await expectOneLine(scene, "CLIENT_AUTHENTICATION");
    },

    "a body of a megabyte, and one that is none, are refused": async (scene) => {
      await allow(scene);
      for (const body of ["x".repeat(1_000_000), "", "\u00ff\u00fe=%", "grant_type=a&grant_type=a"]) {
        const hop = await post(scene, body);
        expectAnswer(hop, 400);
        assert.match(header(hop, "content-type") ?? "", /^application\/json(;|$)/);
      }
      assert.equal((await scene.client().request(`${scene.router.baseUrl}/token`)).status, 405);
      assert.deepEqual(await scene.ssoSessions(), []);
    },
  },
);
