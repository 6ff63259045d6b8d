/** Modules are loaded at the head of a file, but for some, where type and path are the same. */

export default {
  meta: {
    type: "problem",
    schema: [{ enum: ["never", "typed"] }],
    messages: {
      never: "A lazy load in a file that eslint.config.js does not name. Instead: import * as module.",
      typed: 'A lazy load of another form. Instead, in a function: require("./m") as typeof import("./m").',
    },
  },
  create(context) {
    const [mode] = context.options;
    const { sourceCode } = context;

    function isTyped(node) {
      const { parent } = node;
      const path = node.arguments.map((argument) => sourceCode.getText(argument)).join();
      const isInFunction = sourceCode.getScope(node).variableScope.type === "function";
      return (
        isInFunction &&
        parent.type === "TSAsExpression" &&
        sourceCode.getText(parent.typeAnnotation) === `typeof import(${path})`
      );
    }

    return {
      "Identifier[name='require']"(node) {
        const isCall = node.parent.type === "CallExpression" && node.parent.callee === node;
        if (mode === "never") {
          context.report({ node, messageId: "never" });
        } else if (!isCall || !isTyped(node.parent)) {
          context.report({ node, messageId: "typed" });
        }
      },
    };
  },
};
