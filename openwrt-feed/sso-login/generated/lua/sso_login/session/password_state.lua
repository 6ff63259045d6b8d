-- Generated from src/sso_login/session/password_state.ts by "make lua"; do not edit.
--- What is told of the passwords of rpcd's local logins: whether they open sessions, and who may change that.
local M = {}

--- Seconds of a trial, and of a login in which the shell may turn passwords off.
M.trial_seconds = 600

--- The way back, in the shell.
M.way_back_command = "sso-login password-login on"

return M
