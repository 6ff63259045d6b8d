/** Server programs on ports of this machine, which end with this process. */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { connect, createServer, type AddressInfo } from "node:net";
import { patience as limit, sleep, withResolvers } from "./command.ts";

export interface ServerOptions {
  /** The program and its arguments. */
  command: readonly string[];
  /** It is up as soon as this port of 127.0.0.1 takes connections. */
  port: number;
  env?: NodeJS.ProcessEnv;
  /** How long it may take to be up. */
  patience?: number;
}

/** The program ended before it was up; the message is what it wrote. */
export class ServerEnded extends Error {}

/** It ends with its standard input, which is a pipe from here: so it also ends when this process is killed. */
const runWhileStdinIsOpen = `
"$@" </dev/null & server=$!
exec 3<&0
{ cat <&3 >/dev/null; kill "$server" 2>/dev/null; } &
exec 3<&-
wait "$server"`;

/** A port that no one listens on right now; somebody may be faster than we are. */
export async function freePort(): Promise<number> {
  const { promise, resolve, reject } = withResolvers<number>();
  const server = createServer();
  server.on("error", reject);
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo;
    server.close(() => resolve(port));
  });
  return promise;
}

/** Why no server can listen on a port of 127.0.0.1, as the system names it, such as EADDRINUSE; undefined where one can. */
export async function portProblem(port: number): Promise<string | undefined> {
  const { promise, resolve } = withResolvers<string | undefined>();
  const server = createServer();
  server.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  server.listen(port, "127.0.0.1", () => server.close(() => resolve(undefined)));
  return promise;
}

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

const hasEnded = ({ exitCode, signalCode }: ChildProcessWithoutNullStreams): boolean =>
  exitCode !== null || signalCode !== null;

async function stopProcess(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (hasEnded(child)) {
    return;
  }
  const { promise, resolve } = withResolvers<void>();
  child.once("close", () => resolve());
  child.stdin.end();
  await promise;
}

/** Starts a server and waits until it is up; returns what stops it. Fails with ServerEnded. */
export async function startServer({
  command,
  port,
  env,
  patience = limit,
}: ServerOptions): Promise<() => Promise<void>> {
  // A process group of its own: Ctrl-C in a terminal is ours to handle, in our order.
  const child = spawn("sh", ["-c", runWhileStdinIsOpen, "sh", ...command], {
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
    env,
  });
  child.stdin.on("error", () => undefined);
  let output = "";
  const collect = (chunk: Buffer): void => void (output = (output + chunk.toString("utf8")).slice(-20_000));
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const failed = new Promise<never>((_, reject) => child.once("error", reject));
  failed.catch(() => undefined);

  for (const end = Date.now() + patience; Date.now() < end;) {
    if (hasEnded(child)) {
      child.stdin.end();
      throw new ServerEnded(output);
    }
    if (await Promise.race([failed, answers(port)])) {
      await sleep(20);
      if (!hasEnded(child)) {
        return () => stopProcess(child);
      }
    }
    await sleep(20);
  }
  await stopProcess(child);
  throw new Error(`${command[0] ?? ""} did not answer:\n${output}`);
}
