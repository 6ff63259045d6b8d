/**
 * Runs files of node:test in a few processes, each of which takes one file after the other: starting node with all that
 * a file imports costs as much as many a test. What files open together (a scene) lives as long as their process.
 *
 *   tsx test/run-files.ts JOBS FILE...     that many processes
 *
 * Writes flat TAP: a line for each test however deep it stands, which node's own reporter would nest and a harness would
 * not count.
 */
import { fork } from "node:child_process";
import { statSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { News } from "./file-reporter.ts";
import { finish, report, skip } from "./tap.ts";

/** Milliseconds without news after which a process is ended. */
const patience = 300_000;

/** How early a file is started: first what waits for time-outs, then by size, so that nothing long is left for the end. */
function weight(file: string): number {
  return file.includes("patience") ? Number.MAX_SAFE_INTEGER : statSync(file).size;
}

const [jobs, ...files] = process.argv.slice(2);
const processes = Number(jobs);
if (!Number.isInteger(processes) || processes < 1 || files.length === 0) {
  console.error("usage: run-files.ts JOBS FILE...");
  process.exit(2);
}
const queue = files.map((file) => resolve(file)).sort((one, other) => weight(other) - weight(one));

/** Runs files in one process until none is left, or it ends before its time. */
function runInOneProcess(): Promise<void> {
  const reporter = ["--test-reporter", "./test/file-reporter.ts", "--test-reporter-destination", "stdout"];
  const child = fork("test/file-worker.ts", {
    execArgv: ["--import", "tsx", ...reporter],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  /** What it runs, and the files whose tests it has not told of all: news are late. */
  let running: string | undefined;
  const given: string[] = [];
  let tests = 0;
  let hasFailed = false;
  /** What came on standard error last. */
  let errors = "";
  const timer = setTimeout(() => child.kill("SIGKILL"), patience);
  child.stdout?.on("data", (text: Buffer) => process.stdout.write(text.toString().replaceAll(/^(?=.)/gm, "# ")));
  child.stderr?.on("data", (text: Buffer) => {
    errors = `${errors}${text.toString()}`.slice(-10_000);
    process.stderr.write(text);
  });
  child.on("message", (news: News) => {
    timer.refresh();
    if (news.kind === "free") {
      running = queue.shift();
      given.push(...(running === undefined ? [] : [running]));
      child.send({ file: running });
    } else if (news.kind === "end") {
      const file = given.shift() ?? "";
      if (tests === 0) {
        report(basename(file), "has no test");
      }
      tests = 0;
    } else {
      tests += 1;
      hasFailed ||= news.problem !== undefined;
      const title = `${basename(given[0] ?? "the end")}: ${news.name}`;
      if (news.skipped === undefined) {
        report(title, news.problem);
      } else {
        skip(title, news.skipped);
      }
    }
  });
  return new Promise((ended) => {
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      // Node says no more of a file that broke, or of a hook that did when all files had ended.
      if (running !== undefined || (code !== 0 && !hasFailed)) {
        report(basename(running ?? "the end"), `ended with ${String(signal ?? code)}\n${errors}`);
      }
      ended();
    });
  });
}

async function work(): Promise<void> {
  while (queue.length > 0) {
    await runInOneProcess();
  }
}

await Promise.all(Array.from({ length: Math.min(processes, queue.length) }, work));
finish();
