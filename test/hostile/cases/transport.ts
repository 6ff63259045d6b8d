/** Answers that are too large, too slow, encoded, broken, or from servers not to be trusted (part D: TLS, JWKS abuse). */
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import type { Context, Middleware } from "oidc-provider";
import { sleep } from "../../box/command.ts";
import { answer, editJson, hangUp, htmlPage } from "../../box/provider/misbehaviour.ts";
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
  (size: number, chunked = false): Send =>
  (text, ctx) => {
    const body = padded(text, size);
    ctx.type = "application/json";
    ctx.body = chunked ? Readable.from([body.slice(0, 1000), body.slice(1000)]) : body;
  };

/** Bytes of our own on the connection, header included. */
const raw =
  (bytes: string | Buffer, end = true): Middleware =>
  (ctx) => {
    ctx.respond = false;
    ctx.req.socket.write(bytes);
    if (end) {
      ctx.req.socket.end();
    }
  };

/** Writes pieces until the service has had enough. */
const endless =
  (head: Record<string, string>, first: string, piece: string, pause: number): Middleware =>
  async (ctx) => {
    ctx.respond = false;
    const { res } = ctx;
    const { socket } = ctx.req;
    res.on("error", () => undefined);
    res.writeHead(200, { "Content-Type": "application/json", ...head });
    res.write(first);
    for (let count = 0; count < 2000 && !socket.destroyed; count += 1) {
      res.write(piece);
      await sleep(pause);
    }
    socket.destroy();
  };

/** A header that never ends. */
const endlessHeader: Middleware = async (ctx) => {
  ctx.respond = false;
  const { socket } = ctx.req;
  socket.on("error", () => undefined);
  socket.write("HTTP/1.1 200 OK\r\n");
  for (let count = 0; count < 2000 && socket.writable; count += 1) {
    socket.write(`X-Filler-${String(count)}: ${"x".repeat(1000)}\r\n`);
    await sleep(1);
  }
  socket.destroy();
};

const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
const never: Middleware = async (ctx) => {
  ctx.respond = false;
  await sleep(4000);
  ctx.req.socket.destroy();
};

/** Status lines other than 200 above an otherwise good document. */
const otherStatus =
  (status: number): Send =>
  (text, ctx) => {
    ctx.body = text;
    ctx.type = "application/json";
    ctx.status = status;
  };

const quick = { http_timeout: "1" };

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
        // Within its origin the document alone may be elsewhere.
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
  // One reader serves all endpoints: what only HTTP sees is tried with a POST and a GET.
  const broken = [
    row(
      "a NUL behind a good document",
      content,
      own(name, (text, ctx) => {
        ctx.type = "application/json";
        ctx.body = `${text}\0`;
      }),
    ),
    row(
      "two documents",
      content,
      own(name, (text, ctx) => {
        ctx.type = "application/json";
        ctx.body = text + text;
      }),
    ),
    like("an end in the middle of its header", network, raw("HTTP/1.1 200 OK\r\nContent-Ty")),
    like("an end in the middle of a chunk", network, raw(`${head}Transfer-Encoding: chunked\r\n\r\nff\r\n{"a`)),
    like("a chunk of no size", network, raw(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`)),
    like("a negative length", network, raw(`${head}Content-Length: -5\r\n\r\n{}`)),
    like(
      "an unknown transfer encoding",
      network,
      raw(`${head}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`),
    ),
    like("something that is not HTTP", network, raw("SSH-2.0-OpenSSH_9.2\r\n")),
    like("HTTP/0.9", network, raw('{"issuer":"https://idp.localhost"}')),
  ];
  return [
    row("255 KB", "login", own(name, sized(255 * KB))),
    row("255 KB in chunks", "login", own(name, sized(255 * KB, true))),
    row("256 KB", "login", own(name, sized(256 * KB))),
    row("256 KB and one byte", network, own(name, sized(256 * KB + 1)), { line: /cause=too_large/ }),
    row("257 KB", network, own(name, sized(257 * KB)), { line: /cause=too_large/ }),
    row("257 KB in chunks", network, own(name, sized(257 * KB, true)), { line: /cause=too_large/ }),
    like("chunks without end", network, endless({}, '{"a":"', "x".repeat(16 * KB), 0), { line: /cause=too_large/ }),
    like("a header without end", network, endlessHeader, { line: /cause=too_large/ }),
    like("white space without end", network, endless({}, "", " ".repeat(16 * KB), 0), { line: /cause=too_large/ }),
    like("a byte now and then", network, endless({}, "{", " ", 100), { line: /cause=timeout/, options: quick }),
    like("nothing at all", network, never, { line: /cause=timeout/, options: quick }),
    ...[302, 308].map(redirect),
    like("HTML with status 200", content, htmlPage, { line: /http_status=200/ }),
    like("nothing with status 200", content, answer(200, "application/json", "")),
    ...[201, 500].map((status) =>
      row(`a good document with status ${String(status)}`, content, own(name, otherStatus(status)), {
        line: new RegExp(`http_status=${String(status)}`),
      }),
    ),
    row(
      "gzip, unasked",
      network,
      own(name, (text, ctx) => {
        ctx.type = "application/json";
        ctx.set("Content-Encoding", "gzip");
        ctx.body = gzipSync(text);
      }),
    ),
    row(
      "gzip that calls itself JSON",
      content,
      own(name, (text, ctx) => {
        ctx.type = "application/json";
        ctx.body = gzipSync(text);
      }),
    ),
    row(
      "a gzip bomb",
      network,
      own(name, (text, ctx) => {
        ctx.type = "application/json";
        ctx.set("Content-Encoding", "gzip");
        ctx.body = gzipSync(padded(text, 4096 * KB));
      }),
    ),
    like("a connection that closes without an answer", network, hangUp),
    like("an end in the middle of its body", network, raw(`${head}Content-Length: 500\r\n\r\n{"issuer":`)),
    ...(name === "token" || name === "jwks" ? broken : []),
  ];
}

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
  does: `${name}: a port where nobody listens`,
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
  ...from("part D, back-channel", elsewhere),
  ...from(
    "part D, TLS",
    targets.flatMap((target) => badKinds.map((kind) => untrusted(target, kind))),
  ),
];
