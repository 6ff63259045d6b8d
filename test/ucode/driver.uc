// Makes recorded calls and writes one result a line, in the notation of record.lua: ucode -L build/ucode/*.uc driver.uc
// FILE. The modules are imported by name, so one that is emitted for the first time is added here.
'use strict';

import { readfile } from 'fs';
import * as acl from 'sso_login.acl';
import * as claims from 'sso_login.claims';
import * as config from 'sso_login.config';
import * as encoding from 'sso_login.encoding';
import * as errors from 'sso_login.errors';
import * as log from 'sso_login.log';
import * as options from 'sso_login.options';
import * as probe from 'sso_login.probe';
import * as request from 'sso_login.request';
import * as response from 'sso_login.response';
import * as result from 'sso_login.result';
import * as rpcd_logins from 'sso_login.rpcd_logins';
import * as store from 'sso_login.store';
import * as text from 'sso_login.text';
import * as url from 'sso_login.url';

const modules = {
  acl, claims, config, encoding, errors, log, options, probe, request, response, result, rpcd_logins, store, text, url,
};

/** A written value as a value; `empty` stands for tables of which nobody knows what they are. */
function revive(written, empty) {
  if (type(written) == "string") {
    return hexdec(substr(written, 1)) ?? "";
  }
  if (type(written) == "array") {
    return map(written, (item) => revive(item, empty));
  }
  if (type(written) != "object") {
    return written;
  }
  if (written.e) {
    return empty == "array" ? [] : {};
  }
  const made = {};
  for (let key, item in written.o) {
    made[revive(key, empty)] = revive(item, empty);
  }
  return made;
}

/** A value as it is written. */
function written(value) {
  switch (type(value)) {
  case "string":
    return "s" + hexenc(value);
  case "array":
    return map(value, written);
  case "object":
    const members = {};
    for (let key, item in value) {
      members[written(key)] = written(item);
    }
    return { o: members };
  }
  return value;
}

/** The outside world as acl sees it: files of one folder. */
function world(files) {
  return {
    paths: { acl_dir: "/acl" },
    list_dir: (path) => sort(keys(files)),
    read_file: (path, max_bytes) => files[substr(path, length("/acl/"))],
    fnmatch: (pattern, subject) => wildcard(subject, pattern),
    log: (level, line) => null,
  };
}

function run(call, empty) {
  try {
    if (call.files) {
      const io = world(call.files);
      return { r: written(acl.grants_for(io, acl.load_groups(io), call.read, call.write)) };
    }
    const f = modules[call.m][call.f];
    return { r: written(f(...map(call.a, (argument) => revive(argument, empty)))) };
  } catch (error) {
    return { error: `${error.message} ${error.stacktrace}` };
  }
}

for (let line in split(trim(readfile(ARGV[0])), "\n")) {
  const call = json(line);
  printf("%J\n", [run(call, "array"), run(call, "object")]);
}
