#!/usr/bin/ucode
// SPDX-License-Identifier: Apache-2.0
// The ubus object sso-login: what the settings page asks. rpcd runs this program, once a call.
import { main } from 'sso_login.entry_points.rpcd_plugin';
exit(main(ARGV));
