#!/bin/sh
# Generated from: .claude/hookify.no-commit-push.local.md
# Description: Commit and push are two steps here: review what you committed before it leaves.
# The rule is below as tables of numbers; awk walks over the event with them. Without awk nothing is let through.
LC_ALL=C
export LC_ALL
judged=$(awk '
function fail(why) { print why; exit 2 }
function byte(i,   c) {
  if (i < low || i >= low + 256) { low = i; part = substr(text, i, 256) }
  c = substr(part, i - low + 1, 1)
  return (c in ord) ? ord[c] : -1
}
function hex(i,   k, c, n) {
  n = 0
  for (k = i; k < i + 4; k++) {
    c = byte(k)
    if (c >= 48 && c <= 57) n = n * 16 + c - 48
    else if (c >= 65 && c <= 70) n = n * 16 + c - 55
    else if (c >= 97 && c <= 102) n = n * 16 + c - 87
    else return -1
  }
  return n
}
# The character at i inside a string, decoded; what comes behind it is at "after". -1: it is none.
function character(i,   c, n, least, d) {
  c = byte(i); after = i + 1
  if (c == 92) return escaped(i)
  if (c < 32) return -1
  if (c < 128) return c
  if (c >= 194 && c < 224) { n = 1; c -= 192; least = 128 }
  else if (c >= 224 && c < 240) { n = 2; c -= 224; least = 2048 }
  else if (c >= 240 && c < 245) { n = 3; c -= 240; least = 65536 }
  else return -1
  for (; n > 0; n--) {
    d = byte(after++)
    if (d < 128 || d > 191) return -1
    c = c * 64 + d - 128
  }
  return (c < least || c > 1114111 || (c >= 55296 && c < 57344)) ? -1 : c
}
function escaped(i,   c, d) {
  c = byte(i + 1); after = i + 2
  if (c in simple) return simple[c]
  if (c != 117) return -1
  c = hex(i + 2); after = i + 6
  if (c >= 55296 && c < 56320 && byte(i + 6) == 92 && byte(i + 7) == 117) {
    d = hex(i + 8)
    if (d >= 56320 && d < 57344) { after = i + 12; return 65536 + (c - 55296) * 1024 + d - 56320 }
  }
  return c
}
# Over a string that begins behind its quote; its text where only ASCII counts is in "plain".
function string(i,   c) {
  plain = ""
  for (;;) {
    if (byte(i) == 34) return i + 1
    c = character(i)
    if (c < 0) fail("the input is no JSON")
    plain = plain ((c in chr) ? chr[c] : "?")
    if (length(plain) > 64) plain = "?"
    i = after
  }
}
function space(i,   c) {
  for (;;) { c = byte(i); if (c != 32 && c != 10 && c != 13 && c != 9) return i; i++ }
}
function word(i,   c, w) {
  w = ""
  for (;;) {
    c = byte(i)
    if (!((c >= 48 && c <= 57) || (c >= 65 && c <= 90) || (c >= 97 && c <= 122) || c == 43 || c == 45 || c == 46)) break
    if (length(w) > 2000) fail("a number in the input is too long")
    w = w chr[c]; i++
  }
  if (w == "null") kind[nodes] = "null"
  else if (w == "true" || w == "false" || w ~ /^-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][-+]?[0-9]+)?$/) kind[nodes] = "other"
  else fail("the input is no JSON")
  return i
}
function key(i) {
  i = space(i)
  if (byte(i) != 34) fail("the input is no JSON")
  i = space(string(i + 1))
  if (byte(i) != 58) fail("the input is no JSON")
  child[stack[depth], plain] = nodes + 1
  return i + 1
}
function item(i) { child[stack[depth], size[stack[depth]]++] = nodes + 1; return i }
# Values one after another; the stack holds the objects and lists that are open.
function read(i,   c, open) {
  nodes = 0; depth = 0
  for (;;) {
    i = space(i); c = byte(i); nodes++
    open = 0
    if (c == 34) { kind[nodes] = "text"; from[nodes] = i + 1; i = string(i + 1) }
    else if (c == 123 || c == 91) {
      kind[nodes] = c == 123 ? "object" : "list"
      i = space(i + 1)
      if (byte(i) == c + 2) i++
      else { stack[++depth] = nodes; i = c == 123 ? key(i) : item(i); open = 1 }
    }
    else i = word(i)
    while (!open) {
      i = space(i); c = byte(i)
      if (depth == 0) { if (i <= length(text)) fail("the input is no JSON"); return }
      if (c == 44) { i = kind[stack[depth]] == "object" ? key(i + 1) : item(i + 1); open = 1 }
      else if (c == (kind[stack[depth]] == "object" ? 125 : 93)) { depth--; i++ }
      else fail("the input is no JSON")
    }
  }
}
# The values under a path go to the end of "value".
function collect(node, path,   dot, name, rest, k) {
  if (path == "") { if (kind[node] != "null") value[++values] = node; return }
  dot = index(path, ".")
  name = dot ? substr(path, 1, dot - 1) : path
  rest = dot ? substr(path, dot + 1) : ""
  if (name == "*") {
    if (kind[node] == "object") fail("a list in the input is none")
    for (k = 0; k < size[node]; k++) collect(child[node, k], rest)
  }
  else if (kind[node] == "object" && (node, name) in child) collect(child[node, name], rest)
}
function class(c,   least, most, middle) {
  if (c < 128) return ascii[c]
  least = 1; most = ranges
  while (least < most) {
    middle = int((least + most + 1) / 2)
    if (first[middle] <= c) least = middle; else most = middle - 1
  }
  return of[least]
}
function table(   k, j, n) {
  ranges = D[++at]
  for (k = 1; k <= ranges; k++) { first[k] = D[++at] + 0; of[k] = D[++at] + 0 }
  k = 1
  for (j = 0; j < 128; j++) { while (k < ranges && first[k + 1] <= j) k++; ascii[j] = of[k] }
  columns = D[++at]; n = D[++at]
  cells = at; at += columns * n
}
function feed(column) { if (state >= 0) state = D[cells + state * columns + column + 1] + 0 }
# One character late: a newline at the very end is another one.
function character_of_text(c) {
  if (waiting >= 0) feed(class(waiting))
  waiting = c
}
function begin() { state = 0; waiting = -1 }
function found() {
  if (waiting == 10) feed(columns - 2)
  else if (waiting >= 0) feed(class(waiting))
  feed(columns - 1)
  return state == -1
}
function over(node,   i, c) {
  if (kind[node] != "text") fail("a field of the input is no text")
  for (i = from[node]; byte(i) != 34 && state >= 0; i = after) { c = character(i); character_of_text(c) }
}
function tested(   join, paths, k, hit) {
  join = D[++at]; paths = D[++at]; values = 0
  for (k = 0; k < paths; k++) collect(1, D[++at])
  table()
  if (values == 0) return 0
  hit = 0
  begin()
  for (k = 1; k <= values; k++) {
    if (join != "-" && k > 1) character_of_text(join + 0)
    over(value[k])
    if (join == "-") { if (found()) hit = 1; begin() }
  }
  if (join != "-") hit = found()
  return hit
}
function holds(   what, n, k, yes) {
  what = D[++at]
  if (what == "not") return !holds()
  if (what == "has" || what == "lacks") { k = tested(); return what == "has" ? k : values > 0 && !k }
  n = D[++at]
  if (what == "there") { values = 0; for (k = 0; k < n; k++) collect(1, D[++at]); return values > 0 }
  yes = what == "all"
  for (k = 0; k < n; k++) if (holds()) { if (what == "any") yes = 1 } else if (what == "all") yes = 0
  return yes
}
BEGIN {
  count = split(ARGV[1], D, " "); ARGV[1] = ""
  bytes = length("\303\251") == 2 ? 255 : 127
  for (k = 1; k <= bytes; k++) { c = sprintf("%c", k); ord[c] = k; if (k >= 32 && k < 127) chr[k] = c }
  simple[34] = 34; simple[92] = 92; simple[47] = 47
  simple[98] = 8; simple[102] = 12; simple[110] = 10; simple[114] = 13; simple[116] = 9
  low = -1000
}
{ text = text $0 "\n" }
END {
  read(byte(1) == 239 && byte(2) == 187 && byte(3) == 191 ? 4 : 1)
  if (kind[1] != "object" || kind[child[1, "hook_event_name"]] != "text") fail("the input is no event")
  string(from[child[1, "hook_event_name"]])
  event = plain
  for (at = 0; at < count; at = end) {
    end = at + 2 + D[at + 2]
    if (D[at + 1] == event) { at += 2; print event " " (holds() ? 1 : 0); exit 0 }
  }
  fail("it is not for this event")
}
' 'beforeSubmitPrompt 505 has - 1 prompt 41 0 0 10 1 11 0 45 2 46 0 47 3 48 0 58 4 59 0 67 5 68 0 72 6 73 7 74 0 77 8 78 0 79 9 80 10 81 0 83 11 84 12 85 13 86 0 99 5 100 0 104 6 105 7 106 0 109 8 110 0 111 9 112 10 113 0 115 11 116 12 117 13 118 0 304 7 306 0 383 11 384 0 16 26 1 1 1 2 1 1 1 1 1 1 1 1 1 1 1 0 1 1 1 2 1 1 1 1 1 1 1 1 1 1 1 0 1 1 1 2 1 3 1 1 1 1 1 1 1 1 1 0 1 1 1 2 1 1 1 1 1 4 1 1 1 1 1 0 1 1 1 2 1 1 1 1 5 1 1 1 1 1 1 0 1 1 1 2 1 1 1 1 6 1 1 1 1 1 1 0 1 1 1 2 1 1 1 7 1 1 1 1 1 1 1 0 1 1 1 2 1 1 1 1 1 1 1 1 8 1 1 0 1 1 9 2 1 1 1 1 1 1 1 10 1 1 1 0 1 1 1 2 1 1 1 1 1 1 11 1 1 1 1 0 1 1 1 2 12 1 1 1 1 1 1 1 1 1 1 0 1 1 1 2 1 1 1 1 1 1 1 1 1 13 1 0 1 1 1 2 1 14 1 1 1 1 1 1 1 1 1 0 1 1 1 2 1 1 1 1 1 1 1 15 1 1 1 0 1 1 1 2 1 1 1 1 1 16 1 1 1 1 1 0 1 1 1 2 1 1 17 1 1 1 1 1 1 1 1 0 1 1 1 2 1 1 1 1 18 1 1 1 1 1 1 0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 1 1 1 2 1 1 1 1 19 1 1 1 1 1 1 0 1 1 1 2 1 1 1 20 1 1 1 1 1 1 1 0 1 1 1 2 1 1 1 1 1 1 1 1 21 1 1 0 1 1 22 2 1 1 1 1 1 1 1 1 1 1 1 0 1 1 1 2 1 1 1 1 1 1 23 1 1 1 1 0 1 1 1 2 1 1 1 1 1 1 1 1 1 24 1 0 1 1 1 2 1 1 1 1 1 1 1 25 1 1 1 0 1 1 1 2 1 1 17 1 1 1 1 1 1 1 1 0')
case $judged in
  'beforeSubmitPrompt 1') printf '%b\n' '\0173\0042continue\0042\0072false\0054\0042user\0137message\0042\0072\0042\0052\0052\0133no\0055commit\0055push\0135\0052\0052\0134nCommit and push are two steps here\0072 review what you committed before it leaves\0056\0042\0175' ;;
  'beforeSubmitPrompt 0') printf '%b\n' '\0173\0042continue\0042\0072true\0175' ;;
  *)
    echo "hookify-no-commit-push.sh: ${judged:-awk did not judge}, so nothing is let through" >&2
    exit 2
    ;;
esac
