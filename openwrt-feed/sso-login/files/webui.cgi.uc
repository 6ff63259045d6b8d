#!/usr/bin/ucode
// SPDX-License-Identifier: Apache-2.0
// The page between the login and the web interface: starts the navigation that carries the session cookies.
import { load } from 'sso_login.io.code';
load({}, 'sso_login.entry_points.landing', getenv('PATH_INFO') ?? '').main();
