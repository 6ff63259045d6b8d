-- Generated from src/sso_login/io/types.ts by "make lua"; do not edit.
local ____exports = {}
return ____exports
