/** `{ ...{ a, b }, c }` is `{ a, b, c }`: a literal within a literal is spread for no reader. */

/** A literal, and what its members are called. */
const members = { ArrayExpression: "elements", ObjectExpression: "properties" };

export default {
  meta: {
    type: "suggestion",
    fixable: "code",
    // Without arrays: long lists of a test's inputs are grouped by what they have in common.
    schema: [{ enum: ["objects", "all"] }],
    messages: { spread: "A spread of a literal. Instead: its members, in the literal around it." },
  },
  create(context) {
    const isJudged = (type) =>
      type === "ObjectExpression" || (type === "ArrayExpression" && context.options[0] === "all");
    return {
      SpreadElement(node) {
        const { argument, parent } = node;
        if (!isJudged(argument.type) || parent.type !== argument.type) {
          return;
        }
        const inner = argument[members[argument.type]];
        const fix = (fixer) => {
          const [first, last] = [inner[0], inner[inner.length - 1]];
          return fixer.replaceText(node, context.sourceCode.text.slice(first.range[0], last.range[1]));
        };
        context.report({ node, messageId: "spread", fix: inner.length > 0 ? fix : null });
      },
    };
  },
};
