/* SPDX-License-Identifier: Apache-2.0 */
/* The modules' member `interface`: the service takes no other (src/lua/io/native.ts,
 * src/ucode/io/native.uc). */
#ifndef SSO_LOGIN_NATIVE_INTERFACE_H
#define SSO_LOGIN_NATIVE_INTERFACE_H

/* One more whenever a function or an option comes, goes or means something else; tests choose. */
#ifndef NATIVE_INTERFACE
#define NATIVE_INTERFACE 7
#endif

#endif
