#!/bin/sh
# dmf: a launcher in one file, not a compiled program. Behind this text lies an archive of the bundled
# program and the Deno runtime. The first start unpacks it into a folder named after their digest; later
# starts run from there, with the permissions below and with nothing of the caller's environment.
set -eu
umask 077

digest=@DIGEST@
header_bytes=@HEADER_BYTES@
program_bytes=@PROGRAM_BYTES@
runtime_bytes=@RUNTIME_BYTES@

# Runs the program from folder $1. An empty environment is the point: DENO_PERMISSION_BROKER_PATH
# overrides every flag, a proxy is reached without a permission, and DENO_V8_FLAGS, NODE_OPTIONS,
# DENO_CERT or LD_PRELOAD change what runs. What stays decides only how text and times look.
start() {
  folder=$1
  shift
  set -- "$folder/deno" run @FLAGS@ "$folder/main.js" "$@"
  [ -z "${TZ+x}" ] || set -- "TZ=$TZ" "$@"
  [ -z "${LANG+x}" ] || set -- "LANG=$LANG" "$@"
  [ -z "${LC_ALL+x}" ] || set -- "LC_ALL=$LC_ALL" "$@"
  [ -z "${TERM+x}" ] || set -- "TERM=$TERM" "$@"
  [ -z "${NO_COLOR+x}" ] || set -- "NO_COLOR=$NO_COLOR" "$@"
  exec env -i "DENO_DIR=$folder/cache" DENO_NO_UPDATE_CHECK=1 "$@"
}

# Whether $1 is a folder of our own that nobody else can write to.
private() {
  [ -d "$1" ] && [ ! -L "$1" ] && [ -O "$1" ] && [ -w "$1" ] || return 1
  case $(ls -ld "$1") in
    d????-??-?*) return 0 ;;
    *) return 1 ;;
  esac
}

# Whether $1 holds all files whole; a power cut can leave a name without its bytes.
whole() {
  [ -x "$1/deno" ] && [ "$(wc -c <"$1/deno")" -eq "$runtime_bytes" ] &&
    [ -f "$1/main.js" ] && [ "$(cat "$1"/*.js | wc -c)" -eq "$program_bytes" ]
}

payload() {
  tail -c "+$((header_bytes + 1))" "$0"
}

# Proves the payload and unpacks it into the new folder $1; false where that place does not serve.
unpack() {
  found=$(payload | sha256sum) || return 1
  if [ "${found%% *}" != "$digest" ]; then
    rm -rf "$1"
    echo "dmf: this file is damaged: expected SHA-256 $digest, found ${found%% *}; copy it again" >&2
    exit 4
  fi
  # A folder mounted noexec takes the bytes and refuses to run them.
  payload | tar -xof - -C "$1" 2>/dev/null && env -i "$1/deno" --version >/dev/null 2>&1
}

# Moves the unpacked folder $1 to its name $2 in one step. Of two first starts at once the second
# finds the name taken and uses what is there.
settle() {
  if [ -e "$2" ] && ! whole "$2"; then mv -T "$2" "$1/broken" 2>/dev/null || true; fi
  mv -T "$1" "$2" 2>/dev/null || rm -rf "$1"
  rm -rf "$2/broken"
  whole "$2"
}

if [ -n "${XDG_CACHE_HOME-}" ]; then caches=$XDG_CACHE_HOME; else caches=${HOME:-/nonexistent}/.cache; fi
for cache in "$caches/dmf" "${TMPDIR:-/tmp}/dmf-$(id -u)"; do
  place=$cache/$digest
  if private "$cache" && whole "$place"; then start "$place" "$@"; fi
  mkdir -p "$cache" 2>/dev/null && private "$cache" || continue
  # Left behind by first starts that were killed.
  find "$cache" -maxdepth 1 -name 'new.*' -mtime +0 -exec rm -rf {} + 2>/dev/null || true
  fresh=$(mktemp -d "$cache/new.XXXXXX" 2>/dev/null) || continue
  trap 'rm -rf "$fresh"; exit 130' HUP INT TERM
  if unpack "$fresh" && settle "$fresh" "$place"; then
    trap - HUP INT TERM
    start "$place" "$@"
  fi
  trap - HUP INT TERM
  rm -rf "$fresh"
done

echo "dmf: cannot unpack into $caches/dmf or ${TMPDIR:-/tmp}: no space, not writable, not private, or" \
  "mounted noexec; set XDG_CACHE_HOME to a folder of your own" >&2
exit 4
