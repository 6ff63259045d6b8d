#!/usr/bin/ucode --
// SPDX-License-Identifier: Apache-2.0
// Command line of single sign-on for LuCI; see sso-login --help. Without the `--` above, ucode would take the options of a
// command for its own where it is built for glibc.
import { main } from 'sso_login.entry_points.cli';
exit(main(ARGV));
