#!/bin/sh
# Generated from: .claude/hookify.no-commit-push.local.md
# Description: Commit and push are two steps here: review what you committed before it leaves.
# The rule is the last word of this file, as data; node judges by it. Without node nothing is let through.
if ! command -v node > /dev/null 2>&1; then
  echo 'hookify-no-commit-push.sh: there is no node to judge by, so nothing is let through' >&2
  exit 2
fi
exec node -e '
const fs = require("fs"), vm = require("vm");
const data = JSON.parse(Buffer.from(process.argv[1], "base64").toString("utf8"));
const fail = (why) => { console.error(data.name + ": " + why + ", so nothing is let through"); process.exit(2); };
let input;
try { input = JSON.parse(fs.readFileSync(0, "utf8").replace(/^\uFEFF/, "")); } catch { fail("the input is no JSON"); }
if (input === null || typeof input !== "object") fail("the input is no object");
const own = (value, key) => value !== null && typeof value === "object" && Object.hasOwn(value, key);
const at = (value, path) => {
  if (path.length === 0) return value == null ? [] : [typeof value === "string" ? value : JSON.stringify(value)];
  const rest = path.slice(1);
  if (path[0] !== "*") return own(value, path[0]) ? at(value[path[0]], rest) : [];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap((one) => at(one, rest)) : [];
};
const search = (p, f, s) => {
  try { return vm.runInNewContext("new RegExp(p, f).test(s)", { p, f, s }, { timeout: 1000 }); } catch { return true; }
};
const tests = {
  equals: (text, want) => text === want,
  contains: (text, want) => text.includes(want),
  not_contains: (text, want) => !text.includes(want),
  starts_with: (text, want) => text.startsWith(want),
  ends_with: (text, want) => text.endsWith(want),
  regex_match: (text, want) => /^[\x00-\x7f]*$/.test(text) ? search(want.ascii, "i", text) : search(want.unicode, "iv", text),
};
const holds = (when) => {
  if (when.all) return when.all.every(holds);
  if (when.any) return when.any.some(holds);
  if (when.not) return !holds(when.not);
  const found = [].concat(when.field).flatMap((field) => at(input, field.split(".")));
  if (found.length === 0) return false;
  const operator = Object.keys(tests).find((name) => own(when, name));
  const values = when.join === undefined ? found : [found.join(when.join)];
  const test = (text) => tests[operator](text, when[operator]);
  return operator === "not_contains" ? values.every(test) : values.some(test);
};
const hook = own(data.hooks, input.hook_event_name) ? data.hooks[input.hook_event_name] : undefined;
if (hook === undefined) fail("it is not for this event");
if (typeof input.transcript_path === "string" && input.transcript_path !== "") {
  try { input.transcript = fs.readFileSync(input.transcript_path, "utf8"); } catch { input.transcript = ""; }
}
const held = holds(hook.when);
if (held && hook.tells !== undefined) console.error(hook.tells);
process.stdout.write(JSON.stringify(held ? hook.matched : hook.otherwise) + "\n");
' eyJuYW1lIjoiaG9va2lmeS1uby1jb21taXQtcHVzaC5zaCIsImhvb2tzIjp7ImJlZm9yZVN1Ym1pdFByb21wdCI6eyJ3aGVuIjp7ImZpZWxkIjoicHJvbXB0IiwicmVnZXhfbWF0Y2giOnsiYXNjaWkiOiJcXC9jb21taXRcXC1wdXNofFxcL2NvbW1pdHNcXDpjb21taXRcXC1wdXNoIiwidW5pY29kZSI6IltcXHV7MmZ9XVtcXHV7NjN9XVtcXHV7NmZ9XVtcXHV7NmR9XVtcXHV7NmR9XVtcXHV7Njl9aVxcdTAxMzBcXHUwMTMxXVtcXHV7NzR9XVtcXHV7MmR9XVtcXHV7NzB9XVtcXHV7NzV9XVtcXHV7NzN9XVtcXHV7Njh9XXxbXFx1ezJmfV1bXFx1ezYzfV1bXFx1ezZmfV1bXFx1ezZkfV1bXFx1ezZkfV1bXFx1ezY5fWlcXHUwMTMwXFx1MDEzMV1bXFx1ezc0fV1bXFx1ezczfV1bXFx1ezNhfV1bXFx1ezYzfV1bXFx1ezZmfV1bXFx1ezZkfV1bXFx1ezZkfV1bXFx1ezY5fWlcXHUwMTMwXFx1MDEzMV1bXFx1ezc0fV1bXFx1ezJkfV1bXFx1ezcwfV1bXFx1ezc1fV1bXFx1ezczfV1bXFx1ezY4fV0ifX0sIm1hdGNoZWQiOnsiY29udGludWUiOmZhbHNlLCJ1c2VyX21lc3NhZ2UiOiIqKltuby1jb21taXQtcHVzaF0qKlxuQ29tbWl0IGFuZCBwdXNoIGFyZSB0d28gc3RlcHMgaGVyZTogcmV2aWV3IHdoYXQgeW91IGNvbW1pdHRlZCBiZWZvcmUgaXQgbGVhdmVzLiJ9LCJvdGhlcndpc2UiOnsiY29udGludWUiOnRydWV9fX19
