/** A server of another project's, started for a test on a port of this machine and ended with it. */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { sleep, withResolvers } from "./command.ts";

/** The daemon took another program's port: worth another try with another one. */
export class PortTaken extends Error {}

/** The command ends with its standard input, which is a pipe from here: so it also ends when this process is killed. */
const runWhileStdinIsOpen = `
"$@" </dev/null & server=$!
exec 3<&0
{ cat <&3 >/dev/null; kill "$server" 2>/dev/null; } &
exec 3<&-
wait "$server"`;

/** A port that nobody listens on right now; somebody may be faster than we are. */
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

/**
 * Starts a daemon that stays in the foreground, and waits until it answers on its port; returns what ends it. Fails with what
 * it said, as PortTaken where that is the reason.
 */
export async function startDaemon(
  command: readonly string[],
  port: number,
  errorLog: string,
): Promise<() => Promise<void>> {
  const [name = ""] = command;
  // A process group of its own: Ctrl-C in a terminal is ours to handle, in our order.
  const child = spawn("sh", ["-c", runWhileStdinIsOpen, "sh", ...command], {
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
      const told = output + readFileSync(errorLog, { encoding: "utf8", flag: "a+" });
      throw new (/Address already in use/.test(told) ? PortTaken : Error)(`${name} did not start:\n${told}`);
    }
    if (await Promise.race([failed, answers(port)])) {
      await sleep(20);
      if (child.exitCode === null) {
        return () => stopProcess(child);
      }
    }
    await sleep(20);
  }
  await stopProcess(child);
  throw new Error(`${name} did not answer:\n${output}`);
}

/** Tries to start something again, with other ports, where they were taken meanwhile. */
export async function whilePortsAreTaken<T>(start: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof PortTaken) || attempt === 10) {
        throw error;
      }
    }
  }
}
