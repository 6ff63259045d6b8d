/** A provider's back-channel logout, as the box's provider would send it. */
import { randomUUID } from "node:crypto";
import { signJwt } from "../../box/provider/keys.ts";
import type { Hop, RequestDetails } from "./client.ts";
import type { Scene } from "./scene.ts";

/** Returns a logout token of a provider that ends all sessions of alice. */
export function logoutToken({ provider }: Pick<Scene, "provider">): string {
  const iat = Math.floor(Date.now() / 1000);
  const payload = {
    iss: provider.issuer,
    aud: provider.client.id,
    iat,
    exp: iat + 120,
    jti: randomUUID(),
    sub: "sub-alice",
    events: { "http://schemas.openid.net/event/backchannel-logout": {} },
  };
  return signJwt({ header: { alg: "RS256", typ: "logout+jwt", kid: "rsa-1" }, payload }, provider.keys, "");
}

/** A request of the provider with these fields. */
export function form(fields: Record<string, string> | string): RequestDetails {
  const body = typeof fields === "string" ? fields : new URLSearchParams(fields).toString();
  return { method: "POST", body, headers: { "Content-Type": "application/x-www-form-urlencoded" } };
}

/** Posts them at the address of a provider, `/office`, or of the first one. */
export function post(scene: Scene, fields: Record<string, string> | string, at = ""): Promise<Hop> {
  return scene.client().request(`${scene.router.baseUrl}/backchannel-logout${at}`, form(fields));
}
