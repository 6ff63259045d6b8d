/** The box's web server: lighttpd with TLS and CGI. What it does differently from uhttpd is told in README.md. */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import type { Certificate } from "./certificates.ts";
import { sleep, withResolvers } from "./command.ts";

export interface WebServerOptions {
  /** The box's root folder. */
  root: string;
  certificate: Certificate;
  /** Chosen free when absent. */
  httpsPort?: number;
  /** Chosen free when absent. */
  httpPort?: number;
}

export interface WebServer {
  httpsPort: number;
  httpPort: number;
  stop: () => Promise<void>;
}

/** lighttpd took another program's port: worth another try with other ports. */
class PortTaken extends Error {}

/**
 * lighttpd ends with its standard input, which is a pipe from here: so it also ends when this process is killed.
 */
const runWhileStdinIsOpen = `
lighttpd -D -f "$1" </dev/null & server=$!
exec 3<&0
{ cat <&3 >/dev/null; kill "$server" 2>/dev/null; } &
exec 3<&-
wait "$server"`;

/** A port that nobody listens on right now; somebody may be faster than we are. */
async function freePort(): Promise<number> {
  const { promise, resolve, reject } = withResolvers<number>();
  const server = createServer();
  server.on("error", reject);
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo;
    server.close(() => resolve(port));
  });
  return promise;
}

function configuration(options: WebServerOptions, httpsPort: number, httpPort: number): string {
  const { root, certificate } = options;
  return `# Written by test/box/lighttpd.ts at every start.
server.modules = ( "mod_openssl", "mod_indexfile", "mod_cgi" )
server.document-root = "${root}/www"
index-file.names = ( "index.html" )
mimetype.assign = ( ".html" => "text/html; charset=utf-8" )
server.upload-dirs = ( "${root}/tmp" )
server.errorlog = "${root}/lighttpd/error.log"
# What a CGI writes to its standard error: the service's copy of its syslog lines.
server.breakagelog = "${root}/var/log/messages"
server.bind = "127.0.0.1"
server.port = ${String(httpsPort)}
server.max-keep-alive-requests = 1000

# The service has limits of its own, which have to be reached: 16 KB, not lighttpd's 8.
server.max-request-field-size = 65535
# Paths and queries reach the service as they were sent, control characters and all.
server.http-parseopts = (
  "header-strict" => "disable",
  "url-normalize" => "disable",
  "url-ctrls-reject" => "disable",
)

ssl.engine = "enable"
ssl.pemfile = "${certificate.certFile}"
ssl.privkey = "${certificate.keyFile}"

# Plain HTTP, to see it refused.
$SERVER["socket"] == "127.0.0.1:${String(httpPort)}" { ssl.engine = "disable" }

$HTTP["url"] =~ "^/(cgi-bin/|ubus$)" { cgi.assign = ( "" => "" ) }
`;
}

/** Whether somebody accepts connections on a port. */
function answers(port: number): Promise<boolean> {
  const { promise, resolve } = withResolvers<boolean>();
  const socket = connect(port, "127.0.0.1");
  socket.on("connect", () => {
    socket.destroy();
    resolve(true);
  });
  socket.on("error", () => resolve(false));
  return promise;
}

async function stopProcess(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const { promise, resolve } = withResolvers<void>();
  child.once("close", () => resolve());
  child.stdin.end();
  await promise;
}

async function startOnce(options: WebServerOptions): Promise<WebServer> {
  const httpsPort = options.httpsPort ?? (await freePort());
  const httpPort = options.httpPort ?? (await freePort());
  const folder = join(options.root, "lighttpd");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "lighttpd.conf");
  writeFileSync(file, configuration(options, httpsPort, httpPort));

  // A process group of its own: Ctrl-C in a terminal is ours to handle, in our order.
  const child = spawn("sh", ["-c", runWhileStdinIsOpen, "sh", file], {
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  child.stdin.on("error", () => undefined);
  let output = "";
  const collect = (chunk: Buffer): void => void (output += chunk.toString("utf8"));
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const failed = new Promise<never>((_, reject) => child.once("error", reject));
  failed.catch(() => undefined);

  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (child.exitCode !== null || child.signalCode !== null) {
      child.stdin.end();
      const told = output + readFileSync(join(folder, "error.log"), { encoding: "utf8", flag: "a+" });
      throw new (/Address already in use/.test(told) ? PortTaken : Error)(`lighttpd did not start:\n${told}`);
    }
    if (await Promise.race([failed, answers(httpsPort)])) {
      await sleep(20);
      if (child.exitCode === null) {
        return { httpsPort, httpPort, stop: () => stopProcess(child) };
      }
    }
    await sleep(20);
  }
  await stopProcess(child);
  throw new Error(`lighttpd did not answer:\n${output}`);
}

/** Starts lighttpd for a box. Ports that were not asked for are tried until some are free. */
export async function startWebServer(options: WebServerOptions): Promise<WebServer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(options);
    } catch (error) {
      if (!(error instanceof PortTaken) || attempt === 10 || (options.httpsPort && options.httpPort)) {
        throw error;
      }
    }
  }
}
