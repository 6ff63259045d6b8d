/** Links the modules of a compiled piece: each with those that its head imports, once. The counterpart in ucode is src/ucode/io/link.uc. */
import * as files from "./files";

/** The path of a module's source; undefined where it is in C. */
export function path_of(name: string): string | undefined {
  const { path: patterns } = require("package") as { path: string };
  for (const [pattern = ""] of string.gmatch(patterns, "[^;]+")) {
    const [path] = string.gsub(pattern, "%?", string.gsub(name, "%.", "/")[0]);
    if (io.open(path)[0] !== undefined) {
      return path;
    }
  }
  return undefined;
}

/** The source that puts modules, and those that their heads import, into `package.preload`, without those that were done. */
export function preloading(names: string[], done: LuaTable<string, boolean>): string {
  let text = "";
  for (const name of names) {
    const path = done.has(name) ? undefined : path_of(`sso_login.${name}`);
    const source = path !== undefined ? (files.read_file(path, 262144) ?? "") : "";
    done.set(name, true);
    if (source !== "") {
      const imported: string[] = [];
      const [head_ends] = string.find(source, "function[ %w_.]*%(");
      for (const [other = ""] of string.gmatch(string.sub(source, 1, head_ends), 'require%("sso_login%.([%w_.]+)"%)')) {
        imported.push(other);
      }
      text += `package.preload["sso_login.${name}"]=function(...)\n${source}\nend\n${preloading(imported, done)}`;
    }
  }
  return text;
}
