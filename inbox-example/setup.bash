# What the scripts of this project share: sourced, not run.

say() { printf '%s\n' "$*"; }

# Ends the script that calls it.
die() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# What the build needs.
build_packages=(libcurl4-openssl-dev libsqlite3-dev zlib1g-dev pkg-config)
# What the example texts need where no Gemini key is set: some 10 MB.
dictionary_packages=(
  dict-freedict-{pol,deu,fra,ita,swe}-rus mueller7-dict dict-freedict-pol-eng
)

# Makes sure that there is a Swift that can build the project.
require_swift() {
  local version major minor
  if ! command -v swift >/dev/null; then
    die "There is no swift in PATH. Swift 6.2 or newer builds this project.
  Get it from https://www.swift.org/install/linux/ (swiftly installs it for your user alone),
  open a new shell, and run this script again."
  fi
  version=$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+\.[0-9]+).*/\1/p' | head -n 1)
  major=${version%.*} minor=${version#*.}
  if ! ((${major:-0} > 6 || (${major:-0} == 6 && ${minor:-0} >= 2))); then
    die "This is Swift ${version:-of an unknown version}; the project needs 6.2 or newer.
  Get it from https://www.swift.org/install/linux/."
  fi
}

# Installs those of the Debian packages named that are missing, and says so first.
install_packages() {
  local package missing=() root=()
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    die "This is no Debian, so nothing can be installed here. Needed is what these packages hold:
  $*"
  fi
  for package; do
    # The second letter is the state, whatever was selected: i is installed.
    [[ $(dpkg-query --show --showformat='${db:Status-Abbrev}' "$package" 2>/dev/null) == ?i* ]] ||
      missing+=("$package")
  done
  ((${#missing[@]})) || return 0

  say "These Debian packages are missing and will be installed: ${missing[*]}"
  if ((EUID != 0)); then
    command -v sudo >/dev/null ||
      die "Only root may do that, and there is no sudo. As root, run:
  apt-get install --no-install-recommends ${missing[*]}"
    root=(sudo)
  fi
  # Stale lists name packages that the server has no more. Where they can't be renewed, they may still do.
  "${root[@]}" apt-get update --quiet=2 || say "The lists of packages could not be renewed; going on with the old."
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --quiet=2 --yes --no-install-recommends \
    "${missing[@]}" || die "The packages could not be installed."
}
