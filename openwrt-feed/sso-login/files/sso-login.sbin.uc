#!/usr/bin/ucode
// Command line of single sign-on for LuCI; see sso-login --help.
import { main } from 'sso_login.program.cli';
exit(main(ARGV));
