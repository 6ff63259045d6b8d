/** Questions about types that the rules share. */
import ts from "typescript";

/** The type checker of the linted file, and the ways from ESLint's tree to TypeScript's types and nodes. */
export function typesOf(context) {
  const { program, esTreeNodeToTSNodeMap, getTypeAtLocation } = context.sourceCode.parserServices;
  return {
    checker: program.getTypeChecker(),
    typeOf: getTypeAtLocation,
    nodeOf: (node) => esTreeNodeToTSNodeMap.get(node),
  };
}

/** The members of a union, or the type alone; of a type parameter, those of its constraint. */
function partsOf(type, checker) {
  const base = type.flags & ts.TypeFlags.TypeParameter ? (checker.getBaseConstraintOfType(type) ?? type) : type;
  return base.isUnion() ? base.types : [base];
}

/** Whether all that a type allows has one of the flags. */
export function isAll(type, flags, checker) {
  return partsOf(type, checker).every((part) => (part.flags & flags) !== 0);
}

/** Whether something that a type allows has one of the flags. */
export function isSome(type, flags, checker) {
  return partsOf(type, checker).some((part) => (part.flags & flags) !== 0);
}

function kindOf(part, checker) {
  if (part.flags & ts.TypeFlags.StringLike) {
    return "string";
  }
  if (checker.isArrayType(part) || checker.isTupleType(part)) {
    return "array";
  }
  return part.flags & ts.TypeFlags.Object && part.getCallSignatures().length === 0 ? "record" : "other";
}

/** The types that a value's members belong to, one entry a kind: "string", "array", "record", or "other". */
export function receiversOf(type, checker) {
  return [...new Set(partsOf(type, checker).map((part) => kindOf(part, checker)))];
}

/** Whether a node is the call of an array's method, one of `names`. */
export function isArrayCall(node, names, { checker, typeOf }) {
  return (
    node.type === "CallExpression" &&
    node.callee.type === "MemberExpression" &&
    names.includes(node.callee.property.name) &&
    receiversOf(typeOf(node.callee.object), checker).includes("array")
  );
}
