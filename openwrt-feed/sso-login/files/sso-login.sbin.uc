#!/usr/bin/ucode --
// Command line of single sign-on for LuCI; see sso-login --help. Without the `--` above, ucode would take the options of a
// command for its own where it is built for glibc.
import { main } from 'sso_login.program.cli';
exit(main(ARGV));
