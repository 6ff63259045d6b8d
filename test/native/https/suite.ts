import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { X509Certificate } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { comment, report, skip } from "../../tap.js";
import type { Target } from "../target.js";
import { type Certificates, makeCertificates } from "./certificates.js";
import { Client, type Reply } from "./client.js";
import { invalidOptions } from "./invalid.js";
import { type Route, TestServer, answer, chunk, chunkedHead, drip, endless } from "./server.js";

const maxBody = 256 * 1024;
const big = Buffer.alloc(maxBody + 1, "0123456789abcdef");
const json = "Content-Type: application/json";

/** What the client's TLS library cannot do; its tests count as skipped. */
export interface Limits {
  readonly tls13: boolean;
  /** Certificates for IP addresses; mbedtls 2.28 compares names only. */
  readonly addresses: boolean;
  /** Whether libcurl tells a server's certificates. */
  readonly chains: boolean;
  /** The shortest timeout, in seconds: without a resolver of its own, libcurl gets two. */
  readonly shortest: number;
  /** How much longer things may take than on the bare processor. */
  readonly patience: number;
}

const sunday = "Date: Sun, 06 Nov 1994 08:49:37 GMT";

/** Headers of answers, and the time they tell in Unix seconds (RFC 9110, section 5.6.7). */
const dates: [headers: string[], date: number | undefined][] = [
  [[sunday], 784111777],
  [["date:  Sunday, 06-Nov-94 08:49:37 GMT "], 784111777],
  [["Date: Sun Nov  6 08:49:37 1994"], 784111777],
  [["Date: Tue, 19 Jan 2038 03:14:08 GMT"], 2147483648],
  [[], undefined],
  [["Date:"], undefined],
  [["Date: soon"], undefined],
  [[`Date: ${"x".repeat(5000)}`], undefined],
  [[`X-${sunday}`], undefined],
  [["Date: Sun, 06 Nov 1994 08:49:37 GMT" + " ".repeat(100)], undefined],
];

/** Status and Location of answers, and where they lead at the origin of `/leads/…`, or elsewhere. */
const redirects: [status: string, location: string | undefined, leads: string | undefined][] = [
  ["301 Moved Permanently", "/ok", "/ok"],
  ["302 Found", "/ok/?a=1", "/ok/?a=1"],
  ["307 Temporary Redirect", "ok", "/leads/ok"],
  ["308 Permanent Redirect", "../ok/", "/ok/"],
  ["302 Found", "?a", "/leads/4?a"],
  ["302 Found", "http://localhost/ok", "http://localhost/ok"],
  ["302 Found", "//other.example/ok", "https://other.example/ok"],
  ["302 Found", undefined, undefined],
  ["200 OK", "/ok", undefined],
];

/** Every request of the suite is written down here: its path says which behaviour of the server is meant. */
const routes: Record<string, Route> = {
  "/ok": (socket) => void socket.write(answer('{"a":1}', [json, "Set-Cookie: id=1; Path=/"])),
  "/echo": (socket, { head, body }) => void socket.write(answer(JSON.stringify({ head, body: body.toString("hex") }))),
  "/empty": (socket) => void socket.write(answer("")),
  "/204": (socket) => void socket.write("HTTP/1.1 204 No Content\r\n\r\n"),
  "/404": (socket) => void socket.write(answer("no", ["Content-Type: text/plain; charset=utf-8"], "404 Not Found")),
  "/500": (socket) => void socket.write(answer("broken", [], "500 Internal Server Error")),
  ...Object.fromEntries(redirects.map(([status, location], at) => [`/leads/${at}`, (socket: Socket) => void socket.write(answer("", location === undefined ? [] : [`Location: ${location}`], status))])), // prettier-ignore
  "/401": (socket) => void socket.write(answer("", ["WWW-Authenticate: Basic realm=x"], "401 Unauthorized")),
  "/binary": (socket) => void socket.write(answer(Buffer.from([0, 255, 10, 13, 0]))),
  "/close": (socket) => void socket.end(answer("bye", ["Connection: close"])),
  "/until-close": (socket) => void socket.end("HTTP/1.1 200 OK\r\n\r\nall of it"),
  "/interim": (socket) => void socket.write(Buffer.concat([Buffer.from("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"), answer("late")])), // prettier-ignore

  ...Object.fromEntries(dates.map(([headers], at) => [`/date/${at}`, (socket: Socket) => void socket.write(answer("", headers))])), // prettier-ignore
  "/date/trailer": (socket) =>
    void socket.write(`${chunkedHead(sunday)}0\r\nDate: Sun, 06 Nov 1994 08:50:37 GMT\r\n\r\n`),
  "/date/interim": (socket) => void socket.write(Buffer.concat([Buffer.from(`HTTP/1.1 103 Early Hints\r\n${sunday}\r\n\r\n`), answer("")])), // prettier-ignore

  "/gzip": (socket) => void socket.write(answer(gzipSync("text"), ["Content-Encoding: gzip"])),
  "/deflate": (socket) => void socket.write(answer(gzipSync("text"), ["content-encoding:deflate"])),
  "/unknown-encoding": (socket) => void socket.write(answer("text", ["Content-Encoding: identity, gzip"])),
  "/identity": (socket) => void socket.write(answer("text", ["Content-Encoding:  identity "])),
  "/te-gzip": (socket) =>
    void socket.write(
      Buffer.concat([Buffer.from("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"), chunk(gzipSync("text")), chunk("")]),
    ), // prettier-ignore

  "/chunked": (socket) => void socket.write(Buffer.concat([Buffer.from(chunkedHead(json)), chunk("ab"), chunk("cd"), chunk("")])), // prettier-ignore
  "/trailers": (socket) => void socket.write(`${chunkedHead()}2\r\nab\r\n0\r\nX-Trailer: 1\r\n\r\n`),
  "/chunk-garbage": (socket) => void socket.write(`${chunkedHead()}zz\r\nab\r\n0\r\n\r\n`),
  "/chunk-huge": (socket) => void socket.write(`${chunkedHead()}fffffffffffffffff\r\nab`),
  "/chunked-endless": (socket) => endless(socket, chunkedHead(), chunk(Buffer.alloc(8192, "x"))),
  "/trailers-endless": (socket) => endless(socket, `${chunkedHead()}2\r\nab\r\n0\r\n`, "X-Trailer: 0123456789\r\n"),
  "/endless": (socket) => endless(socket, "HTTP/1.1 200 OK\r\n\r\n", Buffer.alloc(8192, "x")),

  "/exact": (socket) => void socket.write(answer(big.subarray(1))),
  "/exact-chunked": (socket) => void socket.write(Buffer.concat([Buffer.from(chunkedHead()), chunk(big.subarray(1)), chunk("")])), // prettier-ignore
  "/over": (socket) => void socket.write(answer(big)),
  "/over-chunked": (socket) => void socket.write(Buffer.concat([Buffer.from(chunkedHead()), chunk(big), chunk("")])),
  "/over-until-close": (socket) => void socket.end(Buffer.concat([Buffer.from("HTTP/1.1 200 OK\r\n\r\n"), big])),
  "/over-announced": (socket) => void socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${maxBody + 1}\r\n\r\n`),
  "/over-announced-much": (socket) =>
    void socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9000000000000000000\r\n\r\n"),

  "/silent": () => {},
  "/drip": (socket) => drip(socket, "HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n", "x", 50),
  "/drip-header": (socket) => drip(socket, "HTTP/1.1 200 OK\r\nX: ", "x", 50),
  "/stall": (socket) => void socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nx"),

  "/hang-up": (socket) => socket.destroy(),
  "/no-answer": (socket) => void socket.end(),
  "/cut": (socket) => void socket.end("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nx"),
  "/cut-chunked": (socket) => void socket.end(`${chunkedHead()}5\r\nab`),
  "/cut-header": (socket) => void socket.end("HTTP/1.1 200 OK\r\nContent-"),
  "/reset": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nx");
    setTimeout(() => socket.destroy(), 50);
  },
  "/http09": (socket) => void socket.end("just text"),
  "/garbage": (socket) => void socket.end("\x16\x03\x01\x00\xff\r\n\r\n"),
  "/header-nul": (socket) => void socket.end("HTTP/1.1 200 OK\r\nX: a\0b\r\nContent-Length: 0\r\n\r\n"),

  "/header-bomb": (socket) => endless(socket, "HTTP/1.1 200 OK\r\n", "X-Header: 0123456789abcdef\r\n"),
  "/header-line-bomb": (socket) => endless(socket, "HTTP/1.1 200 OK\r\nX-Header: ", Buffer.alloc(8192, "x")),
  "/interim-bomb": (socket) => endless(socket, "", "HTTP/1.1 102 Processing\r\n\r\n"),
  "/header-32k": (socket) => void socket.write(answer("", [`X: ${"x".repeat(16000)}`, `Y: ${"y".repeat(17000)}`])),
  "/header-16k": (socket) => void socket.write(answer("fits", [`X: ${"x".repeat(16000)}`])),
};

/** The HTTPS client against servers that behave in every way. */
export async function httpsSuite(target: Target, limits: Limits): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "sso-login-https-"));
  const suite = new Suite(target, limits, makeCertificates(join(directory, "certificates")), directory);
  try {
    await suite.run();
  } finally {
    suite.stop();
    rmSync(directory, { recursive: true });
  }
  comment(`HTTPS client, ${target.name}: ${suite.right}/${suite.checks} right`);
}

class Suite {
  checks = 0;
  right = 0;
  readonly #servers: TestServer[] = [];
  #client!: Client;
  #main!: TestServer;

  constructor(
    readonly target: Target,
    readonly limits: Limits,
    readonly certificates: Certificates,
    readonly directory: string,
  ) {}

  async run(): Promise<void> {
    this.#main = await this.#serve({ ...this.certificates.good });
    this.#client = new Client(this.target, this.#temptations());
    await this.#requests();
    await this.#invalid();
    await this.#answers();
    await this.#sizes();
    await this.#times();
    await this.#damage();
    await this.#trust();
    await this.#peers();
    await this.#memory();
    await this.#versions();
    await this.#connections();
    const complaints = await this.#client.end();
    this.#check("process", complaints === "" ? undefined : complaints);
  }

  stop(): void {
    for (const server of this.#servers) server.close();
  }

  /** An environment and a home directory that a careless client would follow. */
  #temptations(): Record<string, string> {
    const home = join(this.directory, "home");
    mkdirSync(home);
    writeFileSync(join(home, ".netrc"), "default login user password secret\n", { mode: 0o600 });
    writeFileSync(join(home, ".curlrc"), "insecure\n");
    // Would let OpenSSL speak old TLS, which Debian's own configuration forbids.
    const openssl = join(home, "openssl.cnf");
    const sections = ["openssl_conf = main", "[main]", "ssl_conf = ssl", "[ssl]", "system_default = weak", "[weak]"];
    writeFileSync(openssl, [...sections, "MinProtocol = TLSv1", "CipherString = DEFAULT@SECLEVEL=0", ""].join("\n"));
    const proxy = "http://127.0.0.1:1/";
    return {
      OPENSSL_CONF: openssl,
      HOME: home,
      https_proxy: proxy,
      HTTPS_PROXY: proxy,
      all_proxy: proxy,
      ALL_PROXY: proxy,
    };
  }

  async #serve(tls: ConstructorParameters<typeof TestServer>[1]): Promise<TestServer> {
    const server = await new TestServer(routes, tls).listen();
    this.#servers.push(server);
    return server;
  }

  #check(name: string, problem: string | undefined): void {
    this.checks++;
    if (report(`HTTPS, ${this.target.name}: ${name}`, problem)) this.right++;
  }

  #equal(name: string, actual: unknown, expected: unknown): void {
    const [a, e] = [JSON.stringify(actual), JSON.stringify(expected)];
    this.#check(name, a === e ? undefined : `expected ${e}, got ${a}`);
  }

  #options(path: string, more: object = {}): Record<string, unknown> {
    const ca_file = this.certificates.caFile;
    return { method: "GET", url: this.#main.url(path), ca_file, timeout: 10, max_body: maxBody, ...more };
  }

  #get(path: string, more: object = {}): Promise<Reply> {
    return this.#client.request(this.#options(path, more));
  }

  /** A complete answer with this status, body and content type. */
  async #good(name: string, options: object, status: number, body: string | Buffer, type = ""): Promise<void> {
    const reply = await this.#client.request(options);
    const got = [reply.status, reply.body?.toString("latin1"), reply.content_type, reply.kind, reply.message];
    const wanted = [status, Buffer.from(body).toString("latin1"), type, undefined, undefined];
    const brief = (list: unknown[]): unknown[] => list.map((item) => (typeof item === "string" ? item.slice(0, 200) : item)); // prettier-ignore
    const same = JSON.stringify(got) === JSON.stringify(wanted) && reply.raised === undefined;
    this.#check(name, same ? undefined : `expected ${JSON.stringify(brief(wanted))}, got ${JSON.stringify(brief([...got, reply.raised]))}`); // prettier-ignore
  }

  /** A failure of one of these kinds, with a message, within some seconds. */
  async #bad(name: string, options: unknown, kinds: string | string[], seconds = 5): Promise<Reply> {
    const reply = await this.#client.request(options);
    const ok = reply.kind !== undefined && [kinds].flat().includes(reply.kind) && (reply.message ?? "") !== "";
    const { kind, message, status, raised } = reply;
    if (!ok)
      this.#check(name, `expected ${[kinds].flat().join()}, got ${JSON.stringify({ kind, message, status, raised })}`);
    else if (/[^ -~]/.test(message!)) this.#check(name, `message with control characters: ${JSON.stringify(message)}`);
    else this.#check(name, reply.seconds > seconds * this.limits.patience ? `took ${reply.seconds} s` : undefined);
    return reply;
  }

  async #requests(): Promise<void> {
    const get = async (more: object): Promise<{ head: string[]; body: string }> => {
      const reply = await this.#get("/echo", more);
      if (reply.body === undefined) throw new Error(`/echo: ${reply.kind}: ${reply.message}`);
      return JSON.parse(reply.body.toString()) as { head: string[]; body: string };
    };
    const field = (head: string[] | undefined, name: string): string[] =>
      (head ?? []).filter((line) => line.toLowerCase().startsWith(`${name}:`));

    const plain = await get({});
    this.#equal("request line", plain.head[0], "GET /echo HTTP/1.1");
    this.#equal("Host", field(plain.head, "host"), [`Host: localhost:${this.#main.port}`]);
    for (const name of ["accept-encoding", "authorization", "cookie", "expect", "te", "upgrade", "content-length"]) {
      this.#equal(`no ${name} by itself`, field(plain.head, name), []);
    }
    const headers = [
      "Authorization: Bearer abc",
      "Accept: application/json",
      "X-Empty-Not: \tv",
      "accept-language: \u00fc",
    ];
    const sent = await get({ headers });
    for (const header of headers.slice(0, 3)) {
      this.#equal(`header ${header}`, sent.head.includes(header), true);
    }
    this.#equal("own Accept replaces libcurl's", field(sent.head, "accept").length, 1);

    const form = await get({ method: "POST", body: "a=1&b=2" });
    this.#equal("POST", form.head[0], "POST /echo HTTP/1.1");
    this.#equal("POST body", Buffer.from(form.body, "hex").toString(), "a=1&b=2");
    this.#equal("POST length", field(form.head, "content-length"), ["Content-Length: 7"]);
    this.#equal("POST type", field(form.head, "content-type"), ["Content-Type: application/x-www-form-urlencoded"]);
    const typed = await get({ method: "POST", body: "{}", headers: ["Content-Type: application/json"] });
    this.#equal("POST own type", field(typed.head, "content-type"), ["Content-Type: application/json"]);
    const bytes = await get({ method: "POST", body: { hex: "00ff0d0a00" } });
    this.#equal("POST bytes", bytes.body, "00ff0d0a00");
    for (const body of [undefined, ""]) {
      const empty = await get({ method: "POST", body });
      this.#equal("POST nothing", [empty.body, field(empty.head, "content-length")], ["", ["Content-Length: 0"]]);
    }
    const large = "x".repeat(100 * 1024);
    const long = await get({ method: "POST", body: large, max_body: 1024 * 1024 });
    this.#equal("POST of 100 KB", long.body.length, large.length * 2);
    this.#equal("POST of 100 KB waits for no 100 Continue", field(long.head, "expect"), []);
    const huge = await this.#client.request(
      this.#options("/ok", { method: "POST", body: "x".repeat(2 * 1024 * 1024) }),
    );
    this.#equal("POST of 2 MB", [huge.status, huge.seconds < 0.9 * this.limits.patience], [200, true]);

    await this.#get("/ok");
    const after = await get({});
    this.#equal("no cookies kept", field(after.head, "cookie"), []);
    this.#equal("nothing of an earlier request", [after.head[0], field(after.head, "authorization"), after.body], ["GET /echo HTTP/1.1", [], ""]); // prettier-ignore
  }

  async #invalid(): Promise<void> {
    const before = this.#main.received.length;
    for (const [name, options] of invalidOptions(this.#options("/ok"))) {
      await this.#bad(`refused: ${name}`, options, "invalid", 1);
    }
    this.#equal("nothing was sent of what was refused", this.#main.received.length - before, 0);
    await this.#good("still works", this.#options("/ok"), 200, '{"a":1}', "application/json");
  }

  async #answers(): Promise<void> {
    const good = (path: string, status: number, body: string | Buffer, type = ""): Promise<void> =>
      this.#good(path, this.#options(path), status, body, type);
    await good("/ok", 200, '{"a":1}', "application/json");
    await good("/empty", 200, "");
    await good("/204", 204, "");
    await good("/404", 404, "no", "text/plain; charset=utf-8");
    await good("/500", 500, "broken");
    await good("/401", 401, "");
    await good("/binary", 200, Buffer.from([0, 255, 10, 13, 0]));
    await good("/close", 200, "bye");
    await good("/until-close", 200, "all of it");
    await good("/interim", 200, "late");
    await good("/identity", 200, "text");
    await good("/chunked", 200, "abcd", "application/json");
    await good("/trailers", 200, "ab");
    const upper = this.#options("/ok", { url: this.#main.url("/ok").replace("https", "HTTPS") });
    await this.#good("scheme in capitals", upper, 200, '{"a":1}', "application/json");

    for (const [at, [headers, date]] of dates.entries()) {
      this.#equal(`the time of ${(headers[0] ?? "no Date").slice(0, 60)}`, (await this.#get(`/date/${at}`)).date, date);
    }
    this.#equal("the time is not a trailer's", (await this.#get("/date/trailer")).date, 784111777);
    this.#equal("the time is not an earlier answer's", (await this.#get("/date/interim")).date, undefined);

    const before = this.#main.received.length;
    for (const [at, [status, location, leads]] of redirects.entries()) {
      const reply = await this.#get(`/leads/${at}`);
      const url = leads?.startsWith("/") === true ? this.#main.url(leads) : leads;
      this.#equal(`${status} with Location ${location ?? "absent"}`, [`${reply.status}`, reply.location], [status.slice(0, 3), url]); // prettier-ignore
    }
    this.#equal("redirects are not followed", this.#main.received.length - before, redirects.length);
    this.#equal("the Location is not an earlier answer's", (await this.#get("/404")).location, undefined);

    for (const path of ["/gzip", "/deflate", "/unknown-encoding", "/te-gzip"]) {
      await this.#bad(path, this.#options(path), "network");
    }
  }

  async #sizes(): Promise<void> {
    await this.#good("body of just the limit", this.#options("/exact"), 200, big.subarray(1));
    await this.#good("chunked body of just the limit", this.#options("/exact-chunked"), 200, big.subarray(1));
    for (const path of ["/over", "/over-chunked", "/over-until-close", "/endless", "/chunked-endless"]) {
      await this.#bad(path, this.#options(path), "too_large", 3);
    }
    // The server sends no body at all: only the announcement can be the reason.
    for (const path of ["/over-announced", "/over-announced-much"]) {
      await this.#bad(path, this.#options(path), "too_large", 1);
    }
    await this.#good("limit of 7 bytes", this.#options("/ok", { max_body: 7 }), 200, '{"a":1}', "application/json");
    await this.#bad("limit of 6 bytes", this.#options("/ok", { max_body: 6 }), "too_large");
    await this.#bad("limit of 1 byte, chunked", this.#options("/chunked", { max_body: 1 }), "too_large");

    await this.#good("16 KB of header", this.#options("/header-16k"), 200, "fits");
    for (const path of ["/header-32k", "/header-bomb", "/interim-bomb", "/trailers-endless"]) {
      await this.#bad(path, this.#options(path), "too_large", 3);
    }
    // libcurl itself gives up at 100 KB of one line; older ones call it out of memory.
    await this.#bad("/header-line-bomb", this.#options("/header-line-bomb"), ["too_large", "network"], 3);
  }

  async #times(): Promise<void> {
    const late = async (name: string, options: object, limit: number): Promise<void> => {
      const wanted = Math.max(limit, this.limits.shortest);
      const reply = await this.#bad(name, options, "timeout", wanted + 1.5);
      this.#check(`${name}, not too early`, reply.seconds < wanted - 0.1 ? `after ${reply.seconds} s` : undefined);
    };
    for (const path of ["/silent", "/drip", "/drip-header", "/stall"]) {
      await late(path, this.#options(path, { timeout: 0.4 }), 0.4);
    }
    const mute = await this.#serve(undefined);
    const options = { url: mute.url("/silent"), timeout: 5, connect_timeout: 0.5 };
    await late("no TLS handshake within connect_timeout", this.#options("", options), 0.5);
    await late("no TLS handshake within timeout", this.#options("", { ...options, timeout: 0.4 }), 0.4);
  }

  async #damage(): Promise<void> {
    const paths = ["/hang-up", "/no-answer", "/cut", "/cut-chunked", "/cut-header", "/reset", "/http09", "/garbage"];
    for (const path of [...paths, "/header-nul", "/chunk-garbage", "/chunk-huge"]) {
      await this.#bad(path, this.#options(path), "network");
    }
    const refusedUrl = { url: "https://127.0.0.1:1/" };
    await this.#bad("closed port", this.#options("", refusedUrl), "connect");
    await this.#bad("unknown host", this.#options("", { url: "https://nowhere.invalid/", timeout: 4 }), ["resolve", "timeout"]); // prettier-ignore

    const speaking = async (name: string, talk: (socket: Socket) => void, kinds: string | string[]): Promise<void> => {
      const server = await this.#serve(undefined);
      server.talk = talk;
      await this.#bad(name, this.#options("", { url: server.url("/") }), kinds);
    };
    await speaking("plain HTTP on the port", (socket) => void socket.end(answer("x", [], "400 Bad Request")), "tls");
    await speaking("hang up before the handshake", (socket) => socket.destroy(), ["tls", "network"]);
    await speaking("hang up within the handshake", (socket) => void socket.once("data", () => socket.destroy()), ["tls", "network"]); // prettier-ignore
    await speaking("garbage for a handshake", (socket) => void socket.write(Buffer.alloc(100, 0x15)), "tls");
    await this.#good("works after all that", this.#options("/ok"), 200, '{"a":1}', "application/json");
  }

  async #trust(): Promise<void> {
    const { certificates } = this;
    const names = ["selfSigned", "expired", "notYet", "wrongName", "badIssuer", "wrongUsage"] as const;
    for (const name of names) {
      const server = await this.#serve({ ...certificates[name] });
      // mbedtls takes a certificate that is not meant for servers for a broken handshake.
      const kinds = name === "wrongUsage" ? ["certificate", "tls"] : "certificate";
      await this.#bad(`certificate: ${name}`, this.#options("", { url: server.url("/ok") }), kinds);
      this.#equal(`certificate: ${name}: nothing was sent`, server.received.length, 0);
    }
    const files: [name: string, file: string | undefined][] = [
      // First, so that a ca_file remembered from before would show.
      ["the system's", undefined],
      ["another CA", certificates.otherCaFile],
      ["no such file", join(certificates.directory, "missing.pem")],
      ["a directory", certificates.directory],
      ["an empty file", certificates.emptyFile],
      ["garbage", certificates.garbageFile],
      ["no file name", ""],
    ];
    // A new server for each: a connection that is already open must not help.
    for (const [name, ca_file] of files) {
      const server = await this.#serve({ ...certificates.good });
      await this.#bad(`trust store: ${name}`, this.#options("", { url: server.url("/ok"), ca_file }), "certificate");
      this.#equal(`trust store: ${name}: nothing was sent`, server.received.length, 0);
    }
    const address = this.#options("", { url: this.#main.url("/ok", "127.0.0.1") });
    if (this.limits.addresses) await this.#good("by address", address, 200, '{"a":1}', "application/json");
    else await this.#bad("by address", address, "certificate");
    const before = this.#main.received.length;
    await this.#get("/ok");
    await this.#bad("a connection made under another CA does not count", this.#options("/ok", { ca_file: certificates.otherCaFile }), "certificate"); // prettier-ignore
    this.#equal("nothing was sent over it", this.#main.received.length - before, 1);
  }

  /** Whose certificate a server shows, whatever is wrong with it; and that nothing follows from having asked. */
  async #peers(): Promise<void> {
    for (const [name, options] of invalidOptions(this.#options("/ok"))) {
      const { subject, raised } = await this.#client.peer(options);
      this.#equal(`peer of nothing: ${name}`, [subject, raised], [undefined, undefined]);
    }
    const mute = await this.#serve(undefined);
    for (const url of ["https://127.0.0.1:1/", mute.url("/silent")]) {
      const { subject, raised, seconds } = await this.#client.peer(this.#options("", { url, timeout: 0.5 }));
      const late = seconds > Math.max(0.5, this.limits.shortest) + 1.5 * this.limits.patience;
      this.#equal(`peer: nobody at ${url}`, [subject, raised, late], [undefined, undefined, false]);
    }
    for (const name of ["good", "selfSigned", "expired", "wrongName", "badIssuer", "wordy"] as const) {
      const identity = this.certificates[name];
      const server = await this.#serve({ ...identity });
      const options = this.#options("", { url: server.url("/ok"), ca_file: this.certificates.otherCaFile });
      const { subject, issuer, der, raised } = await this.#client.peer(options);
      const own = new X509Certificate(identity.cert);
      // Versions of TLS libraries part names by other signs.
      const plain = (text = ""): string => text.replace(/[;,\s]/g, "").slice(0, 80);
      const shown = [plain(subject), plain(issuer), der, raised];
      const wanted = [plain(own.subject), plain(own.issuer), own.raw.toString("hex"), undefined];
      this.#equal(`peer: ${name}`, shown, this.limits.chains ? wanted : ["", "", undefined, undefined]);
      this.#check(
        `peer: ${name}: names are cut`,
        (subject ?? "").length < 384 ? undefined : `${subject?.length} bytes`,
      );
      await this.#bad(`peer: ${name}: still not trusted`, options, "certificate");
      this.#equal(`peer: ${name}: nothing was sent`, server.received.length, 0);
    }
  }

  /** What vouched for an origin is remembered, and never trusts what the bundle does not. */
  async #memory(): Promise<void> {
    if (!this.limits.chains)
      return skip(`HTTPS, ${this.target.name}: remembered certificates`, "libcurl tells no chain");
    const bundle = join(this.directory, "bundle.pem");
    const folder = join(this.directory, "trust");
    mkdirSync(folder);
    const [ca, other] = [this.certificates.caFile, this.certificates.otherCaFile].map((file) => readFileSync(file, "utf8").trim()) as [string, string]; // prettier-ignore
    const padding = `${"#".repeat(16 * 1024)}\n`;
    const options = this.#options("/ok", { ca_file: bundle, trust_folder: folder });
    const file = (): string => join(folder, readdirSync(folder)[0] ?? "");
    const head = (): string => readFileSync(file(), "utf8").split("\n").slice(0, 2).join("\n") + "\n";
    const kept = (): string => readFileSync(file(), "utf8").slice(head().length).trim();
    // One process remembers for the next.
    const expect = async (name: string, wanted: Partial<Reply>, connections = 1): Promise<void> => {
      const client = new Client(this.target, {});
      const { status, kind, renewed } = await client.request(options);
      const got = { status, kind, renewed, connections: await client.connections() };
      await client.end();
      this.#equal(`remembered: ${name}`, got, { status: undefined, kind: undefined, ...wanted, connections });
    };
    writeFileSync(bundle, `${padding}${other}\n${ca}`);
    await expect("nothing yet", { status: 200 });
    this.#equal("remembered: the one that vouches, for us alone", [kept(), statSync(file()).mode & 0o777], [ca, 0o600]);
    await expect("later", { status: 200 });
    const damage: [name: string, content: string][] = [
      ["another CA", other],
      ["garbage", "-----BEGIN CERTIFICATE-----\nbm8=\n-----END CERTIFICATE-----\n"],
      ["cut short", ca.slice(0, 100)],
    ];
    for (const [name, content] of damage) {
      writeFileSync(file(), head() + content);
      await expect(name, { status: 200, renewed: true }, 2);
      this.#equal(`remembered: ${name}: anew`, kept(), ca);
    }
    writeFileSync(file(), head());
    await expect("that it does not suffice", { status: 200 });
    this.#equal("remembered: still that it does not", kept(), "");
    const place = file();
    const foreign = `${head()}${other}\n`;
    const strange: [name: string, change: () => void][] = [
      ["of another bundle", () => writeFileSync(place, `x${foreign}`)],
      ["a file that others may write", () => (writeFileSync(place, foreign), chmodSync(place, 0o622))],
      ["a link", () => (renameSync(place, bundle + ".x"), writeFileSync(bundle + ".x", foreign), symlinkSync(bundle + ".x", place))], // prettier-ignore
    ];
    for (const [name, change] of strange) {
      change();
      await expect(`${name} does not count`, { status: 200 });
      this.#equal(`remembered: ${name}: anew`, kept(), ca);
    }
    const { mtime } = statSync(bundle);
    writeFileSync(bundle, `${padding}${other}\n${ca.replaceAll(/^[^-].*$/gm, (line) => "#".repeat(line.length))}`);
    utimesSync(bundle, mtime, mtime);
    await expect("a certificate that the bundle has no more", { kind: "certificate" });
    rmSync(folder, { recursive: true });
    writeFileSync(bundle, `${padding}${ca}`);
    await expect("no folder", { status: 200 });
  }

  async #versions(): Promise<void> {
    const { good } = this.certificates;
    const old = { ...good, minVersion: "TLSv1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
    for (const maxVersion of ["TLSv1", "TLSv1.1"] as const) {
      const server = await this.#serve({ ...old, maxVersion });
      await this.#bad(`${maxVersion} only`, this.#options("", { url: server.url("/ok") }), ["tls", "network"]);
      this.#equal(`${maxVersion} only: nothing was sent`, server.received.length, 0);
    }
    for (const version of ["TLSv1.2", "TLSv1.3"] as const) {
      if (version === "TLSv1.3" && !this.limits.tls13) {
        skip(`HTTPS, ${this.target.name}: ${version} only`, "no TLS 1.3");
        continue;
      }
      const server = await this.#serve({ ...good, minVersion: version, maxVersion: version });
      await this.#good(`${version} only`, this.#options("", { url: server.url("/ok") }), 200, '{"a":1}', "application/json"); // prettier-ignore
    }
    const asking = await this.#serve({ ...good, requestCert: true, rejectUnauthorized: false });
    await this.#good("server asks for a certificate", this.#options("", { url: asking.url("/ok") }), 200, '{"a":1}', "application/json"); // prettier-ignore
  }

  async #connections(): Promise<void> {
    await this.#client.close();
    const [one, two] = [
      await this.#serve({ ...this.certificates.good }),
      await this.#serve({ ...this.certificates.good }),
    ];
    const get = (server: TestServer, path = "/ok", more: object = {}): Promise<Reply> =>
      this.#client.request(this.#options("", { url: server.url(path), ...more }));
    let counted = await this.#client.connections();
    const opened = async (name: string, expected: number): Promise<void> => {
      const now = await this.#client.connections();
      this.#equal(name, now - counted, expected);
      counted = now;
    };

    for (let i = 0; i < 5; i++) await get(one);
    await opened("five requests, one connection", 1);
    this.#equal("so says the server", one.connections, 1);
    for (let i = 0; i < 3; i++) for (const server of [one, two]) await get(server);
    await opened("two origins in turn: one more", 1);
    await get(one, "/echo", { method: "POST", body: "x" });
    await get(one, "/404");
    await get(one, "/chunked");
    await opened("POST, 404, chunked: none", 0);
    await get(one, "/close");
    await opened("told to close: none yet", 0);
    await get(one);
    await opened("the next needs one", 1);
    one.hangUp();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const retried = await get(one);
    this.#equal("the server closed an idle connection", retried.status, 200);
    await opened("so there is a new one", 1);
    await get(one, "/over");
    await get(one);
    await opened("a body cut off costs the connection", 1);
    await this.#client.close();
    await get(one);
    await opened("close()", 1);
    await this.#client.close();
    await this.#client.close();
    this.#equal("close() twice, counter kept", await this.#client.connections(), counted);
  }
}
