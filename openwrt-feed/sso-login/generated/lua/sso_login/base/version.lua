-- Generated from src/sso_login/base/version.ts by "make lua"; do not edit.
local M = {}

--- The version of the packages. `scripts/version.sh` writes it here and into the other places, and `make lint` compares them.
M.version = "0.3.0"

--- Unix time at which the year of this version began: a clock before it is not set.
M.year_start = 1767225600

return M
