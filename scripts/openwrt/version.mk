# Stand-in for OpenWrt's include/version.mk: the line that names the release.

VERSION_NUMBER:=$(if $(VERSION_NUMBER),$(VERSION_NUMBER),24.10.4)
