#!/usr/bin/ucode
// The ubus object sso-login: what the settings page asks. rpcd runs this program, once a call.
import { main } from 'sso_login.program.rpcd';
exit(main(ARGV));
