-- Generated from src/sso_login/base/version.ts by "make lua"; do not edit.
local M = {}

--- The version of the packages; package.json and the feed's Makefiles carry the same, which `make lint` checks.
M.version = "0.2.0"

--- Unix time at which the year of this version began: a clock before it is not set.
M.year_start = 1767225600

return M
