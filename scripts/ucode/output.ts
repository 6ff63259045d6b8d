/** Values that the emitter's parts share: the module at hand, the way back into the emitter, and refusals. */
import { dirname, join, posix, relative } from "node:path";
import { ts } from "ts-morph";
import { root } from "../generated";

/** The folder of the service's modules. */
export const sourceDir = join(root, "src/sso_login");

/** Stands for a space at the beginning of a line that is part of a text. */
export const keptSpace = "\0";

/** A construct that cannot be emitted, with its place. */
export class Refusal extends Error {
  constructor(node: ts.Node, reason: string) {
    const source = node.getSourceFile();
    const at = source.getLineAndCharacterOfPosition(node.getStart(source));
    super(`${relative(root, source.fileName)}:${at.line + 1}:${at.character + 1}: ${reason}`);
  }
}

export interface Output {
  source: ts.SourceFile;
  checker: ts.TypeChecker;
  /** Modules from which the module imports members by name: the names of these, by the module's name in it. */
  byName: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Functions that the module calls for want of a word of the language. */
  functions: Set<string>;
  /** The ucode of a node, from its first to its last character. */
  emit: (node: ts.Node) => string;
}

/** The name under which ucode finds a module: `sso_login.base.store` for "../base/store", `sso_login.io.json` for "io/json". */
export function moduleName(specifier: ts.Expression, source: ts.SourceFile): string {
  if (!ts.isStringLiteral(specifier) || !/^(\.\.?|io)\//.test(specifier.text)) {
    throw new Refusal(specifier, "a module that is not our own");
  }
  const folder = specifier.text.startsWith("io/") ? "" : relative(sourceDir, dirname(source.fileName));
  return `sso_login.${posix.join(folder, specifier.text).replaceAll("/", ".")}`;
}

/** A node's own text, with its children as they are emitted and everything between them as it is in the source. */
export function copyWithChildren(node: ts.Node, output: Output): string {
  const text = output.source.text;
  let result = "";
  let at = node.getStart(output.source);
  for (const child of node.getChildren(output.source)) {
    // Documentation comments are children too, and part of what is before the node.
    if (!ts.isJSDoc(child) && child.end > child.pos) {
      result += text.slice(at, child.getStart(output.source)) + output.emit(child);
      at = child.end;
    }
  }
  return result + text.slice(at, node.end);
}
