/** Loading a module asks nothing of the outside world: no function of io/ is called at module level. */

/** The name at the left end of `a.b.c`. */
function rootOf(node) {
  return node.type === "MemberExpression" ? rootOf(node.object) : node;
}

export default {
  meta: {
    type: "problem",
    schema: [],
    messages: { io: "A call of io/ while the module is loaded. Instead: a function." },
  },
  create(context) {
    return {
      "CallExpression:not(:function *)"(node) {
        const root = rootOf(node.callee);
        const scope = context.sourceCode.getScope(node);
        const variable = root.type === "Identifier" ? scope.set.get(root.name) : undefined;
        const source = variable?.defs[0]?.parent?.source?.value;
        if (source !== undefined && source.startsWith("io/")) {
          context.report({ node, messageId: "io" });
        }
      },
    };
  },
};
