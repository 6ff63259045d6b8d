/** Counts what was checked and keeps what failed. */
export class Report {
  passed = 0;
  skipped = 0;
  readonly failures: string[] = [];

  check(name: string, problem: string | undefined): boolean {
    if (problem === undefined) {
      this.passed++;
      return true;
    }
    this.failures.push(name);
    // The first failures tell the story; a thousand more would bury it.
    if (this.failures.length <= 20) console.log(`FAILED ${name}: ${problem}`);
    return false;
  }

  skip(count: number, why: string): void {
    this.skipped += count;
    console.log(`skipped: ${why}`);
  }

  /** The last line, and the exit status. */
  finish(): never {
    const skipped = this.skipped > 0 ? `, ${this.skipped} skipped` : "";
    console.log(`${this.passed} passed, ${this.failures.length} failed${skipped}`);
    process.exit(this.failures.length > 0 ? 1 : 0);
  }
}
