/** The box's web server: lighttpd with TLS and CGI. What it does differently from uhttpd is told in README.md. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Certificate } from "./certificates.ts";
import { freePort, startServer } from "./server.ts";

export interface WebServerOptions {
  root: string;
  certificate: Certificate;
  /** Chosen free when absent. */
  httpsPort?: number;
}

export interface WebServer {
  httpsPort: number;
  httpPort: number;
  stop: () => Promise<void>;
}

function configuration(options: WebServerOptions, httpsPort: number, httpPort: number): string {
  const { root, certificate } = options;
  return `# Written by test/box/lighttpd.ts at every start.
server.modules = ( "mod_openssl", "mod_indexfile", "mod_cgi" )
server.document-root = "${root}/www"
index-file.names = ( "index.html" )
mimetype.assign = ( ".html" => "text/html; charset=utf-8", ".css" => "text/css" )
server.upload-dirs = ( "${root}/tmp" )
server.errorlog = "${root}/lighttpd/error.log"
# Standard error of CGI programs: the service's copy of its syslog lines.
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

# As uhttpd does: a program starts when the head of its request is there.
server.stream-request-body = 1

$HTTP["url"] =~ "^/(cgi-bin/|ubus$)" { cgi.assign = ( "" => "" ) }
`;
}

async function startOnce(options: WebServerOptions): Promise<WebServer> {
  const httpsPort = options.httpsPort ?? (await freePort());
  const httpPort = await freePort();
  const folder = join(options.root, "lighttpd");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "lighttpd.conf");
  writeFileSync(file, configuration(options, httpsPort, httpPort));
  const stop = await startServer({ command: ["lighttpd", "-D", "-f", file], port: httpsPort });
  return { httpsPort, httpPort, stop };
}

/** Starts lighttpd for a box. Ports that another program takes meanwhile are tried again. */
export async function startWebServer(options: WebServerOptions): Promise<WebServer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(options);
    } catch (error) {
      const log = readFileSync(join(options.root, "lighttpd/error.log"), { encoding: "utf8", flag: "a+" });
      const told = (error as Error).message + log;
      if (attempt === 10 || !/Address already in use/.test(told)) {
        throw new Error(`lighttpd did not start:\n${told}`, { cause: error });
      }
    }
  }
}
