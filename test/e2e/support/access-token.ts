/** Access tokens of programs, and what they are exchanged for. */
import assert from "node:assert/strict";
import { signJwt } from "../../box/provider/keys.ts";
import { expectAnswer } from "./expect.ts";
import type { Hop } from "./client.ts";
import { form } from "./logout-token.ts";
import type { Scene } from "./scene.ts";

/** Audience of programs' tokens. */
export const audience = "https://router.example/";

/** The options that let programs in. */
export const on = { api_audience: audience };

const grantType = "urn:ietf:params:oauth:grant-type:token-exchange";
const tokenType = "urn:ietf:params:oauth:token-type:access_token";

/** A token of alice's for client `home`, as the provider would sign it; claims and header changed. */
export function accessToken({ provider }: Scene, changes: object = {}, header: object = {}): string {
  const iat = Math.floor(Date.now() / 1000);
  const payload = {
    iss: provider.issuer,
    aud: audience,
    sub: "sub-alice",
    client_id: "home",
    iat,
    exp: iat + 600,
    ...changes,
  };
  return signJwt({ header: { alg: "RS256", typ: "at+jwt", kid: "rsa-1", ...header }, payload }, provider.keys, "");
}

/** Returns the answer of a provider's endpoint to one of its clients. */
async function ask<Answer>(scene: Scene, path: string, name: string, fields: Record<string, string>): Promise<Answer> {
  const credentials = [name, `${name} secret`].map(encodeURIComponent).join(":");
  const headers = { Authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
  const hop = await scene.client().request(scene.provider.issuer + path, { form: fields, headers });
  assert.equal(hop.status, 200, hop.body);
  return JSON.parse(hop.body) as Answer;
}

interface Tokens {
  access_token: string;
}

/** A token that the provider gives its client `robot` for itself. */
export async function robotToken(scene: Scene): Promise<string> {
  const fields = { grant_type: "client_credentials", resource: audience, scope: "router" };
  return (await ask<Tokens>(scene, "/token", "robot", fields)).access_token;
}

/** A token that the provider gives its client `panel` for a user, who logs in elsewhere (RFC 8628). */
export async function deviceToken(scene: Scene, name: string): Promise<string> {
  const started = await ask<{ device_code: string; verification_uri_complete: string }>(
    scene,
    "/device/auth",
    "panel",
    { scope: "openid router", resource: audience },
  );
  const browser = scene.client();
  const code = await browser.submit(await browser.navigate(started.verification_uri_complete), {});
  const form = await browser.submit(code, { confirm: "yes" });
  const page = await browser.submit(form, scene.credentials(name));
  assert.equal(page.status, 200, page.body);
  return (
    await ask<Tokens>(scene, "/token", "panel", {
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      device_code: started.device_code,
      resource: audience,
    })
  ).access_token;
}

export function post(scene: Scene, fields: Record<string, string> | string): Promise<Hop> {
  return scene.client().request(`${scene.router.baseUrl}/token`, form(fields));
}

/** The form of an exchange. */
export function exchangeForm(token: string): Record<string, string> {
  return { grant_type: grantType, subject_token: token, subject_token_type: tokenType };
}

/** The request of an exchange. */
export function exchange(scene: Scene, token: string): Promise<Hop> {
  return post(scene, exchangeForm(token));
}

/** An exchange that must work; the session's id. */
export async function exchanged(scene: Scene, token: string): Promise<string> {
  const hop = await exchange(scene, token);
  expectAnswer(hop, 200);
  return (JSON.parse(hop.body) as Tokens).access_token;
}

/** A call over the web server's `/ubus`: ubus' status, or the code of a refusal. */
export async function call(scene: Scene, id: string, object: string, method: string, message: object): Promise<number> {
  const { result, error } = await scene.callUbus(id, object, method, message);
  return error?.code ?? result?.[0] ?? -1;
}
