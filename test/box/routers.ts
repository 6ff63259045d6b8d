/** The two kinds of router: a running box, and a real one reached by a shell of the user's choice. */
import { join } from "node:path";
import { routerHost, type Box } from "./box.ts";
import { run } from "./command.ts";
import { Router } from "./router.ts";
import { quote, runInShell } from "./shell.ts";

/** The router of a box. */
export function boxRouter(box: Box): Router {
  const log = `${box.root}/var/log/messages`;
  const path = `PATH=${quote(join(box.root, "bin"))}:$PATH`;
  return new Router(
    `https://${routerHost}:${String(box.httpsPort)}`,
    `http://${routerHost}:${String(box.httpPort)}`,
    box.authority.certFile,
    {
      root: box.root,
      logCommand: `cat '${log}'`,
      markCommand: `echo 'sso-login-test: $1' >>'${log}'`,
      run: (command, input) => runInShell(`${path}; ${command}`, input),
    },
  );
}

export interface RemoteOptions {
  /** https://… without a path. */
  address: string;
  /** Command that takes a command line as its last argument, such as `ssh root@192.168.1.1`. */
  shell: string;
  /** Authority of the router's certificate and of the provider's. */
  caFile: string;
}

/** A real router. Its log is read with logread; its web server's plain HTTP port is not used. */
export function remoteRouter({ address, shell, caFile }: RemoteOptions): Router {
  const [program, ...args] = shell.split(" ").filter((word) => word !== "");
  if (program === undefined) {
    throw new Error("ROUTER_SHELL is empty: give a command such as ssh root@192.168.1.1");
  }
  return new Router(address, undefined, caFile, {
    root: "",
    logCommand: "logread",
    markCommand: "logger -t sso-login-test $1",
    run: (command, input) => run(program, [...args, command], { input }),
  });
}
