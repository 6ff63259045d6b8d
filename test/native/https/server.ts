import { type AddressInfo, type Server, type Socket, createServer } from "node:net";
import { type TlsOptions, createServer as createTlsServer } from "node:tls";
import type { Identity } from "./certificates.js";

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly head: string[];
  readonly body: Buffer;
}

/** Writes whatever it likes to the socket: proper HTTP is the exception here. */
export type Route = (socket: Socket, received: Received) => void;

/** A TLS server that reads HTTP requests and lets a route answer in raw bytes. */
export class TestServer {
  readonly received: Received[] = [];
  /** Those opened so far, also where no TLS came of it. */
  connections = 0;
  /** Takes every connection over, instead of reading requests. */
  talk?: (socket: Socket) => void;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(routes: Record<string, Route>, tls: (TlsOptions & Identity) | undefined) {
    const onSocket = (socket: Socket): void => {
      this.#track(socket);
      if (this.talk !== undefined) this.talk(socket);
      else this.#serve(socket, routes);
    };
    this.#server = tls === undefined ? createServer(onSocket) : createTlsServer(tls, onSocket);
    this.#server.on("connection", (socket: Socket) => {
      this.connections++;
      this.#track(socket);
    });
    this.#server.on("tlsClientError", () => {});
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  url(path: string, host = "localhost"): string {
    return `https://${host}:${this.port}${path}`;
  }

  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.#server.close();
    this.hangUp();
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("error", () => {});
  }

  #serve(socket: Socket, routes: Record<string, Route>): void {
    let input = Buffer.alloc(0);
    socket.on("data", (data: Buffer) => {
      input = Buffer.concat([input, data]);
      const end = input.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = input.toString("latin1", 0, end).split("\r\n");
      const length = Number(/^content-length: *(\d+)$/im.exec(head.join("\n"))?.[1] ?? 0);
      if (input.length < end + 4 + length) return;
      const body = input.subarray(end + 4, end + 4 + length);
      input = input.subarray(end + 4 + length);
      const [method = "", path = ""] = head[0]!.split(" ");
      const received = { method, path, head, body };
      this.received.push(received);
      const route = routes[path];
      if (route === undefined) socket.destroy();
      else route(socket, received);
    });
  }
}

export function answer(body: string | Buffer, headers: string[] = [], status = "200 OK"): Buffer {
  const bytes = Buffer.from(body);
  const head = [`HTTP/1.1 ${status}`, `Content-Length: ${bytes.length}`, ...headers, "", ""].join("\r\n");
  return Buffer.concat([Buffer.from(head), bytes]);
}

export const chunk = (data: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), Buffer.from(data), Buffer.from("\r\n")]);

export const chunkedHead = (...headers: string[]): string =>
  ["HTTP/1.1 200 OK", "Transfer-Encoding: chunked", ...headers, "", ""].join("\r\n");

/** Writes the same bytes as fast as the client reads, until it hangs up. */
export function endless(socket: Socket, start: string, bytes: Buffer | string): void {
  socket.write(start);
  const pump = (): void => {
    while (!socket.destroyed && socket.write(bytes));
    if (!socket.destroyed) socket.once("drain", pump);
  };
  pump();
}

export function drip(socket: Socket, start: string, bytes: string, everyMs: number): void {
  socket.write(start);
  const timer = setInterval(() => socket.write(bytes), everyMs);
  socket.on("close", () => clearInterval(timer));
}
