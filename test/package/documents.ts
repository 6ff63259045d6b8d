/** Blocks of the documents that begin with ```sh router: each is run in the root folder, and must succeed without a word. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../box/locations.ts";
import { inRoot } from "./chroot.ts";
import { check, same, step } from "./report.ts";

export function runDocuments(): void {
  step("The documents' commands");
  const documents = ["README.md", ...readdirSync(join(repositoryRoot, "docs")).map((name) => `docs/${name}`)];
  const blocks = documents
    .filter((path) => path.endsWith(".md"))
    .flatMap((path) =>
      [...readFileSync(join(repositoryRoot, path), "utf8").matchAll(/^```sh router\n([^]*?)^```$/gm)].map(
        ([, text = ""], index) => [`${path}, block ${String(index + 1)}`, text] as const,
      ),
    );
  check("the documents have commands", blocks.length > 0);
  for (const [title, text] of blocks) {
    const { status, stderr } = inRoot(`set -e\n${text}`);
    same(title, { status, stderr }, { status: 0, stderr: "" });
  }
  const { stdout } = inRoot("sso-login check-config");
  check("the resulting configuration is right", !/^error/m.test(stdout), stdout);
}
