/** Handlers for IdentityProvider.misbehave(): a provider's wrong answers. */
import { createHash } from "node:crypto";
import type { Context, Middleware } from "oidc-provider";
import { sleep } from "../command.ts";
import type { IdentityProvider } from "./identity-provider.ts";

export function slow(milliseconds: number): Middleware {
  return async (ctx, next) => {
    await sleep(milliseconds);
    // The router may have given up meanwhile.
    if (!ctx.req.socket.destroyed) {
      await next();
    }
  };
}

export function answer(status: number, type: string, body: string | Buffer): Middleware {
  return (ctx) => {
    ctx.status = status;
    ctx.type = type;
    ctx.body = body;
  };
}

export function errorDocument(status: number, error: string, description = "told by the test"): Middleware {
  return answer(status, "application/json", JSON.stringify({ error, error_description: description }));
}

export function editJson(edit: (document: Record<string, unknown>) => void): Middleware {
  return async (ctx, next) => {
    await next();
    const document = { ...documentOf(ctx) };
    edit(document);
    ctx.body = document;
  };
}

function documentOf(ctx: Context): Record<string, unknown> {
  if (typeof ctx.body !== "object" || ctx.body === null) {
    throw new Error(`the provider answered ${String(ctx.status)} without a JSON document`);
  }
  return ctx.body as Record<string, unknown>;
}

/** Every token response carries this access token from now on. */
export function repeatAccessToken(provider: IdentityProvider, accessToken: string): void {
  const hash = createHash("sha256").update(accessToken).digest().subarray(0, 16).toString("base64url");
  provider.misbehave(
    "token",
    editJson((document) => void (document["access_token"] = accessToken)),
  );
  provider.editIdToken(({ payload }) => void (payload["at_hash"] = hash));
}
