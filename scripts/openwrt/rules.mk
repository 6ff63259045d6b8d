# Stand-in for OpenWrt's rules.mk: the names that the feed's Makefiles use, with their meaning there.

INCLUDE_DIR := $(TOPDIR)
INSTALL_DIR := install -d -m0755
INSTALL_BIN := install -m0755
INSTALL_DATA := install -m0644
INSTALL_CONF := install -m0600
SED := sed -i -e
CP := cp -fpR
