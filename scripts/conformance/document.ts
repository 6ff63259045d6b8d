/** docs/conformance.md: each rule with the tests that carry its mark. */
import type { Mark } from "./marks";
import type { Rule } from "./rules";

const introduction = `# Conformance

Generated from \`test/conformance/rules.json\` and the marks beside the tests by \`make docs\`; do not edit.

Each rule of the specification and of the decisions that complete it, and the tests that notice when it breaks. A mark
is a comment above a test, \`rule: <id>\`; \`make conformance\` checks that every rule has one.

Marks are proved, not believed: \`make mutate\` changes every number, code, status, header, cookie attribute, path and
name that a rule gives (\`test/conformance/mutations.json\`), one at a time, in a copy of the generated Lua, of the C layer or
of the shipped configuration. A test that carries the rule's mark must fail, whatever other tests do. What is not
changed, and why, is in \`test/conformance/exemptions.json\`.
`;

const titles = { specification: "Specification", decisions: "Decisions" };

/** Text inside a table's cell. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("`", "'");
}

/** A marked test, as the document names it. */
function testName({ file, titles: names }: Mark): string {
  return `${file.replace(/^test\//, "")}: ${names.filter((name) => name !== "").join(" › ")}`;
}

/** Rows of a table, in the order of the rules. */
function rows(rules: readonly Rule[], marks: readonly Mark[]): string {
  return rules
    .map(({ id, rule }) => {
      const tests = [...new Set(marks.filter((mark) => mark.rule === id).map(testName))];
      const names = tests.length === 0 ? "**none**" : tests.map(cell).join("<br>");
      return `| ${cell(rule)}<br>\`${id}\` | ${names} |`;
    })
    .join("\n");
}

/** The rules of one kind below their sections. */
function sections(rules: readonly Rule[], marks: readonly Mark[]): string {
  const names = [...new Set(rules.map(({ section }) => section))];
  return names
    .map((name) => {
      const own = rules.filter(({ section }) => section === name);
      return `### ${name}\n\n| Rule | Tests |\n|---|---|\n${rows(own, marks)}\n`;
    })
    .join("\n");
}

/** The whole text. */
export function renderDocument(rules: readonly Rule[], marks: readonly Mark[]): string {
  const tested = rules.filter(({ kind }) => kind === undefined);
  const background = rules.filter(({ kind }) => kind === "background");
  const parts = (["specification", "decisions"] as const).map(
    (document) =>
      `## ${titles[document]}\n\n${sections(
        tested.filter((rule) => rule.document === document),
        marks,
      )}`,
  );
  const rest = background.map(({ section, rule }) => `- ${section}: ${cell(rule)}`).join("\n");
  return `${introduction}\n${parts.join("\n")}\n## Sentences that ask nothing of the service\n\n${rest}\n`;
}
