#!/usr/bin/ucode --
// SPDX-License-Identifier: Apache-2.0
// Command line of single sign-on for LuCI; see sso-login --help. Without the `--` above, ucode would take the options of a
// command for its own where it is built for glibc.
const program = ARGV[0] === 'watch'
	? loadstring("import { load } from 'sso_login.io.code'; return load;")()({}, 'sso_login.entry_points.watch', ARGV[1] ? '/turn' : '')
	: loadstring("import * as module from 'sso_login.entry_points.cli'; return module;")();
exit(program.main(ARGV));
