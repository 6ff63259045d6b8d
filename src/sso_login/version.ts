/** The version of the packages; package.json and the feed's Makefiles carry the same, which `make lint` checks. */
export const version = "0.1.0";
