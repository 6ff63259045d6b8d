# Stand-in for LuCI's luci.mk: what it makes of a Makefile that sets LUCI_* and of the folders beside it.
#
# Installed are htdocs/ below /www, root/ below /, and ucode/ below /usr/share/ucode/luci, byte for byte; LuCI's own build
# may run jsmin over the scripts. Modes are those of git, whatever the umask of the checkout was. Each folder of po/ but `templates` gives a package luci-i18n-<name>-<language>, in which
# ../../po2lmo.pl does what LuCI's po2lmo does.

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
define install_folder
	$(if $(wildcard $(CURDIR)/$(1)),cd $(CURDIR)/$(1) && find . -type f | while read -r file; do \
		install -D -m $$$$(test -x "$$$$file" && echo 0755 || echo 0644) "$$$$file" "$(2)/$$$$file" || exit; \
	done)
endef

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

LUCI_BASENAME := $(patsubst luci-app-%,%,$(PKG_NAME))
LUCI_LANG.de := Deutsch (German)
LUCI_LANG.fr := Français (French)

# 1: language
define Translation
define Package/luci-i18n-$(LUCI_BASENAME)-$(1)
  SECTION:=luci
  CATEGORY:=LuCI
  TITLE:=$(PKG_NAME) - $(1) translation
  DEPENDS:=+$(PKG_NAME)
  PKGARCH:=all
endef

define Package/luci-i18n-$(LUCI_BASENAME)-$(1)/description
Translation for $(PKG_NAME) - $(LUCI_LANG.$(1))
endef

define Package/luci-i18n-$(LUCI_BASENAME)-$(1)/install
	$$(INSTALL_DIR) $$(1)/etc/uci-defaults $$(1)/usr/lib/lua/luci/i18n
	echo "uci set luci.languages.$(1)='$(LUCI_LANG.$(1))'; uci commit luci" \
		>$$(1)/etc/uci-defaults/luci-i18n-$(LUCI_BASENAME)-$(1)
	$$(foreach po,$$(wildcard $$(CURDIR)/po/$(1)/*.po),$$(TOPDIR)/po2lmo.pl $$(po) \
		$$(1)/usr/lib/lua/luci/i18n/$$(basename $$(notdir $$(po))).$(1).lmo &&) :
endef
endef

languages := $(filter-out templates,$(notdir $(wildcard $(CURDIR)/po/*)))
$(foreach language,$(languages),$(eval $(call Translation,$(language)))$(eval \
	$(call BuildPackage,luci-i18n-$(LUCI_BASENAME)-$(language))))
