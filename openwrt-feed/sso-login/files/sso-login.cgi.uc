#!/usr/bin/ucode
// Single sign-on for LuCI: login start, callback, logout, probe.
import { main } from 'sso_login.program.cgi';
main();
