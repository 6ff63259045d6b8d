/** Where Lua and ucode differ from each other or from JavaScript: what was done about it, and what shows it. */
interface Difference {
  about: string;
  /** What each language does. */
  what: string;
  /** Banned by a rule, wrapped by a function, emitted otherwise, or left to the reader. */
  answer: string;
  /** The entry, rule or test that shows it. */
  shownBy: string;
}

const differences: readonly Difference[] = [
  {
    about: "Integers and doubles",
    what: "ucode has both: 7 / 2 is 3, 8.0 / 2 === 4 is false. Lua has doubles alone, on a router 32-bit integers behind them.",
    answer:
      "`/` is emitted with a double in front, `===` between numbers as `==`; where the types do not tell, the function same of ecma.uc compares.",
    shownBy: "entries `/`, `=== and !== of numbers`, `=== and !== where the types do not tell`, `floor`",
  },
  {
    about: "Numbers as text",
    what: "Lua and ucode write 14 digits and 1e+15 where JavaScript writes 1000000000000000.",
    answer: "Large literals are banned; the rest is remarked.",
    shownBy: "entry template, third run; rule number-literal",
  },
  {
    about: "null and missing keys",
    what: "A member that is undefined is absent in Lua, and present with null in ucode and JavaScript; arrays lose it in Lua.",
    answer: "null is banned, undefined in arrays too; io/json drops null when it decodes and encodes.",
    shownBy: "entry record; rules null and array-elements",
  },
  {
    about: "Missing numbers",
    what: "ucode's null is less than 32 and greater than -5; ord() gives null outside of the text, where charCodeAt gives NaN.",
    answer: "`charCodeAt` is wrapped by char_code_at.",
    shownBy: "entry charCodeAt, second run",
  },
  {
    about: "Bytes of a string",
    what: "length, charAt and substring count bytes in Lua and ucode, UTF-16 units in JavaScript; case mapping is for ASCII alone.",
    answer: "Literals are ASCII, regular expressions and UTF-8 functions are banned.",
    shownBy: "entries length and toLowerCase of strings; rule literal-text",
  },
  {
    about: "Negative places",
    what: "ucode's substr and [] count negative places from the end.",
    answer: "charAt and substring are wrapped; negative literals as index are banned.",
    shownBy: "entries charAt and substring, last runs; rule index",
  },
  {
    about: "Arrays",
    what: "ucode has no copying, searching or joining methods of JavaScript's names, no destructuring and no commas after last arguments.",
    answer: "Functions of ecma.uc; the rest is banned or left out when it is emitted.",
    shownBy: "members of arrays; the emitter's tests",
  },
  {
    about: "Empty arrays and records",
    what: "Lua cannot tell [] from {}, and JSON text made of either is {}.",
    answer: "Array.isArray is banned; is_array of io/json says what it means. ucode tells them apart.",
    shownBy: "rule member",
  },
  {
    about: "Truth",
    what: '0 and "" are true in Lua and false in ucode and JavaScript.',
    answer: "Conditions are booleans.",
    shownBy: "rules condition and logical",
  },
  {
    about: "Order",
    what: "Lua's keys come in any order and its sort is not stable; strings compare by bytes everywhere.",
    answer: "Keys are sorted or their order cannot show; sorting takes a function.",
    shownBy: "rule key-order; entries sort and `<, <=, >, >=`",
  },
  {
    about: "Remainders",
    what: "Lua's % has the divisor's sign, ucode's and JavaScript's that of the dividend.",
    answer: "Left to the reader: only of numbers that are not negative.",
    shownBy: "entry `%`, second run",
  },
  {
    about: "Functions before their declaration",
    what: "Neither language knows them.",
    answer: "Both get forward declarations; constants are not used above their declaration in what becomes ucode.",
    shownBy: "entry function used before its declaration; the emitter's tests",
  },
  {
    about: "Variables in loops",
    what: "ucode makes a loop's variable once, Lua and JavaScript once a turn.",
    answer: "Functions made in loops may not use them, except for array methods.",
    shownBy: "rule closure-in-loop",
  },
  {
    about: "Modules",
    what: "ucode exports no name that was imported, loses the export of a function that was announced, and loads no module of this kind inside a function.",
    answer:
      "Re-exports are made again, announced functions exported at the end; lazy loading is refused until the whole service is emitted.",
    shownBy: "entry re-export; the emitter's tests",
  },
  {
    about: "Names",
    what: "length, keys, type and so on are plain global functions in ucode.",
    answer: "A local variable of such a name gets an underscore; a module's function of such a name is refused.",
    shownBy: "the emitter's tests",
  },
  {
    about: "JSON",
    what: "ucode's json() takes comments, single quotes, commas at the end, NaN and leading zeros; lua-cjson does not. ucode writes the double 3 as 3.0.",
    answer: "Open: io/json for ucode needs a strict check of its own before it may read what a provider sends.",
    shownBy: "`make test-ucode`, the case of rpcd's lenient files, which has to come out otherwise",
  },
];

const ucodeOutlook = `The modules that reach \`io/\` by value are not emitted: \`make ucode\` names each with what it needs. An estimate in lines:

| Part | Lines | With |
|---|---|---|
| \`io/\` for files, clock and syslog | 180 of ucode | ucode-mod-fs; ucode-mod-log (OpenWrt 25.12), before it a call of logger. \`wildcard()\` is fnmatch with backslash escapes, which rpcd's patterns do not have: they are doubled before. |
| \`io/\` for UCI and ubus | 120 of ucode | ucode-mod-uci, ucode-mod-ubus |
| JSON, strict | 100 of ucode | a check of the text before json(), see above; numbers of the kind 3.0 written as 3 |
| CGI entry and \`protect\` | 60 of ucode | try and catch in io alone |
| Crypto binding | 250 of C | the same native interface and backends, with ucode's value API in place of Lua's |
| HTTPS binding | 350 of C | the transfer code of the Lua binding, which is two thirds of it, parted from its Lua half |
| Lazy loading | 30 of TypeScript | emitted as imports at the head; a process then loads all modules |
`;

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

/** The section as lines of Markdown. */
export function renderDifferences(): string[] {
  return [
    "| | What differs | What was done | Shown by |\n|---|---|---|---|",
    ...differences.map((row) => `| ${row.about} | ${cell(row.what)} | ${cell(row.answer)} | ${cell(row.shownBy)} |`),
    "\n## What the whole service would need in ucode\n",
    ucodeOutlook,
  ];
}
