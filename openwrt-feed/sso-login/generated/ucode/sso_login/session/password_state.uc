'use strict';
// Generated from src/sso_login/session/password_state.ts by "make ucode"; do not edit.

/** What is told of the passwords of rpcd's local logins: whether they open sessions, and who may change that. */

/** Seconds of a trial, and of a login in which the shell may turn passwords off. */
export const trial_seconds = 600;

/** The way back, in the shell. */
export const way_back_command = "sso-login password-login on";
