'use strict';
// Generated from src/sso_login/version.ts by "make ucode"; do not edit.

/** The version of the packages; package.json and the feed's Makefiles carry the same, which `make lint` checks. */
export const version = "0.1.0";
