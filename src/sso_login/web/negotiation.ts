/**
 * The preferences of a browser: the headers Accept and Accept-Language (RFC 9110 sections 12.5.1, 12.5.4), and the words of the language
 * that it prefers. A process makes one page at most, and loads the words of no other language.
 */
import * as strings from "../base/strings";
import type { Words } from "./words";

/** The first is that of a browser that names none of them. */
const offered = ["en", "de", "fr"];

/** Bytes that are looked at; web servers take as many of a header line. */
const max_header = 4096;

/** An element of such a header, in lower case, and its weight in thousandths. */
interface Preference {
  name: string;
  weight: number;
}

/** A weight in thousandths (RFC 9110 section 12.4.2); 0 for a text that is no weight. */
function weight_of(text: string): number {
  const digits = text.substring(2);
  const is_weight = digits.length <= 3 && (text.length === 1 || text.charAt(1) === ".");
  const padded = strings.parse_integer((digits + "000").substring(0, 3));
  if (!is_weight || padded === undefined) {
    return 0;
  }
  if (text.startsWith("1")) {
    return 1000;
  }
  return text.startsWith("0") ? padded : 0;
}

/** The elements of a header in their order. */
function elements_of(header: string): Preference[] {
  const found: Preference[] = [];
  // Blanks may be around each of these signs.
  const packed = header.substring(0, max_header).split(" ").join("").split("\t").join("");
  for (const element of packed.toLowerCase().split(",")) {
    const parts = element.split(";");
    const given = parts.slice(1).find((part) => part.startsWith("q="));
    found.push({ name: parts[0] ?? "", weight: given !== undefined ? weight_of(given.substring(2)) : 1000 });
  }
  return found;
}

/** Whether `text/html` itself is in Accept, with a weight above 0: a client that takes anything is mostly a program. */
export function accepts_html(accept: string): boolean {
  return elements_of(accept).some((element) => element.name === "text/html" && element.weight > 0);
}

/** The offered language that Accept-Language likes best, by the primary tag; the first one where it names none of them. */
function language_of(accept_language: string): string {
  let best: Preference = { name: offered[0] ?? "", weight: 0 };
  for (const element of elements_of(accept_language)) {
    const name = strings.before(element.name, "-");
    if (element.weight > best.weight && offered.includes(name)) {
      best = { name, weight: element.weight };
    }
  }
  return best.name;
}

/** The language and words for a header Accept-Language. */
export function choose_language(accept_language: string): { language: string; words: Words } {
  const language = language_of(accept_language);
  if (language === "de") {
    return { language, words: (require("./generated/words_de") as typeof import("./generated/words_de")).words };
  }
  if (language === "fr") {
    return { language, words: (require("./generated/words_fr") as typeof import("./generated/words_fr")).words };
  }
  return { language, words: (require("./words") as typeof import("./words")).words };
}
