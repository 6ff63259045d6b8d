/**
 * The translation of a text, or the text itself (luci-base, htdocs/luci-static/resources/cbi.js). It stands alone so that
 * modules without a page compile where there is none.
 */
declare function _(text: string): string;
