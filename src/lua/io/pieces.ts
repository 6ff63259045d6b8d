/** The file of compiled modules that code.ts opens: when it counts, and how `require` takes modules out of it. */
interface Facts {
  st_size: number;
  st_mtime: number;
  st_ctime: number;
}

/** Facts about a file itself. */
function facts_of(path: string): Facts | undefined {
  return (require("posix.sys.stat") as { lstat: (this: void, path: string) => Facts | undefined }).lstat(path);
}

/** The line of the head that belongs to a file as it is now. */
export function line_of(path: string): string {
  const facts = facts_of(path);
  const numbers =
    facts !== undefined ? string.format("%d %d %d", facts.st_size, facts.st_mtime, facts.st_ctime) : "- - -";
  return `${path} ${numbers}\n`;
}

/**
 * Lets `require` take modules from the file, where it fits. It was read up to the head; `sizes` is its first line: the lengths of
 * this module's bytecode, of the head and of the pieces. The head has the files that it was made with and of, an empty line, and the modules' places. The
 * answer is what is wrong; undefined where nothing is.
 */
export function use(file: LuaFile, sizes: string): string | undefined {
  const [head_length, length] = string.match(sizes, "^%d+ (%d+) (%d+)$");
  const head = file.read(tonumber(head_length) ?? 0) ?? "";
  const begin = file.seek()[0] ?? 0;
  // Of the open file, as another may have taken its place meanwhile.
  let problem = file.seek("end")[0] === begin + (tonumber(length) ?? -1) ? undefined : "owner, mode or size";
  const [files_end] = string.find(head, "\n\n", 1, true);
  const files = string.sub(head, 1, files_end);
  for (const [line = "", name = ""] of string.gmatch(files, "((/[^\n]*) %S+ %S+ %S+\n)")) {
    if (line_of(name) !== line) {
      problem = "made with another " + name;
    }
  }
  if (problem !== undefined) {
    return problem;
  }
  const load = (preload: { [name: string]: unknown }, name: string): unknown => {
    const [, name_ends] = string.find(head, `\n${name} `, 1, true);
    if (name_ends !== undefined) {
      const [offset, bytes] = string.match(head, "(%d+) (%d+)", name_ends);
      file.seek("set", begin + (tonumber(offset) ?? 0));
      rawset(preload, name, loadstring(file.read(tonumber(bytes) ?? 0) ?? "")[0]);
    }
    return rawget(preload, name);
  };
  const { preload } = require("package") as { preload: { [name: string]: unknown } };
  setmetatable(preload, { __index: load });
  return undefined;
}
