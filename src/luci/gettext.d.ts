/**
 * The translation of a text, or the text itself (luci-base, htdocs/luci-static/resources/cbi.js). It has a file of its own so that
 * modules without a page compile where there is none.
 */
declare function _(text: string): string;
