/** The facts of a failure are for the log and for people: only files that eslint/layers.js names open them. */

const opener = /(^|\/)failure_facts$/;

export default {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      opens:
        "The facts of a failure are for the log and for people (readersOfFacts in eslint/layers.js). Instead: decide by error and meaning.",
    },
  },
  create(context) {
    const check = (node, source) => {
      if (typeof source === "string" && opener.test(source)) {
        context.report({ node, messageId: "opens" });
      }
    };
    return {
      ImportDeclaration: (node) => check(node, node.source.value),
      TSImportType: (node) => check(node, node.source?.value),
      CallExpression: (node) => check(node, node.callee.name === "require" ? node.arguments[0]?.value : undefined),
      // Another type for the details would open them, too.
      "TSAsExpression > MemberExpression[property.name='details']": (node) =>
        context.report({ node, messageId: "opens" }),
    };
  },
};
