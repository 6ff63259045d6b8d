/** The translation of a text (LuCI's cbi.js); in a file of its own, for modules that are compiled without a page. */
declare function _(text: string): string;
