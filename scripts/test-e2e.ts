/**
 * Runs the end-to-end tests, four files at a time, and closes with a line `N passed, N failed`.
 *
 *   tsx scripts/test-e2e.ts [name...]     only the files test/e2e/<name>.test.ts
 */
import { join } from "node:path";
import { repositoryRoot } from "../test/box/locations.ts";
import { runTestFiles, testFiles } from "./suites/node-tests";

const isRemote = process.env["ROUTER"] !== undefined;
// What makes up a box is nothing to ask a real router.
const files = testFiles(join(repositoryRoot, "test/e2e"), process.argv.slice(2), isRemote ? ["boxes"] : []);
// A router has one configuration, which every file of tests makes its own. Two of the files mostly wait for time-outs.
await runTestFiles(files, { concurrency: isRemote ? 1 : 4 });
