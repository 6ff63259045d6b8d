/** Object.keys comes in any order in Lua: it is sorted at once, or iterated where the order cannot show. */

/** Whether what a node does comes out the same in any order: it only fills records. */
function isOrderFree(node, visitorKeys) {
  if (node.type === "ReturnStatement" || node.type === "BreakStatement") {
    return false;
  }
  if (node.type === "ExpressionStatement") {
    const { type, left } = node.expression;
    return type === "AssignmentExpression" && left.type === "MemberExpression" && left.computed;
  }
  const children = (visitorKeys[node.type] ?? []).flatMap((key) => node[key] ?? []);
  return children.every((child) => isOrderFree(child, visitorKeys));
}

export default {
  meta: {
    type: "problem",
    schema: [],
    messages: { order: "Keys in any order. Instead: Object.keys(…).sort((a, b) => (a < b ? -1 : 1))." },
  },
  create(context) {
    const { visitorKeys } = context.sourceCode;
    return {
      "CallExpression[callee.object.name='Object'][callee.property.name='keys']"(node) {
        const { parent } = node;
        const isSorted = parent.type === "MemberExpression" && parent.property.name === "sort";
        const isIterated =
          parent.type === "ForOfStatement" && parent.right === node && isOrderFree(parent.body, visitorKeys);
        if (!isSorted && !isIterated) {
          context.report({ node, messageId: "order" });
        }
      },
    };
  },
};
