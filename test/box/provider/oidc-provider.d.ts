/** The part of oidc-provider that the box uses; the package brings no types. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export interface Context {
    readonly req: IncomingMessage;
    readonly res: ServerResponse;
    readonly method: string;
    readonly path: string;
    readonly query: Record<string, string | string[] | undefined>;
    status: number;
    type: string;
    body: unknown;
    respond?: boolean;
    set: (name: string, value: string) => void;
    readonly oidc: {
      readonly client: { readonly clientId: string };
      readonly session?: { readonly accountId?: string };
      readonly params?: Record<string, string | undefined>;
      readonly entities: { readonly AccessToken?: { readonly jti: string } };
      readonly provider: Provider;
    };
  }

  export type Next = () => Promise<unknown>;
  export type Middleware = (ctx: Context, next: Next) => unknown;

  export interface IdTokenInstance {
    readonly ctx?: Context;
    set: (claim: string, value: unknown) => void;
    issue: (options: { use: string }) => Promise<string>;
  }

  export interface GrantInstance {
    readonly accountId?: string;
    addOIDCScope: (scope: string) => void;
    addResourceScope: (resource: string, scope: string) => void;
    save: () => Promise<string>;
  }

  export class Provider {
    constructor(issuer: string, setup: Record<string, unknown>);
    readonly issuer: string;
    proxy: boolean;
    readonly IdToken: { readonly prototype: IdTokenInstance };
    readonly Grant: {
      new (properties: { clientId: string; accountId: string }): GrantInstance;
      find: (id: string) => Promise<GrantInstance | undefined>;
    };
    readonly Client: { find: (id: string) => Promise<{ readonly asymmetricKeyStore: { freshUntil: number } }> };
    callback: () => (req: IncomingMessage, res: ServerResponse) => Promise<void>;
    use: (middleware: Middleware) => this;
    on: (event: string, listener: (...args: unknown[]) => void) => this;
    interactionDetails: (
      req: IncomingMessage,
      res: ServerResponse,
    ) => Promise<{ readonly uid: string; readonly prompt: { readonly name: string } }>;
    interactionResult: (req: IncomingMessage, res: ServerResponse, result: object) => Promise<string>;
  }
}
