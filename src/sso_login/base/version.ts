/** The version of the packages. `scripts/version.sh` writes it here and into the other places, and `make lint` compares them. */
export const version = "0.3.0";

/** Unix time at which the year of this version began: a clock before it is not set. */
export const year_start = 1767225600;
