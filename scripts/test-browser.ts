/**
 * Runs the tests in a real browser, two files at a time, and closes with a line `N passed, N failed`.
 *
 *   tsx scripts/test-browser.ts [name...]     only the files test/browser/<name>.test.ts
 *
 * CHROMIUM=… is the browser's program, /usr/bin/chromium by default. With ROUTER=… and the other variables that
 * test/box/README.md tells, the router is a real one.
 */
import { join } from "node:path";
import { repositoryRoot } from "../test/box/locations.ts";
import { runTestFiles, testFiles } from "./suites/node-tests";

const files = testFiles(join(repositoryRoot, "test/browser"), process.argv.slice(2));
// Each file has a box and a browser of its own, and a router is one for all.
await runTestFiles(files, { concurrency: process.env["ROUTER"] === undefined ? 2 : 1 });
