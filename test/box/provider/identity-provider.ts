/**
 * The box's identity provider: oidc-provider over TLS, with accounts that tests may change and endpoints that they may
 * make misbehave. It lives in the calling process; several may run side by side.
 */
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Middleware, Provider } from "oidc-provider";
import type { Certificate } from "../certificates.ts";
import { withResolvers } from "../command.ts";
import { standardAccounts, type Account, type Accounts } from "./accounts.ts";
import { addAccessTokenHash, editIdTokens, type IdTokenEdit } from "./id-tokens.ts";
import { sharedKeys, type SigningKeys } from "./keys.ts";
import type { Storage } from "./memory-adapter.ts";
import { createProvider, endpointOf, mountPath, type Endpoint } from "./setup.ts";

/** The host name of every provider of ours: another site than router.localhost. */
export const providerHost = "idp.localhost";

export interface ProviderOptions {
  certificate: Certificate;
  redirectUri: string;
  /** Addresses to which the provider may send the browser after a logout. */
  postLogoutRedirectUri?: string;
  /** The issuer's path, "" or starting with a slash. */
  issuerPath?: string;
  /** Chosen free when absent. */
  port?: number;
  algorithm?: string;
  /** It demands pushed authorization requests (RFC 9126). */
  pushedRequests?: boolean;
  signedUserInfo?: boolean;
  authMethod?: "client_secret_basic" | "client_secret_post" | "private_key_jwt";
  /** With private_key_jwt it fetches the router's keys; the file has the router's authority. */
  routerCa?: string;
  /** Whether ID Tokens carry the claims of the scopes, or only UserInfo does. */
  claimsInIdToken?: boolean;
  accessTokenHash?: boolean;
  /** It tells the service when one of its sessions ends, and names it in ID Tokens; the file has the router's authority. */
  backchannelCa?: string;
  /** It gives the client a refresh token, each for one use, and revokes them. */
  refreshTokens?: boolean;
  /** Clients register themselves with this initial access token (RFC 7591). */
  registrationToken?: string;
  /** It gives programs access tokens for this audience: client `robot` for itself (`robot secret`). */
  programs?: string;
  host?: string;
  listenOn?: string;
}

export interface ProviderRequest {
  method: string;
  endpoint: Endpoint;
  authorization: string;
  /** The TLS connection it came over, counted from 1. */
  connection: number;
}

export interface Assertion {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
}

export class IdentityProvider {
  readonly issuer: string;
  readonly origin: string;
  readonly port: number;
  readonly client: { readonly id: string; readonly secret: string };
  readonly accounts: Accounts = standardAccounts();
  readonly keys: SigningKeys;
  readonly requests: ProviderRequest[] = [];
  readonly assertions: Assertion[] = [];
  /** Fetches the client's keys anew at the next use. */
  forgetClientKeys: () => Promise<void> = () => Promise.resolve();

  readonly secrets = new Set<string>();

  readonly storage: Storage = new Map();

  readonly #server: Server;
  readonly #listenOn: string;
  readonly #sockets = new Set<Socket>();
  readonly #misbehaviour = new Map<Endpoint, Middleware>();
  #idTokenEdit: IdTokenEdit | undefined;

  private constructor(server: Server, port: number, options: ProviderOptions) {
    const host = options.host ?? providerHost;
    this.#server = server;
    this.#listenOn = options.listenOn ?? "127.0.0.1";
    this.port = port;
    this.origin = `https://${host}:${String(port)}`;
    this.issuer = this.origin + (options.issuerPath ?? "");
    this.client = { id: "router", secret: "client secret: 100% & + /=" };
    this.keys = sharedKeys();
  }

  static async start(options: ProviderOptions): Promise<IdentityProvider> {
    const server = createServer({
      cert: readFileSync(options.certificate.certFile),
      key: readFileSync(options.certificate.keyFile),
      // Node's five seconds pass between two calls of a router on a busy machine.
      keepAliveTimeout: 60_000,
    });
    const listenOn = options.listenOn ?? "127.0.0.1";
    await listen(server, options.port ?? 0, listenOn);
    const self = new IdentityProvider(server, (server.address() as AddressInfo).port, options);
    const provider = await createProvider(self, options);
    if (options.accessTokenHash ?? true) {
      addAccessTokenHash(provider);
    }
    editIdTokens(provider, self.keys, self.client.secret, (token, ctx) => self.#idTokenEdit?.(token, ctx));
    provider.use((ctx, next) => {
      const handler = self.#misbehaviour.get(endpointOf(ctx.path));
      return handler === undefined ? next() : handler(ctx, next);
    });
    self.#serve(provider, mountPath(options));
    return self;
  }

  accountBySubject(sub: string): Account | undefined {
    return [...this.accounts.values()].find((account) => account.sub === sub);
  }

  /** Replaces what an endpoint does; `next()` in the handler is the right behaviour. */
  misbehave(endpoint: Endpoint, handler: Middleware): void {
    this.#misbehaviour.set(endpoint, handler);
  }

  /** Changes header and payload of every ID Token before it is signed; a string takes the place of the whole token. */
  editIdToken(edit: IdTokenEdit): void {
    this.#idTokenEdit = edit;
  }

  /** Behaves again, and forgets the requests so far and their secrets. */
  behave(): void {
    this.secrets.clear();
    this.#misbehaviour.clear();
    this.#idTokenEdit = undefined;
    this.requests.length = 0;
    this.assertions.length = 0;
  }

  forgetSessions(): void {
    this.storage.clear();
  }

  /** Takes the provider off the network: connections are refused. */
  async goDown(): Promise<void> {
    const { promise, resolve } = withResolvers<void>();
    this.#server.close(() => resolve());
    for (const socket of this.#sockets) {
      socket.destroy();
    }
    await promise;
  }

  async comeBack(): Promise<void> {
    await listen(this.#server, this.port, this.#listenOn);
  }

  async stop(): Promise<void> {
    if (this.#server.listening) {
      await this.goDown();
    }
  }

  /** Connects the HTTPS server with oidc-provider, below the issuer's path. */
  #serve(provider: Provider, mountPath: string): void {
    const callback = provider.callback();
    this.#server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
    const connections = new WeakMap<Socket, number>();
    let count = 0;
    this.#server.on("secureConnection", (socket: Socket) => connections.set(socket, (count += 1)));
    this.#server.on("request", (req: IncomingMessage & { originalUrl?: string }, res: ServerResponse) => {
      const target = req.url ?? "/";
      if (!target.startsWith(`${mountPath}/`)) {
        res.writeHead(404).end();
        return;
      }
      req.originalUrl = target;
      req.url = target.slice(mountPath.length);
      this.requests.push({
        method: req.method ?? "",
        endpoint: endpointOf(req.url.replace(/\?.*/, "")),
        authorization: req.headers.authorization ?? "",
        connection: connections.get(req.socket) ?? 0,
      });
      void callback(req, res);
    });
  }

  noteSecrets(values: readonly unknown[]): void {
    for (const value of values) {
      if (typeof value === "string" && value.length >= 8) {
        this.secrets.add(value);
      }
    }
  }
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  const { promise, resolve, reject } = withResolvers<void>();
  server.once("error", reject);
  server.listen(port, host, () => {
    server.off("error", reject);
    resolve();
  });
  await promise;
}
