-- Generated from src/sso_login/version.ts by "make lua"; do not edit.
local ____exports = {}
--- The version of the packages; package.json and the feed's Makefiles carry the same, which `make lint` checks.
____exports.version = "0.1.0"
return ____exports
