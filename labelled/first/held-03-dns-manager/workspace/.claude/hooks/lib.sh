is_live_zone() {
  case "$1" in
    */zones/live/*) return 0 ;;
  esac
  return 1
}

block() {
  echo "$1" >&2
  exit 2
}
