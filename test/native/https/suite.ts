import { X509Certificate } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";
import { report, skip } from "../../tap.js";
import type { Target } from "../target.js";
import { type Outcome, behaviours, maxBody, routes, talks } from "./behaviours.js";
import { type Certificates, type IdentityName, makeCertificates } from "./certificates.js";
import { Client, type Reply } from "./client.js";
import { invalidOptions } from "./invalid.js";
import { TestServer } from "./server.js";
import { temporaryFolder } from "../../temporary.ts";

/** Limits of the client's TLS library; its tests count as skipped. */
export interface Limits {
  readonly tls13: boolean;
  /** Certificates for IP addresses; mbedtls 2.28 compares names only. */
  readonly addresses: boolean;
  /** The shortest timeout, in seconds: without a resolver of its own, libcurl gets two. */
  readonly shortest: number;
  /** How much longer things may take than on the bare processor. */
  readonly patience: number;
}

export async function httpsSuite(target: Target, limits: Limits): Promise<void> {
  const directory = temporaryFolder("sso-login-https-");
  const suite = new Suite(target, limits, makeCertificates(directory), directory);
  try {
    await suite.run();
  } finally {
    suite.stop();
  }
}

const okOutcome = behaviours["/ok"]![1];

interface Echo {
  readonly head: string[];
  readonly body: string;
  readonly field: (name: string) => string[];
}

/** Those whose authority is known, whatever their names. */
const trustedNames: IdentityName[] = ["good", "wrongName", "wordy"];

class Suite {
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
    this.#main = await this.#serve(this.certificates.good);
    this.#client = new Client(this.target, this.#temptations());
    await this.#requests();
    await this.#invalid();
    await this.#behaviours();
    await this.#trust();
    await this.#peers();
    await this.#memory();
    await this.#versions();
    await this.#connections();
    this.#equal("process", await this.#client.end(), "");
  }

  stop(): void {
    for (const server of this.#servers) server.close();
  }

  /** An environment and a home directory that a careless client would follow. */
  #temptations(): Record<string, string> {
    const home = join(this.directory, "home");
    fs.mkdirSync(home);
    fs.writeFileSync(join(home, ".netrc"), "default login user password secret\n", { mode: 0o600 });
    fs.writeFileSync(join(home, ".curlrc"), "insecure\n");
    // Would let OpenSSL speak old TLS, which Debian's own configuration forbids.
    const openssl = join(home, "openssl.cnf");
    const sections = ["openssl_conf = main", "[main]", "ssl_conf = ssl", "[ssl]", "system_default = weak", "[weak]"];
    fs.writeFileSync(openssl, [...sections, "MinProtocol = TLSv1", "CipherString = DEFAULT@SECLEVEL=0", ""].join("\n"));
    const proxies = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].map((name) => [
      name,
      "http://127.0.0.1:1/",
    ]);
    return { ...(Object.fromEntries(proxies) as Record<string, string>), OPENSSL_CONF: openssl, HOME: home };
  }

  async #serve(tls: ConstructorParameters<typeof TestServer>[1]): Promise<TestServer> {
    const server = await new TestServer(routes, tls && { ...tls }).listen();
    this.#servers.push(server);
    return server;
  }

  #check(name: string, problem: string | undefined): void {
    report(`HTTPS, ${this.target.name}: ${name}`, problem);
  }

  #equal(name: string, actual: unknown, expected: unknown): void {
    const [a, e] = [JSON.stringify(actual), JSON.stringify(expected)];
    this.#check(name, a === e ? undefined : `expected ${e?.slice(0, 400)}, got ${a?.slice(0, 400)}`);
  }

  #options(path: string, more: object = {}): Record<string, unknown> {
    const ca_file = this.certificates.caFile;
    return { method: "GET", url: this.#main.url(path), ca_file, timeout: 10, max_body: maxBody, ...more };
  }

  #get(path: string, more: object = {}): Promise<Reply> {
    return this.#client.request(this.#options(path, more));
  }

  async #expect(name: string, options: unknown, outcome: Outcome): Promise<void> {
    const { body, seconds, message, ...reply } = await this.#client.request(options);
    const { kind, within = 5, timeout, body: wantedBody = "", ...wanted } = outcome;
    const told = (one: Partial<Reply>, text?: string): unknown[] => [
      ...[one.status, one.content_type, one.date, one.location, one.retry_after, one.renewed, one.raised],
      text,
    ];
    const { shortest, patience } = this.limits;
    const least = timeout === undefined ? 0 : Math.max(timeout, shortest) - 0.1;
    const most = (timeout === undefined ? within : least + 1.6) * patience;
    const good = { status: 200, content_type: "", ...wanted };
    const kindRight = kind === undefined ? reply.kind === undefined : [kind].flat().includes(reply.kind!);
    if (!kindRight)
      this.#check(name, `expected ${JSON.stringify(kind)}, got ${reply.kind}: ${message} ${reply.raised}`);
    else if (kind !== undefined) this.#check(name, /^[ -~]+$/.test(message ?? "") ? undefined : `message ${message}`);
    else
      this.#equal(name, told(reply, body?.toString("latin1")), told(good, Buffer.from(wantedBody).toString("latin1")));
    if (seconds < least || seconds > most) this.#check(`${name}: its time`, `took ${seconds} s`);
  }

  /** A request to a server of its own; one that fails must not have arrived. */
  async #expectAt(
    name: string,
    tls: ConstructorParameters<typeof TestServer>[1],
    outcome: Outcome,
    more: object = {},
  ): Promise<void> {
    const server = await this.#serve(tls);
    await this.#expect(name, this.#options("", { url: server.url("/ok"), ...more }), outcome);
    if (outcome.kind !== undefined) this.#equal(`${name}: nothing was sent`, server.received.length, 0);
  }

  async #requests(): Promise<void> {
    const send = async (more: object, path = "/echo"): Promise<Echo> => {
      const reply = await this.#get(path, more);
      const { head, body } = JSON.parse(reply.body?.toString() ?? '{"head":[],"body":""}') as Omit<Echo, "field">;
      return { head, body, field: (name) => head.filter((line) => line.toLowerCase().startsWith(`${name}:`)) };
    };
    const plain = await send({});
    this.#equal("request line", plain.head[0], "GET /echo HTTP/1.1");
    this.#equal("Host", plain.field("host"), [`Host: localhost:${this.#main.port}`]);
    for (const name of ["authorization", "cookie", "expect", "te", "upgrade", "content-length"]) {
      this.#equal(`no ${name} by itself`, plain.field(name), []);
    }
    const headers = [
      "Authorization: Bearer abc",
      "Accept: application/json",
      "X-Empty-Not: \tv",
      "accept-language: \u00fc",
    ];
    const sent = await send({ headers });
    for (const header of headers.slice(0, 3)) this.#equal(`header ${header}`, sent.head.includes(header), true);
    this.#equal("own Accept replaces libcurl's", sent.field("accept").length, 1);
    this.#equal("no compression is asked for", sent.field("accept-encoding"), ["Accept-Encoding: identity"]);

    const form = ["Content-Type: application/x-www-form-urlencoded"];
    const json = ["Content-Type: application/json"];
    const posts: [name: string, body: string | undefined | { hex: string }, hex: string, headers?: string[]][] = [
      ["text", "a=1&b=2", Buffer.from("a=1&b=2").toString("hex")],
      ["own type", "{}", "7b7d", json],
      ["bytes", { hex: "00ff0d0a00" }, "00ff0d0a00"],
      ["no body", undefined, ""],
      ["empty", "", ""],
      ["100 KB", "x".repeat(100 * 1024), "78".repeat(100 * 1024)],
    ];
    for (const [name, body, hex, own] of posts) {
      const post = await send({ method: "POST", body, headers: own, max_body: 1024 * 1024 });
      const got = [post.head[0], post.body, ...["content-length", "content-type", "expect"].map(post.field)];
      const length = [`Content-Length: ${hex.length / 2}`];
      this.#equal(`POST ${name}`, got, ["POST /echo HTTP/1.1", hex, length, own ?? form, []]);
    }
    for (const [method, body] of Object.entries({ PUT: "{}", DELETE: undefined })) {
      const other = await send({ method, body });
      const bytes = Buffer.from(body ?? "").toString("hex");
      this.#equal(method, [other.head[0], other.body], [`${method} /echo HTTP/1.1`, bytes]);
    }
    const huge = await send({ method: "POST", body: "x".repeat(2 * 1024 * 1024) }, "/head");
    const asked = [huge.head[0], huge.field("expect")];
    this.#equal("POST of 2 MB asks for no 100 Continue", asked, ["POST /head HTTP/1.1", []]);

    const after = await send({});
    this.#equal("no cookies kept", after.field("cookie"), []);
    const left = [after.head[0], after.field("authorization"), after.body];
    this.#equal("nothing of an earlier request", left, ["GET /echo HTTP/1.1", [], ""]);
  }

  async #invalid(): Promise<void> {
    const before = this.#main.received.length;
    for (const [name, options] of invalidOptions(this.#options("/ok"))) {
      await this.#expect(`refused: ${name}`, options, { kind: "invalid", within: 1 });
      const { subject, raised } = await this.#client.peer(options);
      this.#equal(`peer of nothing: ${name}`, [subject, raised], [undefined, undefined]);
    }
    this.#equal("nothing was sent of what was refused", this.#main.received.length - before, 0);
  }

  async #behaviours(): Promise<void> {
    for (const [path, [, outcome, options]] of Object.entries(behaviours)) {
      const before = this.#main.received.length;
      const { location = "" } = outcome;
      const leads = location.startsWith("/") ? { location: this.#main.url(location) } : {};
      await this.#expect(path, this.#options(path, options), { ...outcome, ...leads });
      if (outcome.kind === undefined) this.#equal(`${path}: one request`, this.#main.received.length - before, 1);
    }
    const upper = this.#options("/ok", { url: this.#main.url("/ok").replace("https", "HTTPS") });
    await this.#expect("scheme in capitals", upper, okOutcome);
    const wrong: [name: string, url: string, kind: string | string[]][] = [
      ["closed port", "https://127.0.0.1:1/", "connect"],
      ["unknown host", "https://nowhere.invalid/", ["resolve", "timeout"]],
    ];
    for (const [name, { talk, kind }] of Object.entries(talks)) {
      const server = await this.#serve(undefined);
      server.talk = talk;
      wrong.push([name, server.url("/"), kind]);
    }
    for (const [name, url, kind] of wrong) await this.#expect(name, this.#options("", { url, timeout: 4 }), { kind });
    const mute = await this.#serve(undefined);
    for (const [connect_timeout, timeout, first] of [
      [0.4, 5, []],
      // The head of a record that would hold 16 KB of the handshake.
      [0.5, 0.4, [0x16, 0x03, 0x03, 0x40, 0x00]],
    ] as const) {
      mute.talk = (socket) => void socket.write(Buffer.from(first));
      const options = this.#options("", { url: mute.url("/silent"), connect_timeout, timeout });
      await this.#expect(`no TLS handshake in ${timeout} s`, options, { kind: "timeout", timeout: 0.4 });
    }
    await this.#expect("works after all that", this.#options("/ok"), okOutcome);
  }

  async #trust(): Promise<void> {
    const { certificates } = this;
    const { good } = certificates;
    const refused = { kind: "certificate" };
    for (const name of ["selfSigned", "expired", "notYet", "wrongName", "badIssuer", "wrongUsage"] as const) {
      // mbedtls takes a certificate that is not meant for servers for a broken handshake.
      const kind = name === "wrongUsage" ? ["certificate", "tls"] : "certificate";
      await this.#expectAt(`certificate: ${name}`, certificates[name], { kind });
    }
    const files: [name: string, file: string | undefined][] = [
      // First, so that a ca_file remembered from before would show.
      ["the system's", undefined],
      ["another CA", certificates.otherCaFile],
      ["no such file", join(this.directory, "missing.pem")],
      ["a directory", this.directory],
      ["an empty file", certificates.emptyFile],
      ["garbage", certificates.garbageFile],
      ["no file name", ""],
    ];
    // A new server for each: a connection that is already open must not help.
    for (const [name, ca_file] of files) await this.#expectAt(`trust store: ${name}`, good, refused, { ca_file });
    const address = this.#options("", { url: this.#main.url("/ok", "127.0.0.1") });
    await this.#expect("by address", address, this.limits.addresses ? okOutcome : refused);
    await this.#get("/ok");
    const before = this.#main.received.length;
    const other = this.#options("/ok", { ca_file: certificates.otherCaFile });
    await this.#expect("a connection made under another CA does not count", other, refused);
    this.#equal("nothing was sent over it", this.#main.received.length - before, 0);
  }

  /** Whose certificate a server shows, whatever is wrong with it; and that nothing follows from having asked. */
  async #peers(): Promise<void> {
    const mute = await this.#serve(undefined);
    for (const url of ["https://127.0.0.1:1/", mute.url("/silent")]) {
      const { subject, raised, seconds } = await this.#client.peer(this.#options("", { url, timeout: 0.5 }));
      const late = seconds > Math.max(0.5, this.limits.shortest) + 1.5 * this.limits.patience;
      this.#equal(`peer: no server at ${url}`, [subject, raised, late], [undefined, undefined, false]);
    }
    const names: IdentityName[] = ["good", "selfSigned", "expired", "wrongName", "badIssuer", "wordy"];
    for (const name of names) {
      const server = await this.#serve(this.certificates[name]);
      const options = this.#options("", { url: server.url("/ok"), ca_file: this.certificates.otherCaFile });
      const { subject, issuer, der, raised, last, trusted } = await this.#client.peer(options);
      const own = new X509Certificate(this.certificates[name].cert);
      // Versions of TLS libraries part names by other signs.
      const plain = (text = ""): string => text.replace(/[;,\s]/g, "").slice(0, 80);
      const shown = [plain(subject), plain(issuer), der?.toString("hex"), raised];
      const wanted = [plain(own.subject), plain(own.issuer), own.raw.toString("hex"), undefined];
      this.#equal(`peer: ${name}`, shown, wanted);
      const sent = this.certificates[name].cert.split(/(?=-----BEGIN)/);
      const top = new X509Certificate(sent[sent.length - 1] ?? "").raw.toString("hex");
      const chain = [last?.der.toString("hex"), trusted];
      this.#equal(`peer: ${name}: the last one`, chain, [top, false]);
      this.#equal(`peer: ${name}: names are cut`, (subject ?? "").length < 384, true);
      await this.#expect(`peer: ${name}: still not trusted`, options, { kind: "certificate" });
      const ownAuthority = { ...options, ca_file: this.certificates.caFile };
      const known = (await this.#client.peer(ownAuthority)).trusted ?? false;
      this.#equal(`peer: ${name}: of an authority`, known, trustedNames.includes(name));
      this.#equal(`peer: ${name}: nothing was sent`, server.received.length, 0);
    }
  }

  /** The root that vouched for an origin is remembered, and never trusts what the bundle does not. */
  async #memory(): Promise<void> {
    const bundle = join(this.directory, "bundle.pem");
    const folder = join(this.directory, "trust");
    fs.mkdirSync(folder);
    const [ca, other] = [this.certificates.caFile, this.certificates.otherCaFile].map((file) => fs.readFileSync(file, "utf8").trim()) as [string, string]; // prettier-ignore
    const padding = `${"#".repeat(16 * 1024)}\n`;
    const options = this.#options("/ok", { ca_file: bundle, trust_folder: folder });
    const file = (): string => join(folder, fs.readdirSync(folder)[0] ?? "");
    const head = (): string => fs.readFileSync(file(), "utf8").split("\n").slice(0, 2).join("\n") + "\n";
    const kept = (): string => fs.readFileSync(file(), "utf8").slice(head().length).trim();
    // One process remembers for the next.
    const expect = async (name: string, wanted: Partial<Reply>, connections = 1): Promise<void> => {
      const client = new Client(this.target, {});
      const before = this.#main.connections;
      const { status, kind, renewed } = await client.request(options);
      const got = { status, kind, renewed, connections: this.#main.connections - before };
      await client.end();
      this.#equal(`remembered: ${name}`, got, { status: undefined, kind: undefined, ...wanted, connections });
    };
    fs.writeFileSync(bundle, `${padding}${other}\n${ca}`);
    await expect("nothing yet", { status: 200 });
    const first = [kept(), fs.statSync(file()).mode & 0o777];
    this.#equal("remembered: the certificate that verified it, only for us", first, [ca, 0o600]);
    await expect("later", { status: 200 });
    const damage: [name: string, content: string][] = [
      ["another CA", other],
      ["garbage", "-----BEGIN CERTIFICATE-----\nbm8=\n-----END CERTIFICATE-----\n"],
      ["cut short", ca.slice(0, 100)],
    ];
    for (const [name, content] of damage) {
      fs.writeFileSync(file(), head() + content);
      await expect(name, { status: 200, renewed: true }, 2);
      this.#equal(`remembered: ${name}: anew`, kept(), ca);
    }
    fs.writeFileSync(file(), head());
    await expect("that it does not suffice", { status: 200 });
    this.#equal("remembered: still that it does not", kept(), "");
    const place = file();
    const foreign = `${head()}${other}\n`;
    const strange: [name: string, change: () => void][] = [
      ["of another bundle", () => fs.writeFileSync(place, `x${foreign}`)],
      ["a file that others may write", () => (fs.writeFileSync(place, foreign), fs.chmodSync(place, 0o622))],
      ["a link", () => (fs.renameSync(place, bundle + ".x"), fs.writeFileSync(bundle + ".x", foreign), fs.symlinkSync(bundle + ".x", place))], // prettier-ignore
    ];
    for (const [name, change] of strange) {
      change();
      await expect(`${name} does not count`, { status: 200 });
      this.#equal(`remembered: ${name}: anew`, kept(), ca);
    }
    const { mtime } = fs.statSync(bundle);
    fs.writeFileSync(bundle, `${padding}${other}\n${ca.replaceAll(/^[^-].*$/gm, (line) => "#".repeat(line.length))}`);
    fs.utimesSync(bundle, mtime, mtime);
    await expect("a certificate that the bundle has no more", { kind: "certificate" });
    fs.rmSync(folder, { recursive: true });
    fs.writeFileSync(bundle, `${padding}${ca}`);
    await expect("no folder", { status: 200 });
  }

  async #versions(): Promise<void> {
    const { good } = this.certificates;
    for (const maxVersion of ["TLSv1", "TLSv1.1"] as const) {
      const old = { ...good, minVersion: "TLSv1", maxVersion, ciphers: "DEFAULT@SECLEVEL=0" } as const;
      await this.#expectAt(`${maxVersion} only`, old, { kind: ["tls", "network"] });
    }
    for (const version of ["TLSv1.2", "TLSv1.3"] as const) {
      const tls = { ...good, minVersion: version, maxVersion: version };
      if (version === "TLSv1.2" || this.limits.tls13) await this.#expectAt(`${version} only`, tls, okOutcome);
      else skip(`HTTPS, ${this.target.name}: ${version} only`, "no TLS 1.3");
    }
    const asking = { ...good, requestCert: true, rejectUnauthorized: false };
    await this.#expectAt("server asks for a certificate", asking, okOutcome);
    const demanding = { ...good, requestCert: true, rejectUnauthorized: true };
    await this.#expectAt("server demands a certificate", demanding, { kind: ["tls", "network"] });
  }

  async #connections(): Promise<void> {
    const [one, two] = [await this.#serve(this.certificates.good), await this.#serve(this.certificates.good)];
    const get = (server = one, path = "/ok", more: object = {}): Promise<Reply> =>
      this.#get("", { url: server.url(path), ...more });
    const hungUp = async (): Promise<void> => {
      one.hangUp();
      await new Promise((resolve) => setTimeout(resolve, 100));
    };
    const steps: [name: string, opened: number, ...actions: (() => Promise<unknown>)[]][] = [
      ["five requests, one connection", 1, ...Array.from({ length: 5 }, () => () => get())],
      ["two origins in turn: one more", 1, () => get(two), () => get(), () => get(two), () => get()],
      ["POST", 0, () => get(one, "/echo", { method: "POST", body: "x" })],
      ["404, chunked", 0, () => get(one, "/404"), () => get(one, "/chunked")],
      ["told to close: none yet", 0, () => get(one, "/close")],
      ["the next needs one", 1, () => get()],
      ["the server closed an idle connection", 1, hungUp, () => get()],
      ["a body cut off costs the connection", 1, () => get(one, "/over"), () => get()],
    ];
    for (const [name, opened, ...actions] of steps) {
      const before = one.connections + two.connections;
      let last: unknown;
      for (const action of actions) last = await action();
      this.#equal(name, one.connections + two.connections - before, opened);
      const { kind } = (last ?? {}) as Reply;
      this.#equal(`${name}: answered`, kind, undefined);
    }
  }
}
