/** What the emitter's parts share: the file at hand, the way back into the emitter, and refusals. */
import { ts } from "ts-morph";

/** A construct that cannot be emitted, with its place. */
export class Refusal extends Error {
  constructor(node: ts.Node, reason: string) {
    const source = node.getSourceFile();
    const at = source.getLineAndCharacterOfPosition(node.getStart(source));
    super(`${source.fileName}:${at.line + 1}:${at.character + 1}: ${reason}`);
  }
}

export interface Output {
  source: ts.SourceFile;
  checker: ts.TypeChecker;
  /** Functions of ecma.uc in use. */
  helpers: Set<string>;
  /** The ucode of a node, from its first to its last character. */
  emit: (node: ts.Node) => string;
}

/** A node's own text, with its children as they are emitted and everything between them as it stands in the source. */
export function copyWithChildren(node: ts.Node, output: Output): string {
  const text = output.source.text;
  let result = "";
  let at = node.getStart(output.source);
  for (const child of node.getChildren(output.source)) {
    // Documentation comments are children too, and part of what stands before the node.
    if (!ts.isJSDoc(child) && child.end > child.pos) {
      result += text.slice(at, child.getStart(output.source)) + output.emit(child);
      at = child.end;
    }
  }
  return result + text.slice(at, node.end);
}
