/** Kinds of fault from public reports that a login shows by its log line, and `sso-login check` by a finding. */
import { gzipSync } from "node:zlib";
import type { Middleware } from "oidc-provider";
import { behaves, cases, type Case } from "../case.ts";

/** Redirects a call, whatever it is. */
const redirects =
  (status: number, location: string): Middleware =>
  (ctx) => {
    ctx.status = status;
    ctx.set("Location", location);
    ctx.body = "";
  };

/** A good answer with another header `Content-Encoding`, and that encoding of it. */
const encoded =
  (name: string, encode: (text: string) => string | Buffer): Middleware =>
  async (ctx, next) => {
    await next();
    ctx.body = encode(JSON.stringify(ctx.body));
    ctx.type = "application/json";
    ctx.set("Content-Encoding", name);
  };

/** Refuses a request for anything but an answer as it is. */
const wantsIdentity: Middleware = async (ctx, next) => {
  if (ctx.req.headers["accept-encoding"] === "identity") {
    await next();
  } else {
    ctx.status = 406;
  }
};

const elsewhere = "https://sso.example/?rd=x";

export const checkReports: readonly Case[] = [
  ...cases(
    "reports: redirects of posted calls",
    "TOKEN_EXCHANGE_FAILED",
    Object.fromEntries(
      [301, 302, 303, 307, 308].map((status) => [
        `token endpoint answers ${String(status)}`,
        {
          setUp: behaves("token", redirects(status, elsewhere)),
          line: [`http_status=${String(status)}`, `location="${elsewhere}"`],
        },
      ]),
    ),
  ),
  ...cases("reports: encodings", "OIDC_DISCOVERY_FAILED", {
    "gzip, unasked": { setUp: behaves("discovery", encoded("gzip", gzipSync)), line: "cause=encoding" },
  }),
  ...cases("reports: encodings", "login", {
    "Content-Encoding none": behaves(
      "discovery",
      encoded("none", (text) => text),
    ),
    "Accept-Encoding other than identity is refused": behaves("token", wantsIdentity),
  }),
];
