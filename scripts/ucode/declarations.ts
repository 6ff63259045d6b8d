/** Imports, functions and variables. */
import { ts } from "ts-morph";
import { copyWithChildren, moduleName, type Output, Refusal } from "./output";

/** An import of values; undefined when it imports nothing but types. */
export function emitImport(node: ts.ImportDeclaration, output: Output): string | undefined {
  const bindings = node.importClause?.namedBindings;
  if (bindings === undefined) {
    throw new Refusal(node, "an import of neither a module nor names");
  }
  if (node.importClause?.phaseModifier !== undefined) {
    return undefined;
  }
  const from = `from '${moduleName(node.moduleSpecifier, output.source)}';`;
  if (ts.isNamespaceImport(bindings)) {
    const members = output.byName.get(bindings.name.text);
    if (members !== undefined) {
      const specifiers = [...members].map(([member, name]) => (member === name ? name : `${member} as ${name}`));
      return `import { ${specifiers.join(", ")} } ${from}`;
    }
    return `import * as ${output.emit(bindings.name)} ${from}`;
  }
  const names = bindings.elements
    .filter((element) => !element.isTypeOnly)
    .map((element) => copyWithChildren(element, output));
  return names.length === 0 ? undefined : `import { ${names.join(", ")} } ${from}`;
}

/** Parameters without types; `this: void` is none. */
function emitParameters(parameters: readonly ts.ParameterDeclaration[], output: Output): string {
  const odd = parameters.find((parameter) => parameter.initializer ?? parameter.dotDotDotToken);
  if (odd !== undefined) {
    throw new Refusal(odd, "a parameter with a default value, or for the rest");
  }
  const own = parameters.filter((parameter) => parameter.name.getText(output.source) !== "this");
  return `(${own.map((parameter) => output.emit(parameter.name)).join(", ")})`;
}

/** A function. An exported one ends in a semicolon, which older versions of ucode insist on. */
export function emitFunction(node: ts.FunctionDeclaration, output: Output): string {
  if (node.body === undefined || node.name === undefined) {
    throw new Refusal(node, "a function without a body");
  }
  const isExport = ts.getCombinedModifierFlags(node) === ts.ModifierFlags.Export;
  const head = `${isExport ? "export " : ""}function ${output.emit(node.name)}`;
  return `${head}${emitParameters(node.parameters, output)} ${output.emit(node.body)}${isExport ? ";" : ""}`;
}

/** An arrow function without types. */
export function emitArrow(node: ts.ArrowFunction, output: Output): string {
  return `${emitParameters(node.parameters, output)} => ${output.emit(node.body)}`;
}

/** A variable without its type. */
export function emitVariable(node: ts.VariableDeclaration, output: Output): string {
  const name = output.emit(node.name);
  return node.initializer === undefined ? name : `${name} = ${output.emit(node.initializer)}`;
}

/** `for (const item of list)`. */
export function emitForOf(node: ts.ForOfStatement, output: Output): string {
  const [item] = ts.isVariableDeclarationList(node.initializer) ? node.initializer.declarations : [];
  if (item === undefined) {
    throw new Refusal(node, "for-of without a variable of its own");
  }
  return `for (let ${output.emit(item.name)} in ${output.emit(node.expression)}) ${output.emit(node.statement)}`;
}

/** A property; a name that is a number is quoted. */
export function emitProperty(node: ts.PropertyAssignment, output: Output): string {
  const text = copyWithChildren(node, output);
  return ts.isNumericLiteral(node.name) ? text.replace(/^\d+/, '"$&"') : text;
}

/** `{ name }`, spelled out where the variable has another name in ucode. */
export function emitShorthand(node: ts.ShorthandPropertyAssignment, output: Output): string {
  const variable = output.emit(node.name);
  return variable === node.name.text ? variable : `${node.name.text}: ${variable}`;
}
