/** Translations: reading, writing and judging PO files. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parsePo, problemsOf, writePo } from "../../scripts/i18n/po.ts";

describe("PO files", () => {
  const messages = [
    { id: 'Say "yes"\\no', text: "Sag „ja“", files: ["a.ts", "b.ts"] },
    { id: "Open", text: "", files: [] },
  ];

  test("are read as they were written, without header and sources", () => {
    const read = parsePo(writePo(messages, "de"));
    assert.deepEqual(
      read,
      messages.map((message) => ({ ...message, files: [] })),
    );
  });

  test("have a header, and a line for each source", () => {
    assert.equal(
      writePo([{ id: "A", text: "B", files: ["x.ts"] }], "de"),
      'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nLanguage: de\\n"\n\n#: x.ts\nmsgid "A"\nmsgstr "B"\n',
    );
  });

  test("of other forms are refused instead of being cut", () => {
    assert.throws(() => parsePo('msgid "a"\n"b"\nmsgstr ""\n'), /line 2/);
    assert.throws(() => parsePo('msgctxt "a"\n'), /line 1/);
  });
});

describe("a translation", () => {
  const cases: [string, string, RegExp | undefined][] = [
    ["%{a} of %{b}", "%{b}: %{a}", undefined],
    ["%{a} of %{b}", "%{b}: %{A}", /places/],
    ["%{a}", "nothing", /places/],
    ["Text", "", /not translated/],
    ["Text", " Text", /blanks/],
    ["Two  blanks", "Zwei Leerzeichen", /blanks/],
  ];
  for (const [id, text, expected] of cases) {
    test(`'${text}' of '${id}' is ${expected === undefined ? "fine" : "refused"}`, () => {
      const problems = problemsOf({ id, text, files: [] }).join("\n");
      if (expected === undefined) {
        assert.equal(problems, "");
      } else {
        assert.match(problems, expected);
      }
    });
  }
});
