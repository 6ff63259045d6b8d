/** Changes to the ID Tokens that oidc-provider issues. */
import type { Context, IdTokenInstance, Provider } from "oidc-provider";
import { decodeJwt, signJwt, type Jwt, type SigningKeys } from "./keys.ts";

/** Changes a token in place, or returns what to send instead of it. */
export type IdTokenEdit = (token: Jwt, ctx: Context | undefined) => string | void;

type Issue = (this: IdTokenInstance, options: { use: string }) => Promise<string>;

function wrapIssue(provider: Provider, wrap: (issue: Issue) => Issue): void {
  const { prototype } = provider.IdToken;
  prototype.issue = wrap(prototype.issue);
}

/** Adds `at_hash`, which oidc-provider leaves out of the code flow. */
export function addAccessTokenHash(provider: Provider): void {
  wrapIssue(
    provider,
    (issue) =>
      function (options) {
        const accessToken = this.ctx?.oidc.entities.AccessToken?.jti;
        if (options.use === "idtoken" && accessToken !== undefined) {
          this.set("at_hash", accessToken);
        }
        return issue.call(this, options);
      },
  );
}

/** Lets `edit` change every ID Token; it is signed again by the algorithm that its header then names. */
export function editIdTokens(provider: Provider, keys: SigningKeys, secret: string, edit: IdTokenEdit): void {
  wrapIssue(
    provider,
    (issue) =>
      async function (options) {
        const issued = await issue.call(this, options);
        if (options.use !== "idtoken") {
          return issued;
        }
        const token = decodeJwt(issued);
        const before = JSON.stringify(token);
        const replacement = edit(token, this.ctx);
        if (typeof replacement === "string") {
          return replacement;
        }
        return JSON.stringify(token) === before ? issued : signJwt(token, keys, secret);
      },
  );
}
