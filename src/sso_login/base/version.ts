/** The version of the packages; package.json and the feed's Makefiles carry the same, which `make lint` checks. */
export const version = "0.2.0";

/** Unix time at which the year of this version began: a clock before it is not set. */
export const year_start = 1767225600;
