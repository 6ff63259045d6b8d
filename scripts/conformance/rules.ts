/** The rules of the specification and of the decisions: test/conformance/rules.json. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Rule {
  /** Stable: tests and mutations name it. */
  id: string;
  document: "specification" | "decisions";
  /** Heading of the document below which the rule stands. */
  section: string;
  rule: string;
  /** Says nothing about the service's behaviour: listed, but not to be tested. */
  kind?: "background";
}

const prefixes = { specification: "spec", decisions: "dec" };

/** The list as it is stored. `root` is the folder of the repository. */
export function readRules(root: string): Rule[] {
  return JSON.parse(readFileSync(join(root, "test/conformance/rules.json"), "utf8")) as Rule[];
}

/** What is wrong with the list itself, a line each. */
export function checkRules(rules: readonly Rule[]): string[] {
  const seen = new Set<string>();
  return rules.flatMap(({ id, document, section, rule, kind }) => {
    const problems: string[] = [];
    if (seen.has(id)) {
      problems.push(`rules.json: ${id} is there twice`);
    }
    seen.add(id);
    if (!/^[a-z]+\.[a-z0-9-]+\.[a-z0-9-]+$/.test(id) || id.split(".")[0] !== prefixes[document]) {
      problems.push(`rules.json: ${id} is no id of the ${document}`);
    }
    if (section === "" || rule === "" || (kind !== undefined && kind !== "background")) {
      problems.push(`rules.json: ${id} lacks its section or rule, or is of an unknown kind`);
    }
    return problems;
  });
}
