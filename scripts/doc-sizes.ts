/** Sums of packed sizes in the documents, from the tables of docs/packaging.md, of which make test-package checks ours. */
import { needed, read } from "./generated";

/** The packed size of packages in kilobytes, each by the first table of docs/packaging.md that has it. */
function sizeOf(...names: string[]): number {
  return names.reduce((sum, name) => {
    const row = new RegExp(`^\\|[^|]*\`${name}\`[^|]*\\| +(\\d+)`, "m").exec(read("docs/packaging.md"));
    return sum + Number(needed(row?.[1], `the size of ${name} in docs/packaging.md`));
  }, 0);
}

/** Sentences with sizes, by the documents that say them. Sums are rounded up, as two small packages have no known size. */
function sentences(): Record<string, string[]> {
  const inTens = (size: number): number => Math.ceil(size / 10) * 10;
  const service = ["sso-login", "sso-login-native"];
  const all = [...service, "luci-app-sso-login", "libcurl"];
  const lua = inTens(sizeOf("lua", "libubus-lua", "lua-cjson", "luaposix"));
  const size = (...names: string[]): string => String(sizeOf(...names));
  return {
    "README.md": [
      `and ${inTens(sizeOf(...all))} KB of free flash (23.05: ${inTens(sizeOf(...all) + lua)} KB)`,
      `service ${size("sso-login")} KB, native part ${size("sso-login-native")} KB, LuCI app ${size("luci-app-sso-login")} KB, \`libcurl\` ${size("libcurl")} KB;`,
      `[about ${lua} KB for Lua`,
    ],
    "docs/install.md": [
      `which the packages bring: about ${lua} KB packed`,
      `It needs ${inTens(sizeOf(...all))} KB of flash`,
    ],
    "docs/packaging.md": [
      `needs ${size(...service)} KB for our packages (${size(...service, "luci-app-sso-login")} with the page for LuCI) and ${size("libcurl")} for libcurl`,
      `the libraries are about ${inTens(sizeOf("libcurl") + lua)} KB packed`,
    ],
  };
}

/** A document whose sentences have the numbers of these, which it has with any numbers. */
export function withNumbers(text: string, path: string): string {
  return needed(sentences()[path], path).reduce((before, sentence) => {
    const any = new RegExp(sentence.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(/\d+/g, "\\d+"));
    needed(any.exec(before)?.[0], `"${sentence}" in ${path}`);
    return before.replace(any, () => sentence);
  }, text);
}
