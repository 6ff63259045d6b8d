# The packages, and tests of them on real routers (docs/building.md, docs/packaging.md).

OPENWRT := $(CURDIR)/scripts/openwrt

install: build/lua native ## exactly the files that the packages install, below DESTDIR; RUNTIME=lua or ucode
	$(if $(DESTDIR),,$(error usage: make install DESTDIR=folder))
	@for package in sso-login luci-app-sso-login sso-login-native; do \
		test $$package != sso-login-native || suffix=$(if $(filter openssl,$(CRYPTO)),-openssl); \
		$(MAKE) -s --no-print-directory -C $(FEED)/$$package TOPDIR=$(OPENWRT) RUNTIME=$(or $(RUNTIME),lua) \
			PKG_BUILD_DIR=$(NATIVE)/$(if $(filter ucode,$(RUNTIME)),ucode/)$(CRYPTO) DESTDIR=$(abspath $(DESTDIR)) \
			install-$$package$$suffix || exit; done

# The same, kept for the boxes: build/installed/<runtime>-<backend>. Packing takes seconds, and each box begins with it.
build/installed/%: $(shell find $(FEED) scripts/openwrt -type f) $(wildcard $(NATIVE)/*/sso_login/*.so $(NATIVE)/ucode/*/sso_login/*.so) | build/lua build/ucode native
	@rm -rf $@ $@.new
	@$(MAKE) -s --no-print-directory -o build/lua -o native install DESTDIR=$@.new RUNTIME=$(word 1,$(subst -, ,$*)) CRYPTO=$(word 2,$(subst -, ,$*))
	@mv $@.new $@
	@touch $@

# Packed are the committed files: Node is needed only where the sources have changed (make lua ucode luci).
ipk: setup-pack native ## the .ipk files for this machine's architecture: build/ipk/lua for 23.05, build/ipk/ucode for 24.10
	@rm -rf build/ipk
	@for runtime in lua ucode; do $(OPENWRT)/build-feed.sh $(FEED) $$runtime build/ipk/$$runtime; done

apk: setup-pack native ## the .apk files for this machine's architecture, for 25.12: build/apk; takes apk 3, which APK=… names
	@rm -rf build/apk
	@APK_OUT=build/apk $(OPENWRT)/build-feed.sh $(FEED) ucode build/apk/ipk >/dev/null
	@rm -r build/apk/ipk && ls build/apk/*.apk

dist: ## the tarball of a release with the generated sources: build/dist/sso-login-VERSION.tar.xz, and its hash; DRAFT=1 with placeholders
	@scripts/dist.sh build/dist

feed: ## a feed for opkg or apk of built packages: make feed PACKAGES=build/ipk/ucode KEY=secret.key; OUT names the folder
	@$(OPENWRT)/make-feed.sh $(or $(PACKAGES),$(error usage: make feed PACKAGES=folder [KEY=file] [OUT=folder])) $(or $(OUT),build/feed) $(KEY)

site: ## signed feeds to publish, of what make sdk has built: make site KEYS=folder; build/site
	@$(OPENWRT)/make-site.sh $(or $(PACKAGES),build/packages) build/site $(or $(KEYS),$(error usage: make site KEYS=folder [PACKAGES=folder]))

sdk: ## packages for routers by OpenWrt's SDK: make sdk RELEASE=24.10.4 TARGETS="x86/64 ..."
	@$(OPENWRT)/build-with-sdk.sh $(RELEASE) $(TARGETS)

test-package: setup build/lua native ## installation, login, upgrade and removal in a root folder, the latter as root; KEEP_BOX=1 leaves it
	@$(TSX) test/package/run.ts

test-image: setup ## the packages on an OpenWrt image, as root: ROOTFS=file or folder; PACKAGES=folder, TESTS="contract install" (test/image/run.sh)
	$(if $(ROOTFS),,$(error usage: make test-image ROOTFS=rootfs.tar.gz [PACKAGES=folder] [TESTS="contract install login e2e upgrade remove"]))
	@test/image/run.sh $(TESTS)
