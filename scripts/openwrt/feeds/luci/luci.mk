# Stand-in for LuCI's luci.mk: what it makes of a Makefile that sets LUCI_* and of the folders beside it.
#
# Installed are htdocs/ below /www, root/ below /, and ucode/ below /usr/share/ucode/luci, byte for byte; LuCI's own build
# may run jsmin over the scripts. It also makes a package luci-i18n-<name>-<language> of each folder of po/, with texts
# that LuCI's own po2lmo compiles; that is left to it.

include $(INCLUDE_DIR)/package.mk

define Package/$(PKG_NAME)
  SECTION:=luci
  CATEGORY:=LuCI
  SUBMENU:=3. Applications
  TITLE:=$(LUCI_TITLE)
  DEPENDS:=$(LUCI_DEPENDS)
  EXTRA_DEPENDS:=$(LUCI_EXTRA_DEPENDS)
  PKGARCH:=$(LUCI_PKGARCH)
endef

define Package/$(PKG_NAME)/description
$(LUCI_DESCRIPTION)
endef

# 1: folder  2: where it goes
install_folder = $(if $(wildcard $(CURDIR)/$(1)),$(INSTALL_DIR) $(2) && $(CP) $(CURDIR)/$(1)/. $(2)/)

define Package/$(PKG_NAME)/install
	$(call install_folder,htdocs,$(1)/www)
	$(call install_folder,root,$(1))
	$(call install_folder,ucode,$(1)/usr/share/ucode/luci)
endef

# LuCI keeps its menu and modules in caches, and rpcd reads acl.d when it starts.
define Package/$(PKG_NAME)/postinst
[ -n "$${IPKG_INSTROOT}" ] || {
	rm -f /tmp/luci-indexcache.*
	rm -rf /tmp/luci-modulecache/
	/etc/init.d/rpcd reload 2>/dev/null
	exit 0
}
endef

$(eval $(call BuildPackage,$(PKG_NAME)))
