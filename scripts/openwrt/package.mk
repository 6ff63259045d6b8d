# Stand-in for OpenWrt's include/package.mk: evaluates a feed Makefile's own recipes with plain make.
#
#   make -C openwrt-feed/<name> TOPDIR=<root>/scripts/openwrt PKG_BUILD_DIR=<objects> DESTDIR=<root> install-<package>
#   make -C openwrt-feed/<name> TOPDIR=<root>/scripts/openwrt ARCH=<arch> CONTROL_DIR=<folder> control-<package>
#   make -C openwrt-feed/<name> TOPDIR=<root>/scripts/openwrt list
#   make -C openwrt-feed/<name> TOPDIR=<root>/scripts/openwrt BUILD_DIR=<folder> DL_DIR=<folder> BUILD_VARIANT=<variant> \
#       TARGET_CC=<compiler> TARGET_CFLAGS=<flags> compile
#
# The first installs a package's files. The second writes what the Makefile says about it: `control`, `description`,
# and, where there are any, `conffiles`, `postinst-pkg`, `prerm-pkg`, `preinst` and `postrm`. The third prints one line
# `package variant default` for each package. The fourth prepares the sources, as OpenWrt does from the tarball that
# PKG_SOURCE names in DL_DIR, and compiles them. Empty fields and dependencies of another form are errors.

PKG_BUILD_DIR ?= $(BUILD_DIR)/$(if $(BUILD_VARIANT),$(PKG_NAME)-$(BUILD_VARIANT)/)$(PKG_NAME)-$(PKG_VERSION)

define Build/Prepare
	$(if $(PKG_SOURCE),echo "$(PKG_HASH)  $(DL_DIR)/$(PKG_SOURCE)" | sha256sum --check --quiet)
	$(if $(PKG_SOURCE),mkdir -p $(PKG_BUILD_DIR) && tar -xf $(DL_DIR)/$(PKG_SOURCE) -C $(PKG_BUILD_DIR)/..)
endef

.PHONY: compile
compile:
	$(Build/Prepare)
	$(Build/Compile)

comma := ,
empty :=
space := $(empty) $(empty)
define newline


endef

# Fields that every package starts from; its own define comes over it.
define Package/Default
  SECTION:=
  CATEGORY:=
  TITLE:=
  DEPENDS:=
  EXTRA_DEPENDS:=
  PROVIDES:=
  CONFLICTS:=
  VARIANT:=
  DEFAULT_VARIANT:=
  PKGARCH:=$(ARCH)
  VERSION:=$(call needed,$(1),PKG_VERSION,$(PKG_VERSION))-r$(call needed,$(1),PKG_RELEASE,$(PKG_RELEASE))
endef

# 1: package  2: field  3: value
needed = $(if $(strip $(3)),$(strip $(3)),$(error $(1): $(2) is empty))
list = $(subst $(space),$(comma)$(space),$(strip $(1)))
field = $(if $(strip $(2)),$(newline)$(1): $(call list,$(2)))

# A word of DEPENDS as a package name; with a condition it counts when that names this very package.
# 1: package  2: word
dependency = $(if $(filter +%,$(2)),$(call conditional,$(1),$(subst :,$(space),$(patsubst +%,%,$(2)))),$(error $(1): \
	DEPENDS has "$(2)": only +package and +PACKAGE_name:package are understood here))
conditional = $(if $(word 2,$(2)),$(if $(filter PACKAGE_$(1),$(word 1,$(2))),$(word 2,$(2))),$(2))
dependencies = $(foreach word,$(DEPENDS_$(1)),$(call dependency,$(1),$(word)))

define control_text
Package: $(1)
Version: $(VERSION_$(1))
Depends: $(if $(EXTRA_DEPENDS_$(1)),$(EXTRA_DEPENDS_$(1))$(comma) )$(call list,libc $(dependencies))$(call \
field,Conflicts,$(CONFLICTS_$(1)))$(call \
field,Provides,$(PROVIDES_$(1)))
Source: feeds/sso_login/$(notdir $(CURDIR))
SourceName: $(call needed,$(1),PKG_NAME,$(PKG_NAME))
License: $(call needed,$(1),PKG_LICENSE,$(PKG_LICENSE))
LicenseFiles: $(call needed,$(1),PKG_LICENSE_FILES,$(PKG_LICENSE_FILES))
Section: $(SECTION_$(1))
SourceDateEpoch: $(SOURCE_DATE_EPOCH)
Maintainer: $(call needed,$(1),PKG_MAINTAINER,$(PKG_MAINTAINER))
Architecture: $(PKGARCH_$(1))
Installed-Size: 0
endef

# 1: package  2: name in the Makefile  3: file
write = $(if $(Package/$(1)/$(2)),$(file >$(CONTROL_DIR)/$(3),$(Package/$(1)/$(2))))

define BuildPackage
$(eval $(Package/Default))
$(eval $(Package/$(1)))
$(eval CATEGORY_$(1) := $(call needed,$(1),CATEGORY,$(CATEGORY)))
$(eval TITLE_$(1) := $(call needed,$(1),TITLE,$(TITLE)))
$(eval VERSION_$(1) := $(VERSION))
$(eval DEPENDS_$(1) := $(DEPENDS))
$(eval EXTRA_DEPENDS_$(1) := $(EXTRA_DEPENDS))
$(eval CONFLICTS_$(1) := $(CONFLICTS))
$(eval PROVIDES_$(1) := $(PROVIDES))
$(eval SECTION_$(1) := $(call needed,$(1),SECTION,$(SECTION)))
$(eval PKGARCH_$(1) := $(PKGARCH))

.PHONY: install-$(1) control-$(1) list list-$(1)

install-$(1):
	$(call Package/$(1)/install,$(DESTDIR))

control-$(1):
	$$(file >$$(CONTROL_DIR)/control,$$(call control_text,$(1)))
	$$(file >$$(CONTROL_DIR)/description,$$(Package/$(1)/description))
	$$(call write,$(1),conffiles,conffiles)
	$$(call write,$(1),preinst,preinst)
	$$(call write,$(1),postinst,postinst-pkg)
	$$(call write,$(1),prerm,prerm-pkg)
	$$(call write,$(1),postrm,postrm)
	@:

list: list-$(1)
list-$(1):
	@echo "$(1) $(or $(VARIANT),-) $(or $(DEFAULT_VARIANT),-)"
endef
