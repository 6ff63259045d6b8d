/** The languages of pages for people, and their words: a process makes one page at most, and loads those of no other. */
import * as negotiation from "./negotiation";
import type { Words } from "./words";

/** The first is that of whoever names none of them. */
const offered = ["en", "de", "fr"];

/** A language, and its words. */
export interface Spoken {
  language: string;
  words: Words;
}

function words_in(language: string): Words {
  if (language === "de") {
    return (require("./words_de") as typeof import("./words_de")).words;
  }
  if (language === "fr") {
    return (require("./words_fr") as typeof import("./words_fr")).words;
  }
  return (require("./words") as typeof import("./words")).words;
}

/** What a browser with this header Accept-Language gets. */
export function spoken(accept_language: string): Spoken {
  const language = negotiation.language_of(accept_language, offered);
  return { language, words: words_in(language) };
}
