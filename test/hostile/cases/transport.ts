/**
 * Answers that are too large, too slow, broken, or from servers not to be trusted (part D: TLS, JWKS abuse). One client makes all
 * calls: test/native/https has whatever a connection can bring, and the specs of the protocol what each endpoint's failure is called.
 */
import assert from "node:assert/strict";
import type { Context, Middleware } from "oidc-provider";
import { sleep } from "../../box/command.ts";
import { answer, htmlPage } from "../../box/provider/misbehaviour.ts";
import { badKinds } from "../bad-servers.ts";
import { behaves, cases, fields, type Case, type SetUp } from "../case.ts";

const KB = 1024;

/** JSON of exactly so many bytes. */
function padded(text: string, size: number): string {
  const member = '{"padding":"",';
  return text.replace("{", `{"padding":"${"x".repeat(size - Buffer.byteLength(text) - member.length + 1)}",`);
}

/** The good discovery document in another form. */
const own = (change: (ctx: Context, text: string) => void): SetUp =>
  behaves("discovery", async (ctx, next) => {
    await next();
    change(ctx, JSON.stringify(ctx.body));
  });

const sized = (size: number): SetUp =>
  own((ctx, text) => {
    ctx.type = "application/json";
    ctx.body = padded(text, size);
  });

/** A good document below another status. */
const withStatus = (status: number): SetUp =>
  own((ctx) => {
    ctx.status = status;
  });

const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

/** An end in the middle of the body. */
const cutOff: Middleware = (ctx) => {
  ctx.respond = false;
  ctx.req.socket.end(`${head}Content-Length: 500\r\n\r\n{"issuer":`);
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

const redirect: SetUp = (stage) => {
  stage.provider.misbehave("other", answer(200, "application/json", "{}"));
  return own((ctx) => {
    ctx.status = 302;
    ctx.set("Location", "https://elsewhere.localhost/elsewhere");
    ctx.body = "";
  })(stage);
};

/** A redirect within its origin, which the discovery document alone may have. */
const redirectAtHome = behaves("discovery", async (ctx, next) => {
  if (Object.keys(ctx.query).length === 0) {
    ctx.status = 302;
    ctx.set("Location", `${ctx.path}?again`);
    ctx.body = "";
  } else {
    await next();
  }
});

const source = "part D, back-channel";
const failed = "OIDC_DISCOVERY_FAILED";
const ursula = { user: "ursula", role: "operator" };
const answers = [
  ...cases(source, "login", {
    "discovery: 256 KB": sized(256 * KB),
    "discovery: a redirect to its own address with a query": redirectAtHome,
  }),
  ...cases(source, failed, {
    "discovery: 256 KB and one byte": { setUp: sized(256 * KB + 1), line: /cause=too_large/ },
    "discovery: a byte now and then": {
      setUp: behaves("discovery", slowly),
      line: /cause=timeout/,
      options: { http_timeout: "1" },
    },
    "discovery: redirects to another origin": {
      setUp: redirect,
      line: /http_status=302/,
      after: ({ provider }) => assert.doesNotMatch(provider.requests.map(({ endpoint }) => endpoint).join(), /other/),
    },
    "discovery: HTML with status 200": { setUp: behaves("discovery", htmlPage), line: /http_status=200/ },
    "discovery: a good document with status 201": { setUp: withStatus(201), line: /http_status=201/ },
    "discovery: a good document with status 500": { setUp: withStatus(500), line: /http_status=500/ },
    "discovery: an end in the middle of its body": behaves("discovery", cutOff),
  }),
  ...cases(source, "TOKEN_ENDPOINT_NETWORK_ERROR", { "token: an end in the middle": behaves("token", cutOff) }),
  ...cases(source, "JWKS_FETCH_FAILED", { "jwks: an end in the middle": behaves("jwks", cutOff) }),
  ...cases(source, "USERINFO_NETWORK_ERROR", { "userinfo: an end in the middle": behaves("userinfo", cutOff) }, ursula),
];

/** An issuer at a server that no TLS client should talk to. */
const untrusted = badKinds.flatMap((kind) => {
  const isTls = kind === "TLS 1.1" || kind === "plain HTTP" || kind === "reset";
  return cases("part D, TLS", isTls ? failed : "SSL_INIT_FAILED", {
    [`discovery: ${isTls ? kind : `a certificate: ${kind}`}`]: {
      options: ({ bad }) => ({ issuer_url: bad.url(kind) }),
      line: isTls ? /cause=(tls|network)/ : /cause=certificate/,
    },
  });
});

/** Another endpoint at one of them, where a code, a secret or an access token would be sent. */
const elsewhere = (
  [
    ["token_endpoint", "TOKEN_ENDPOINT_NETWORK_ERROR", {}],
    ["jwks_uri", "SSL_INIT_FAILED", {}],
    ["userinfo_endpoint", "SSL_INIT_FAILED", ursula],
  ] as const
).flatMap(([field, end, who]) =>
  cases("part D, TLS", end, {
    [`${field}: a certificate: self-signed`]: {
      ...who,
      setUp: (stage) => fields("discovery", { [field]: stage.bad.url("self-signed", "/x") })(stage),
      line: /cause=certificate/,
    },
  }),
);

export const transport: readonly Case[] = [...answers, ...untrusted, ...elsewhere];
