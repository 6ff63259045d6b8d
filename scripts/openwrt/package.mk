# Stand-in for OpenWrt's include/package.mk: evaluates a feed Makefile's own recipes with plain make.
#
#   make -C openwrt-feed/<name> TOPDIR=<root>/scripts/openwrt PKG_BUILD_DIR=<objects> DESTDIR=<root> install-<package>

define BuildPackage
.PHONY: install-$(1)
install-$(1):
	$(call Package/$(1)/install,$(DESTDIR))
endef
