# The packages, and tests of them on real routers (docs/packaging.md).

OPENWRT := $(CURDIR)/scripts/openwrt
BACKEND := $(if $(filter openssl,$(CRYPTO)),-openssl)

install: build/lua native ## exactly the files that the packages install, below DESTDIR
	$(if $(DESTDIR),,$(error usage: make install DESTDIR=folder))
	@for package in sso-login luci-app-sso-login sso-login-native; do \
		test $$package != sso-login-native || suffix=$(BACKEND); \
		$(MAKE) -s --no-print-directory -C $(FEED)/$$package TOPDIR=$(OPENWRT) PKG_BUILD_DIR=$(NATIVE)/$(CRYPTO) \
			DESTDIR=$(abspath $(DESTDIR)) install-$$package$$suffix || exit; done

ipk: build/lua native ## the .ipk files for this machine's architecture, in build/ipk
	@rm -rf build/ipk
	@$(OPENWRT)/build-ipk.sh $(FEED)/sso-login sso-login build/ipk
	@$(OPENWRT)/build-ipk.sh $(FEED)/luci-app-sso-login luci-app-sso-login build/ipk
	@$(OPENWRT)/build-ipk.sh $(FEED)/sso-login-native sso-login-native build/ipk PKG_BUILD_DIR=$(NATIVE)/mbedtls
	@$(OPENWRT)/build-ipk.sh $(FEED)/sso-login-native sso-login-native-openssl build/ipk PKG_BUILD_DIR=$(NATIVE)/openssl

sdk: build/lua ## packages for real routers by OpenWrt's SDK: make sdk RELEASE=24.10.4 TARGETS="x86/64 ..."
	@$(OPENWRT)/build-with-sdk.sh $(RELEASE) $(TARGETS)

test-package: ipk ## installation, login, upgrade and removal in a root folder, as root; KEEP_BOX=1 leaves it
	@$(if $(filter-out 0,$(shell id -u)),sudo -n env "PATH=$$PATH") $(TSX) test/package/run.ts

e2e: build/lua ## the end-to-end tests against a real router
	$(if $(and $(ROUTER),$(ROUTER_SHELL),$(ROUTER_CA),$(PROVIDER_HOST)),,$(error usage: make e2e \
		ROUTER=https://router ROUTER_SHELL='ssh root@router' ROUTER_CA=file.pem PROVIDER_HOST=name-of-this-machine))
	@ROUTER_CA="$(abspath $(ROUTER_CA))" $(TSX) test/run-files.ts 1 $(call files,e2e)

test-router: setup ## the luaunit suite on a real router: ROUTER_SHELL='ssh root@router'
	@$(OPENWRT)/test-router.sh $(ROUTER_SHELL)
