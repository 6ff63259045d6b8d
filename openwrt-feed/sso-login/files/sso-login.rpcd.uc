#!/usr/bin/ucode
// SPDX-License-Identifier: Apache-2.0
// The ubus object sso-login: what the settings page asks. rpcd runs this program, once a call. `watch` and `revalidate` are processes
// of their own: they load little.
const name = ARGV[0] in ['watch', 'revalidate'] ? ARGV[0] : 'rpcd_plugin';
exit(loadstring(`import { main } from 'sso_login.entry_points.${name}'; return main;`)()(ARGV));
