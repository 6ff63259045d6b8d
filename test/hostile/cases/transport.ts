/**
 * Answers that are too large, too slow, broken, or from servers not to be trusted (part D: TLS, JWKS abuse), one of a kind for each
 * endpoint: one client makes all calls, and test/native/https has whatever a connection can bring.
 */
import assert from "node:assert/strict";
import type { Context, Middleware } from "oidc-provider";
import { sleep } from "../../box/command.ts";
import { answer, editJson, htmlPage } from "../../box/provider/misbehaviour.ts";
import type { Code } from "../../e2e/support/expect.ts";
import { badKinds, type BadKind } from "../bad-servers.ts";
import { fields, from, type Case, type SetUp, type Stage } from "../case.ts";

type Row = Omit<Case, "source">;
type Name = "discovery" | "token" | "jwks" | "userinfo";

interface Target {
  name: Name;
  /** Its field in the discovery document. */
  field: string;
  /** No answer, or one that is cut off. */
  network: Code;
  /** An answer that says nothing. */
  content: Code;
  certificate: Code;
  user: string;
  role: string;
}

const targets: readonly Target[] = [
  ["discovery", "", "OIDC_DISCOVERY_FAILED", "OIDC_DISCOVERY_FAILED", "SSL_INIT_FAILED", "alice", "admin"],
  [
    ...["token", "token_endpoint", "TOKEN_ENDPOINT_NETWORK_ERROR", "TOKEN_EXCHANGE_FAILED"],
    ...["TOKEN_ENDPOINT_NETWORK_ERROR", "alice", "admin"],
  ],
  ["jwks", "jwks_uri", "JWKS_FETCH_FAILED", "JWKS_FETCH_FAILED", "SSL_INIT_FAILED", "alice", "admin"],
  [
    ...["userinfo", "userinfo_endpoint", "USERINFO_NETWORK_ERROR", "USERINFO_NETWORK_ERROR", "SSL_INIT_FAILED"],
    ...["ursula", "operator"],
  ],
].map(
  ([name, field, network, content, certificate, user, role]) =>
    ({ name, field, network, content, certificate, user, role }) as Target,
);

const KB = 1024;

/** The provider's own JSON text, its secrets noted. */
async function ownText({ provider }: Stage, ctx: Context, next: () => Promise<unknown>): Promise<string> {
  await next();
  const document = ctx.body as Record<string, unknown>;
  provider.noteSecrets([document["access_token"], document["id_token"]]);
  return JSON.stringify(document);
}

/** JSON of exactly so many bytes. */
function padded(text: string, size: number): string {
  const member = '{"padding":"",';
  return text.replace("{", `{"padding":"${"x".repeat(size - Buffer.byteLength(text) - member.length + 1)}",`);
}

type Send = (text: string, ctx: Context) => void | Promise<void>;

/** The good answer in another form. */
const own =
  (name: Name, send: Send): SetUp =>
  (stage) =>
    stage.provider.misbehave(name, async (ctx, next) => {
      const text = await ownText(stage, ctx, next);
      await send(text, ctx);
    });

const sized =
  (size: number): Send =>
  (text, ctx) => {
    ctx.type = "application/json";
    ctx.body = padded(text, size);
  };

const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

/** Bytes of our own on the connection, header included, and its end. */
const raw =
  (bytes: string): Middleware =>
  (ctx) => {
    ctx.respond = false;
    ctx.req.socket.end(bytes);
  };

/** A byte now and then, until the service has had enough. */
const slowly: Middleware = async (ctx) => {
  ctx.respond = false;
  const { socket } = ctx.req;
  socket.write(`${head}\r\n{`);
  while (!socket.destroyed) {
    socket.write(" ");
    await sleep(100);
  }
};

/** Status lines other than 200 above an otherwise good document. */
const otherStatus =
  (status: number): Send =>
  (text, ctx) => {
    ctx.body = text;
    ctx.type = "application/json";
    ctx.status = status;
  };

function answers({ name, network, content, user, role }: Target): Row[] {
  const row = (does: string, end: Case["end"], setUp: SetUp, more: Partial<Row> = {}): Row => ({
    does: `${name}: ${does}`,
    end,
    user,
    role,
    setUp,
    ...more,
  });
  const like = (does: string, end: Case["end"], behaviour: Middleware, more: Partial<Row> = {}): Row =>
    row(does, end, ({ provider }) => provider.misbehave(name, behaviour), more);
  const redirect = (status: number): Row =>
    row(
      `redirects with ${String(status)}`,
      content,
      (stage) => {
        // Within its origin only the document may be elsewhere.
        const origin = name === "discovery" ? "https://elsewhere.localhost" : stage.provider.issuer;
        const target = `${origin}/elsewhere`;
        stage.provider.misbehave("other", answer(200, "application/json", "{}"));
        return own(name, (_text, ctx) => {
          ctx.status = status;
          ctx.set("Location", target);
          ctx.body = "";
        })(stage);
      },
      {
        line: new RegExp(`http_status=${String(status)}`),
        after: ({ provider }) => assert.doesNotMatch(provider.requests.map(({ endpoint }) => endpoint).join(), /other/),
      },
    );
  return [
    row("256 KB", "login", own(name, sized(256 * KB))),
    row("256 KB and one byte", network, own(name, sized(256 * KB + 1)), { line: /cause=too_large/ }),
    like("a byte now and then", network, slowly, { line: /cause=timeout/, options: { http_timeout: "1" } }),
    redirect(302),
    like("HTML with status 200", content, htmlPage, { line: /http_status=200/ }),
    ...[201, 500].map((status) =>
      row(
        `a good document with status ${String(status)}`,
        status < 500 ? content : network,
        own(name, otherStatus(status)),
        { line: new RegExp(`http_status=${String(status)}`) },
      ),
    ),
    like("an end in the middle of its body", network, raw(`${head}Content-Length: 500\r\n\r\n{"issuer":`)),
  ];
}

/** A redirect within its origin, which only the discovery document may have. */
const atHome: Row = {
  does: "discovery: a redirect to its own address with a query",
  end: "login",
  setUp: ({ provider }) =>
    provider.misbehave("discovery", async (ctx, next) => {
      if (Object.keys(ctx.query).length === 0) {
        ctx.status = 302;
        ctx.set("Location", `${ctx.path}?again`);
        ctx.body = "";
      } else {
        await next();
      }
    }),
};

/** An endpoint at a server that no TLS client should talk to. */
function untrusted({ name, field, network, certificate, user, role }: Target, kind: BadKind): Row {
  const isTls = kind === "TLS 1.1" || kind === "plain HTTP" || kind === "reset";
  const kindOfFailure = kind === "reset" ? "a connection that is reset" : kind;
  const place: Partial<Row> =
    name === "discovery"
      ? { options: ({ bad }) => ({ issuer_url: bad.url(kind) }) }
      : { setUp: (stage) => fields("discovery", { [field]: stage.bad.url(kind, "/x") })(stage) };
  return {
    does: `${name}: ${isTls ? kindOfFailure : `a certificate that is ${kind === "wrong name" ? "for another name" : kind}`}`,
    end: isTls ? network : certificate,
    user,
    role,
    ...place,
    line: isTls ? /cause=(tls|network)/ : /cause=certificate/,
  };
}

/** A good document whose name is another endpoint's. */
const elsewhere: Row[] = targets.slice(1).map(({ name, field, network, user }) => ({
  does: `${name}: a port where no server listens`,
  end: network,
  user,
  setUp: ({ provider }) =>
    provider.misbehave(
      "discovery",
      editJson((document) => void (document[field] = "https://idp.localhost:1/x")),
    ),
  line: /cause=connect/,
}));

export const transport: readonly Case[] = [
  ...from("part D, back-channel", targets.flatMap(answers)),
  ...from("part D, back-channel", [atHome, ...elsewhere]),
  ...from(
    "part D, TLS",
    targets.flatMap((target) => badKinds.map((kind) => untrusted(target, kind))),
  ),
];
