/**
 * One shell for all commands of a process. A process that runs an identity provider is large, and starting a program
 * from it takes ten times as long as the fork of a shell.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type CommandResult, withResolvers } from "./command.ts";
import { temporaryFolder } from "../temporary.ts";

interface Started {
  process: ChildProcess;
  /** Holds what goes into commands and comes out of them. */
  folder: string;
}

/** Callbacks for the end of a command, by the command's number. */
const waiting = new Map<string, (code: number) => void>();
let started: Started | undefined;
let last = 0;

export function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Whether this process stays for the shell. */
function hold({ process }: Started, whether: boolean): void {
  for (const part of [process, process.stdin as Socket, process.stdout as Socket]) {
    part[whether ? "ref" : "unref"]();
  }
}

function start(): Started {
  const folder = temporaryFolder("sso-login-shell-");
  // A router knows no locale: in others [a-z] may lack a letter.
  const child = spawn("sh", [], { stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, LC_ALL: "C" } });
  createInterface({ input: child.stdout }).on("line", (line) => {
    const [number = "", code] = line.split(" ");
    waiting.get(number)?.(Number(code));
    waiting.delete(number);
  });
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return { process: child, folder };
}

/** Runs a command line to its end in a shell of its own, with text on its standard input. */
export async function runInShell(command: string, input = ""): Promise<CommandResult> {
  started ??= start();
  const shell = started;
  last += 1;
  const number = String(last);
  const file = join(shell.folder, number);
  writeFileSync(`${file}.in`, input);
  const { promise, resolve } = withResolvers<number>();
  waiting.set(number, resolve);
  hold(shell, true);
  const streams = `<'${file}.in' >'${file}.out' 2>'${file}.err'`;
  // dash reaps background commands that have ended only when it is asked for its jobs.
  shell.process.stdin?.write(`jobs >/dev/null; { ( eval ${quote(command)} ) ${streams}; echo ${number} $?; } &\n`);
  const code = await promise;
  hold(shell, waiting.size > 0);
  const [stdout = "", stderr = ""] = ["out", "err"].map((kind) => readFileSync(`${file}.${kind}`, "utf8"));
  for (const kind of ["in", "out", "err"]) {
    rmSync(`${file}.${kind}`);
  }
  return { code, stdout, stderr };
}
