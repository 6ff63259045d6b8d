/** How servers answer, and what comes of it. */
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import type { Reply } from "./client.js";
import { type Route, answer, chunk, chunkedHead, drip, endless } from "./server.js";

export const maxBody = 256 * 1024;
const big = Buffer.alloc(maxBody + 1, "0123456789abcdef");
const exact = big.subarray(1);
const json = "Content-Type: application/json";
const ok = "HTTP/1.1 200 OK\r\n";

/** Of a complete answer what is not 200, empty or absent; of any other its kind, or those of different libraries. */
export type Outcome = Partial<Omit<Reply, "body" | "kind">> & {
  body?: string | Buffer;
  kind?: string | string[];
  within?: number;
  /** Not before these seconds, nor much later. */
  timeout?: number;
};

/** Bytes to write or what to do, what comes of it, and options of the request. */
export type Behaviour = readonly [serve: string | Buffer | Route, outcome: Outcome, options?: object];

const bytes = (...parts: (string | Buffer)[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part)));
/** Hangs up after the bytes. */
const ending =
  (text: string | Buffer): Route =>
  (socket) =>
    void socket.end(text);
const network = { kind: "network" };
const encoded = { kind: "encoding" };
const tooLarge = { kind: "too_large", within: 3 };
const late = { kind: "timeout", timeout: 0.4 };
const soon = { timeout: 0.4 };

const sunday = "Date: Sun, 06 Nov 1994 08:49:37 GMT";
const date = 784111777;

/** Header lines, and the time they tell in Unix seconds (RFC 9110, section 5.6.7). */
const dates: [header: string[], date?: number][] = [
  [[sunday], date],
  [["date:  Sunday, 06-Nov-94 08:49:37 GMT "], date],
  [["Date: Sun Nov  6 08:49:37 1994"], date],
  [["Date: Tue, 19 Jan 2038 03:14:08 GMT"], 2147483648],
  [[]],
  [["Date:"]],
  [["Date: soon"]],
  [[`Date: ${"x".repeat(5000)}`]],
  [[`X-${sunday}`]],
  [[sunday, "Age: 7200"], date + 7200],
  [["age:  60 ", sunday], date + 60],
  [["Age: 60"]],
  // Of several caches the first one counts; after one that is no number the time is not known.
  ...["7200, 30", "7200 ,30", "7200,", "7200,x", "7200\r\nAge: 30"].map((age): [string[], number] => [
    [sunday, `Age: ${age}`],
    date + 7200,
  ]),
  ...["", "-5", "1.5", "1 2", "x", "9999999999", ",30"].map((age): [string[]] => [[sunday, `Age: ${age}`]]),
];

/** Values of Retry-After, and the seconds that they say (RFC 9110, section 10.2.3). */
const waits: [value: string, seconds?: number][] = [
  ["120", 120],
  ["86400", 86400],
  ["86401"],
  ["0"],
  ["-5"],
  ["soon"],
  ["Sun, 06 Nov 1994 08:49:37 GMT"],
];

/** Status and Location of answers, and where they lead: at the origin of `/leads/…`, or elsewhere. */
const redirects: [status: string, location?: string, leads?: string][] = [
  ["301 Moved Permanently", "/ok", "/ok"],
  ["302 Found", "/ok/?a=1", "/ok/?a=1"],
  ["307 Temporary Redirect", "ok", "/leads/ok"],
  ["308 Permanent Redirect", "../ok/", "/ok/"],
  ["302 Found", "?a", "/leads/4?a"],
  ["302 Found", "http://localhost/ok", "http://localhost/ok"],
  ["302 Found", "//other.example/ok", "https://other.example/ok"],
  ["302 Found"],
  ["200 OK", "/ok"],
];

export const behaviours: Readonly<Record<string, Behaviour>> = {
  // Complete answers.
  "/ok": [answer('{"a":1}', [json, "Set-Cookie: id=1; Path=/"]), { body: '{"a":1}', content_type: "application/json" }],
  "/empty": [answer(""), {}],
  "/204": ["HTTP/1.1 204 No Content\r\n\r\n", { status: 204 }],
  "/404": [
    answer("no", ["Content-Type: text/plain; charset=utf-8"], "404 Not Found"),
    { status: 404, body: "no", content_type: "text/plain; charset=utf-8" },
  ],
  "/500": [answer("broken", [], "500 Internal Server Error"), { status: 500, body: "broken" }],
  "/401": [answer("", ["WWW-Authenticate: Basic realm=x"], "401 Unauthorized"), { status: 401 }],
  "/binary": [answer(Buffer.from([0, 255, 10, 13, 0])), { body: Buffer.from([0, 255, 10, 13, 0]) }],
  "/close": [ending(answer("bye", ["Connection: close"])), { body: "bye" }],
  "/until-close": [ending(`${ok}\r\nall of it`), { body: "all of it" }],
  "/interim": [bytes("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", answer("late")), { body: "late" }],
  "/identity": [answer("text", ["Content-Encoding:  identity "]), { body: "text" }],
  "/none": [answer("text", ["Content-Encoding: None"]), { body: "text" }],
  "/no-encoding": [answer("text", ["Content-Encoding: "]), { body: "text" }],
  "/charset": [answer("text", ["Content-Encoding: UTF-8"]), { body: "text" }],
  "/chunked": [
    bytes(chunkedHead(json), chunk("ab"), chunk("cd"), chunk("")),
    { body: "abcd", content_type: "application/json" },
  ],
  "/trailers": [`${chunkedHead()}2\r\nab\r\n0\r\nX-Trailer: 1\r\n\r\n`, { body: "ab" }],

  // The time that an answer tells: neither a trailer's nor an earlier answer's.
  ...Object.fromEntries(dates.map(([header, told], at) => [`/date/${at}`, [answer("", header), { date: told }]])),
  ...Object.fromEntries(
    waits.map(([value, seconds], at) => [
      `/waits/${at}`,
      [answer("", [`Retry-After: ${value}`]), { retry_after: seconds }],
    ]),
  ),
  "/date/trailer": [`${chunkedHead(sunday)}0\r\nDate: Sun, 06 Nov 1994 08:50:37 GMT\r\n\r\n`, { date }],
  "/date/interim": [bytes(`HTTP/1.1 103 Early Hints\r\n${sunday}\r\n\r\n`, answer("")), {}],

  ...Object.fromEntries(
    redirects.map(([status, location, leads], at) => [
      `/leads/${at}`,
      [
        answer("", location === undefined ? [] : [`Location: ${location}`], status),
        { status: Number(status.slice(0, 3)), location: leads },
      ],
    ]),
  ),

  // Encodings that no one asked for.
  "/gzip": [answer(gzipSync("text"), ["Content-Encoding: gzip"]), encoded],
  "/deflate": [answer(gzipSync("text"), ["content-encoding:deflate"]), encoded],
  "/unknown-encoding": [answer("text", ["Content-Encoding: identity, gzip"]), encoded],
  "/te-gzip": [bytes(`${ok}Transfer-Encoding: gzip, chunked\r\n\r\n`, chunk(gzipSync("text")), chunk("")), encoded],

  // Sizes. Of what is announced no body is sent: only the announcement can be the reason.
  "/exact": [answer(exact), { body: exact }],
  "/exact-chunked": [bytes(chunkedHead(), chunk(exact), chunk("")), { body: exact }],
  "/over": [answer(big), tooLarge],
  "/over-chunked": [bytes(chunkedHead(), chunk(big), chunk("")), tooLarge],
  "/over-until-close": [ending(bytes(`${ok}\r\n`, big)), tooLarge],
  "/endless": [(socket: Socket): void => endless(socket, `${ok}\r\n`, Buffer.alloc(8192, "x")), tooLarge],
  "/chunked-endless": [
    (socket: Socket): void => endless(socket, chunkedHead(), chunk(Buffer.alloc(8192, "x"))),
    tooLarge,
  ],
  "/over-announced": [`${ok}Content-Length: ${maxBody + 1}\r\n\r\n`, { ...tooLarge, within: 1 }],
  "/over-announced-much": [`${ok}Content-Length: 9000000000000000000\r\n\r\n`, { ...tooLarge, within: 1 }],
  "/limit-of-7": [answer("1234567"), { body: "1234567" }, { max_body: 7 }],
  "/limit-of-6": [answer("1234567"), tooLarge, { max_body: 6 }],
  "/limit-of-1": [bytes(chunkedHead(), chunk("ab"), chunk("")), tooLarge, { max_body: 1 }],
  "/header-16k": [answer("fits", [`X: ${"x".repeat(16000)}`]), { body: "fits" }],
  "/header-32k": [answer("", [`X: ${"x".repeat(16000)}`, `Y: ${"y".repeat(17000)}`]), tooLarge],
  "/header-bomb": [(socket: Socket): void => endless(socket, ok, "X-Header: 0123456789abcdef\r\n"), tooLarge],
  "/interim-bomb": [(socket: Socket): void => endless(socket, "", "HTTP/1.1 102 Processing\r\n\r\n"), tooLarge],
  "/trailers-endless": [
    (socket: Socket): void => endless(socket, `${chunkedHead()}2\r\nab\r\n0\r\n`, "X-Trailer: 0123456789\r\n"),
    tooLarge,
  ],
  // libcurl itself gives up at 100 KB of one line; older ones call it out of memory.
  "/header-line-bomb": [
    (socket: Socket): void => endless(socket, `${ok}X-Header: `, Buffer.alloc(8192, "x")),
    { kind: ["too_large", "network"], within: 3 },
  ],

  // Times.
  "/silent": ["", late, soon],
  "/drip": [(socket: Socket): void => drip(socket, `${ok}Content-Length: 10000\r\n\r\n`, "x", 50), late, soon],
  "/drip-header": [(socket: Socket): void => drip(socket, `${ok}X: `, "x", 50), late, soon],
  "/stall": [`${ok}Content-Length: 10\r\n\r\nx`, late, soon],

  // Damage.
  "/hang-up": [(socket: Socket): void => void socket.destroy(), network],
  "/no-answer": [ending(""), network],
  "/cut": [ending(`${ok}Content-Length: 10\r\n\r\nx`), network],
  "/cut-chunked": [ending(`${chunkedHead()}5\r\nab`), network],
  "/cut-header": [ending(`${ok}Content-`), network],
  "/reset": [
    (socket: Socket): void => {
      socket.write(`${ok}Content-Length: 10\r\n\r\nx`);
      setTimeout(() => socket.destroy(), 50);
    },
    network,
  ],
  "/http09": [ending("just text"), network],
  "/garbage": [ending("\x16\x03\x01\x00\xff\r\n\r\n"), network],
  "/header-nul": [ending(`${ok}X: a\0b\r\nContent-Length: 0\r\n\r\n`), network],
  "/chunk-garbage": [`${chunkedHead()}zz\r\nab\r\n0\r\n\r\n`, network],
  "/chunk-huge": [`${chunkedHead()}fffffffffffffffff\r\nab`, network],
};

export const routes: Readonly<Record<string, Route>> = {
  ...Object.fromEntries(
    Object.entries(behaviours).map(([path, [serve]]): [string, Route] => [
      path,
      typeof serve === "function" ? serve : (socket) => void socket.write(serve),
    ]),
  ),
  "/head": (socket, { head }) => void socket.write(answer(JSON.stringify({ head, body: "" }))),
  "/echo": (socket, { head, body }) => void socket.write(answer(JSON.stringify({ head, body: body.toString("hex") }))),
};

interface Talk {
  readonly talk: (socket: Socket) => void;
  readonly kind: string | string[];
}

/** Behaviours of a server that does not even shake hands. */
export const talks: Readonly<Record<string, Talk>> = {
  "plain HTTP on the port": { talk: (socket) => void socket.end(answer("x", [], "400 Bad Request")), kind: "tls" },
  "hang up before the handshake": { talk: (socket) => socket.destroy(), kind: ["tls", "network"] },
  "hang up within the handshake": {
    talk: (socket) => void socket.once("data", () => socket.destroy()),
    kind: ["tls", "network"],
  },
  "garbage for a handshake": { talk: (socket) => void socket.write(Buffer.alloc(100, 0x15)), kind: "tls" },
};
