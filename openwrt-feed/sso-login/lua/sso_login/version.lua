-- Generated from src/sso_login/version.ts by "make lua"; do not edit.
local ____exports = {}
--- The version of the packages; package.json and the feed's Makefiles carry the same, which `make lint` checks.
____exports.version = "0.1.0"
--- Unix time at which the year of this version began: a clock before it is not set.
____exports.year_start = 1767225600
return ____exports
