/** A module is imported under its file's name, also where it is loaded late. */

function nameOf(path) {
  return path.split("/").at(-1);
}

export default {
  meta: {
    type: "problem",
    schema: [],
    messages: { alias: "A module under another name than its file's. Instead: {{name}}." },
  },
  create(context) {
    function check(node, variable, path) {
      const name = nameOf(path);
      if (variable.name !== name) {
        context.report({ node, messageId: "alias", data: { name } });
      }
    }

    return {
      ImportNamespaceSpecifier(node) {
        check(node, node.local, node.parent.source.value);
      },
      // `const m = require("./m") as …` and `const m = () => require("./m") as …`
      "CallExpression[callee.name='require']"(node) {
        const { parent } = node.parent;
        const declarator = parent.type === "ArrowFunctionExpression" ? parent.parent : parent;
        if (declarator.type === "VariableDeclarator") {
          check(declarator, declarator.id, String(node.arguments[0]?.value));
        }
      },
    };
  },
};
