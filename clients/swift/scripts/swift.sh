#!/usr/bin/env bash
# Runs `swift` with these arguments in the package's folder: the one on PATH, or else, on Debian x86-64 as root, the one of Debian 13.
#
#   scripts/swift.sh build
#   scripts/swift.sh test
#
# Debian 13's `swiftlang` is downloaded and unpacked once (550 MB, 1.4 GB on disk), nothing is installed: its /usr is mounted over the
# machine's for this process tree alone. So whatever else stands in /usr is not there meanwhile. SWIFT_ROOT names where it is kept.
set -euo pipefail
root=${SWIFT_ROOT:-/var/cache/swift-trixie}
[ $# -gt 0 ] || { echo "usage: $0 SWIFT-ARGUMENTS, such as build or test" >&2; exit 2; }

refuse() {
  echo "swift: no toolchain: $*. Install Swift 6.0 or newer from swift.org and put it on PATH; the rest of Modelet needs none." >&2
  exit 1
}

# Another program is called swift too: OpenStack's.
is_compiler() { command -v "$1" >/dev/null && "$1" --version 2>&1 | grep -q 'Swift version'; }

unpack() {
  [ "$(df -Pm "$root" | awk 'NR == 2 { print $4 }')" -gt 3000 ] || refuse "unpacking Debian's needs 3 GB free at $root"
  local source keyring=/usr/share/keyrings/debian-archive-keyring.gpg options
  source=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' 'Component: main' | head -n 1)
  [ -n "$source" ] || refuse "apt knows no Debian mirror"
  rm -rf "$root"
  mkdir -p "$root"/{lists/partial,cache/archives/partial,home,usr/{bin,sbin,lib,lib64}}
  ln -s usr/{bin,sbin,lib,lib64} "$root"
  : >"$root/status"
  echo "deb [signed-by=$keyring] $source trixie main" >"$root/sources.list"
  options=(-qq -o "Dir::Etc::sourcelist=$root/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$root/lists"
    -o "Dir::State::status=$root/status" -o "Dir::Cache=$root/cache" -o APT::Sandbox::User=root -o APT::Install-Recommends=false
    -o Acquire::Languages=none -o Acquire::Retries=3 -o Acquire::http::Timeout=30)
  timeout 300 apt-get "${options[@]}" update || refuse "the package index of Debian 13 cannot be read"
  timeout 900 apt-get "${options[@]}" --yes --download-only install swiftlang libc6-dev libstdc++-14-dev dash coreutils >/dev/null ||
    refuse "Debian's swiftlang cannot be downloaded"
  for package in "$root"/cache/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -C "$root" -x --keep-directory-symlink --exclude='*lldb*' --exclude='*sourcekit*' \
      --exclude='*/swift/embedded' --exclude='*/swift_static' --exclude='*/bin/clangd' --exclude='*/share/doc'
  done
  rm -rf "$root"/{cache,lists}
  touch "$root/.done"
}

package=$(cd "$(dirname "$0")/.." && pwd)
cd "$package"
for candidate in swift /opt/swift/usr/bin/swift /opt/swift/bin/swift; do
  if is_compiler "$candidate"; then exec "$candidate" "$@"; fi
done
[ "$(uname -sm)" = 'Linux x86_64' ] && [ "$(id -u)" = 0 ] && command -v dpkg-deb >/dev/null ||
  refuse "none is on PATH, and Debian's can be unpacked on Debian x86-64 as root only"
unshare -m true 2>/dev/null || refuse "none is on PATH, and this machine permits no private mounts, which Debian's needs"
mkdir -p "$root"
exec 9>"$root.lock"
flock 9
[ -e "$root/.done" ] || unpack
flock -u 9
exec unshare -m --propagation private sh -c 'mount --bind "$0/usr" /usr && exec env -u LD_LIBRARY_PATH -u LD_PRELOAD \
  PATH=/usr/libexec/swift/bin:/usr/bin LANG=C.UTF-8 HOME="$0/home" TMPDIR="$0/home" swift "$@"' "$root" "$@"
