/** How many tests a program says it ran, read from the last lines it wrote. */

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

// eslint-disable-next-line no-control-regex -- colours of terminals
const colours = /\x1b\[[0-9;]*m/g;

const plain = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/;
const busted = /^(\d+) success(?:es)? \/ (\d+) failures? \/ (\d+) errors? \/ (\d+) pending\b/;
const nodeTest = /^[#ℹ] (pass|fail|cancelled|skipped) (\d+)$/;

/** The counts of one line in our own form or in busted's. */
function countsOfLine(line: string): Counts | undefined {
  const own = plain.exec(line);
  if (own !== null) {
    return { passed: Number(own[1]), failed: Number(own[2]), skipped: Number(own[3] ?? 0) };
  }
  const lua = busted.exec(line);
  return lua === null
    ? undefined
    : { passed: Number(lua[1]), failed: Number(lua[2]) + Number(lua[3]), skipped: Number(lua[4]) };
}

/** The counts of node:test, which stand on a line each: the last ones of each kind. */
function countsOfNodeTest(lines: string[]): Counts | undefined {
  const last = new Map<string, number>();
  for (const line of lines) {
    const [, kind, count] = nodeTest.exec(line) ?? [];
    if (kind !== undefined) {
      last.set(kind, Number(count));
    }
  }
  const passed = last.get("pass");
  const failed = last.get("fail");
  if (passed === undefined || failed === undefined) {
    return undefined;
  }
  // A test that never ended is no better than one that failed.
  return { passed, failed: failed + (last.get("cancelled") ?? 0), skipped: last.get("skipped") ?? 0 };
}

/**
 * The counts that a test program closed with: our own `N passed, N failed[, N skipped]`, busted's line, or node:test's
 * `# pass N` and so on. Our own line wins over the others, as what sums up comes last; undefined when there is none.
 */
export function parseCounts(output: string): Counts | undefined {
  const lines = output
    .replaceAll(colours, "")
    .split("\n")
    .map((line) => line.trimEnd());
  const single = lines.map(countsOfLine).filter((counts) => counts !== undefined);
  return single.at(-1) ?? countsOfNodeTest(lines);
}

/** `N passed, N failed`, and `, N skipped` only where some are. */
export function formatCounts(counts: Counts): string {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
  return `${counts.passed} passed, ${counts.failed} failed${skipped}`;
}
