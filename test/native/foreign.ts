import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type Target, backends, make, modulePath, root } from "./target.js";

const sysroots = join(root, "build/sysroot");

function unpack(suite: string, arch: string, packages: string[]): string {
  const directory = join(sysroots, `${suite}-${arch}`);
  execFileSync(join(root, "test/native/debian.sh"), ["unpack", suite, arch, directory, ...packages], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  return directory;
}

/** mbedtls 3.6 as Debian's next release has it. Its static library links here; its shared one wants a newer libc. */
export function mbedtls36(): { include: string; library: (name: string) => string } {
  const sysroot = unpack("trixie", "amd64", ["libmbedtls-dev"]);
  return {
    include: join(sysroot, "usr/include"),
    library: (name) => join(sysroot, `usr/lib/x86_64-linux-gnu/lib${name}.a`),
  };
}

export function mbedtls36Target(): Target {
  const { include, library } = mbedtls36();
  const out = join(root, "build/native/mbedtls36");
  make("mbedtls", out, {
    CRYPTO_CFLAGS: `-I${include}`,
    CRYPTO_LIBS: `${library("mbedcrypto")} -Wl,--exclude-libs,ALL`,
  });
  return { name: "mbedtls 3.6", backend: "mbedtls", lua: ["lua5.1"], env: { LUA_CPATH: modulePath(out) } };
}

/**
 * The HTTPS client on a libcurl like OpenWrt's: mbedtls 2.28 or 3.6, no resolver thread. All of it is linked into the
 * module, because Debian's static mbedtls 3.6 cannot become part of a shared libcurl.
 */
export function curlTarget(version: "2.28" | "3.6"): Target {
  const directory = join(root, "build/curl", `mbedtls-${version}`);
  const flags = { cpp: "", libs: "-lmbedtls -lmbedx509 -lmbedcrypto" };
  // Parts that OpenWrt's menu lets a user leave out.
  const options = version === "2.28" ? ["--disable-proxy", "--disable-netrc", "--disable-cookies"] : [];
  if (version === "3.6") {
    const { include, library } = mbedtls36();
    flags.cpp = `-I${include}`;
    flags.libs = ["mbedtls", "mbedx509", "mbedcrypto"].map(library).join(" ");
  }
  execFileSync(join(root, "test/native/curl.sh"), [directory, flags.cpp, flags.libs, ...options], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const out = join(directory, "modules");
  make("mbedtls", out, {
    CURL_CFLAGS: `-I${directory}/include`,
    CURL_LIBS: `${directory}/lib/libcurl.a ${flags.libs} -lz -Wl,--exclude-libs,ALL`,
  });
  const name = `libcurl on mbedtls ${version}`;
  return { name, backend: "mbedtls", lua: ["lua5.1"], env: { LUA_CPATH: modulePath(out) } };
}

/** 32 and 64 bits, little and big endian: Debian's name, GNU's triplet and qemu's name. */
export const architectures: Readonly<Record<string, readonly [triplet: string, qemu: string]>> = {
  armhf: ["arm-linux-gnueabihf", "arm"],
  arm64: ["aarch64-linux-gnu", "aarch64"],
  mipsel: ["mipsel-linux-gnu", "mipsel"],
  s390x: ["s390x-linux-gnu", "s390x"],
};

const packages = [
  ...["libc6", "libgcc-s1", "libatomic1", "lua5.1", "liblua5.1-0", "libreadline8", "libtinfo6", "libmbedcrypto7"],
  ...["libssl3", "lua-cjson", "liblua5.1-0-dev", "libmbedtls-dev", "libssl-dev"],
];

/** Both backends, cross-compiled, with that architecture's own Lua under qemu's user mode. */
export function foreignTargets(arch: string): Target[] {
  const [triplet, qemu] = architectures[arch]!;
  const sysroot = unpack("bookworm", arch, packages);
  return backends.map((backend) => {
    const out = join(root, "build/native", arch, backend);
    const variables = {
      CC: `${triplet}-gcc`,
      LUA_CFLAGS: `-isystem ${sysroot}/usr/include/lua5.1`,
      CRYPTO_CFLAGS: `-isystem ${sysroot}/usr/include -isystem ${sysroot}/usr/include/${triplet}`,
      LDFLAGS: `-L${sysroot}/usr/lib/${triplet}`,
    };
    make(backend, out, variables, [join(out, "sso_login/native_crypto.so")]);
    const lua = [`qemu-${qemu}-static`, "-L", sysroot, join(sysroot, "usr/bin/lua5.1")];
    return {
      name: `${backend} on ${arch}`,
      backend,
      lua,
      env: { LUA_CPATH: `${out}/?.so;${sysroot}/usr/lib/${triplet}/lua/5.1/?.so` },
    };
  });
}
