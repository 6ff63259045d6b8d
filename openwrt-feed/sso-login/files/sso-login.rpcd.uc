#!/usr/bin/ucode
// SPDX-License-Identifier: Apache-2.0
// The ubus object sso-login: what the settings page asks. rpcd runs this program, once a call. `watch` is a process that waits:
// it loads little.
const name = ARGV[0] == 'watch' ? 'watch' : 'rpcd';
exit(loadstring(`import { main } from 'sso_login.program.${name}'; return main;`)()(ARGV));
