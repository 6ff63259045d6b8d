/** gettext's PO files, as far as they are needed: a text and its translation, each in one line. */

export interface Message {
  /** The English text. */
  id: string;
  /** Its translation; "" when there is none. */
  text: string;
  /** Sources that have it. */
  files: string[];
}

/** Reads the messages of a file, but for its header. Texts over several lines and plural forms are refused. */
export function parsePo(source: string): Message[] {
  const messages: Message[] = [];
  let id: string | undefined;
  for (const [index, line] of source.split("\n").entries()) {
    const [, keyword, quoted] = /^(msgid|msgstr) (".*")$/.exec(line) ?? [];
    if (keyword === undefined || quoted === undefined) {
      if (line !== "" && !line.startsWith("#")) {
        throw new Error(`line ${index + 1} is neither msgid nor msgstr in one line: ${line}`);
      }
      continue;
    }
    const text = JSON.parse(quoted) as string;
    if (keyword === "msgid") {
      id = text;
    } else if (id !== undefined) {
      messages.push({ id, text, files: [] });
      id = undefined;
    }
  }
  return messages.filter((message) => message.id !== "");
}

/** A file with these messages; with a language the translations' file, else the template. */
export function writePo(messages: readonly Message[], language?: string): string {
  const fields = ["Content-Type: text/plain; charset=UTF-8"];
  if (language !== undefined) {
    fields.push(`Language: ${language}`);
  }
  const header = `msgid ""\nmsgstr ${JSON.stringify(fields.map((field) => `${field}\n`).join(""))}\n`;
  const blocks = messages.map(({ id, text, files }) => {
    const references = files.map((file) => `#: ${file}\n`).join("");
    return `${references}msgid ${JSON.stringify(id)}\nmsgstr ${JSON.stringify(text)}\n`;
  });
  return [header, ...blocks].join("\n");
}

function placesOf(text: string): string[] {
  return (text.match(/%\{\w+\}/g) ?? []).sort();
}

/** What is wrong with a message and its translation. */
export function problemsOf({ id, text }: Message): string[] {
  const problems: string[] = [];
  // LuCI looks for texts with single blanks and none around.
  for (const one of [id, text]) {
    if (one !== one.trim().replace(/\s+/g, " ")) {
      problems.push(`blanks around or several together: ${one}`);
    }
  }
  if (text === "") {
    problems.push(`not translated: ${id}`);
  } else if (placesOf(id).join() !== placesOf(text).join()) {
    problems.push(`not the same places: ${id}`);
  }
  return problems;
}
