#!/usr/bin/ucode
// Single sign-on for LuCI: login start, callback, logout, probe.
import { load } from 'sso_login.io.code';
load({}, 'sso_login.program.cgi').main();
