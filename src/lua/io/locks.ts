/** Locks of the kernel on files, through luaposix. base/io.ts documents each function. */

/** Permission bits, octal 600. */
const file_mode = 384;

/** The modules of luaposix as far as they are called. Failures are nil and a message. */
interface PosixUnistd {
  write: (this: void, fd: number, bytes: string) => number | undefined;
  close: (this: void, fd: number) => number | undefined;
  SEEK_SET: number;
}
interface PosixFcntl {
  open: (this: void, path: string, flags: number, mode: number) => number | undefined;
  fcntl: (this: void, fd: number, command: number, lock: object) => number | undefined;
  F_SETLK: number;
  F_WRLCK: number;
  O_WRONLY: number;
  O_CREAT: number;
  O_APPEND: number;
}

const posix_unistd = () => require("posix.unistd") as PosixUnistd;
const posix_fcntl = () => require("posix.fcntl") as PosixFcntl;

/** The descriptors of this process's locks by path: a POSIX lock ends when the process closes the file. */
const locked: { [path: string]: number | undefined } = {};

export function lock(path: string): boolean {
  const fcntl = posix_fcntl();
  const unistd = posix_unistd();
  const fd = locked[path] ?? fcntl.open(path, fcntl.O_WRONLY + fcntl.O_CREAT + fcntl.O_APPEND, file_mode);
  if (fd === undefined) {
    return true;
  }
  // A length of 0 is the whole file.
  const whole = { l_type: fcntl.F_WRLCK, l_whence: unistd.SEEK_SET, l_start: 0, l_len: 0 };
  const is_locked = fcntl.fcntl(fd, fcntl.F_SETLK, whole) !== undefined;
  locked[path] = is_locked ? fd : undefined;
  if (is_locked) {
    unistd.write(fd, ".");
  } else {
    unistd.close(fd);
  }
  return is_locked;
}

export function has_lock(path: string): boolean {
  return locked[path] !== undefined;
}

export function unlock(path: string): void {
  const fd = locked[path];
  if (fd !== undefined) {
    locked[path] = undefined;
    posix_unistd().close(fd);
  }
}
