/** Reading what the check says. */
import assert from "node:assert/strict";
import type { Watched } from "./expect.ts";

export interface Finding {
  id: string;
  level: "ok" | "warning" | "error";
  code?: string;
  params: Record<string, string>;
  text: string;
  advice: string;
}

export interface Report {
  ok: boolean;
  findings: Finding[];
}

/** The report of the command line; its exit status and its silence elsewhere are checked on the way. */
export async function check(scene: Watched): Promise<Report> {
  const { code, stdout, stderr } = await scene.router.commandLine("check", "--json");
  const report = JSON.parse(stdout) as Report;
  assert.deepEqual([code, stderr], [report.ok ? 0 : 1, ""]);
  assert.ok(!scene.secrets().some((secret) => stdout.includes(secret)), stdout);
  assert.deepEqual(await scene.router.readLog(), []);
  return report;
}

/** Findings about what a scene leaves out: the init script's work, and an option of the shipped configuration. */
const leftOut = ["roles_behind", "client_limit_absent"];

/** Ids of findings that are not in order, with their codes. */
export function troubles(report: Report): string[] {
  return report.findings
    .filter(({ id, level }) => level !== "ok" && !leftOut.includes(id))
    .map(({ id, level, code }) => [level, id, ...(code === undefined ? [] : [code])].join(" "));
}
