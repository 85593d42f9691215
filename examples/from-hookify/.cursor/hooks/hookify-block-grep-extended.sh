#!/bin/sh
# Generated from: .claude/hookify.block-grep-extended.local.md
# Description: Extended expressions differ from machine to machine here. Write a basic one, without the flag.
# The rule is the last word of this file, as data; node judges by it. Without node nothing is let through.
if ! command -v node > /dev/null 2>&1; then
  echo 'hookify-block-grep-extended.sh: there is no node to judge by, so nothing is let through' >&2
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
' eyJuYW1lIjoiaG9va2lmeS1ibG9jay1ncmVwLWV4dGVuZGVkLnNoIiwiaG9va3MiOnsiYmVmb3JlU2hlbGxFeGVjdXRpb24iOnsid2hlbiI6eyJmaWVsZCI6ImNvbW1hbmQiLCJyZWdleF9tYXRjaCI6eyJhc2NpaSI6ImdyZXAoPzpbXFx4MDktXFx4MGRcXHgxYy1cXHgyMF0pK1xcLUVcXGIiLCJ1bmljb2RlIjoiW1xcdXs2N31dW1xcdXs3Mn1dW1xcdXs2NX1dW1xcdXs3MH1dKD86W1xcdC1cXHJcXHgxYy1cXHgyMFxceDg1XFx4YTBcXHUxNjgwXFx1MjAwMC1cXHUyMDBhXFx1MjAyOFxcdTIwMjlcXHUyMDJmXFx1MjA1ZlxcdTMwMDBdKStbXFx1ezJkfV1bXFx1ezQ1fV0oPzooPzw9W1xccHtMfVxccHtOfV9dKSg/IVtcXHB7TH1cXHB7Tn1fXSl8KD88IVtcXHB7TH1cXHB7Tn1fXSkoPz1bXFxwe0x9XFxwe059X10pKSJ9fSwibWF0Y2hlZCI6eyJwZXJtaXNzaW9uIjoiZGVueSIsInVzZXJfbWVzc2FnZSI6IioqW2Jsb2NrLWdyZXAtZXh0ZW5kZWRdKipcbkV4dGVuZGVkIGV4cHJlc3Npb25zIGRpZmZlciBmcm9tIG1hY2hpbmUgdG8gbWFjaGluZSBoZXJlLiBXcml0ZSBhIGJhc2ljIG9uZSwgd2l0aG91dCB0aGUgZmxhZy4iLCJhZ2VudF9tZXNzYWdlIjoiKipbYmxvY2stZ3JlcC1leHRlbmRlZF0qKlxuRXh0ZW5kZWQgZXhwcmVzc2lvbnMgZGlmZmVyIGZyb20gbWFjaGluZSB0byBtYWNoaW5lIGhlcmUuIFdyaXRlIGEgYmFzaWMgb25lLCB3aXRob3V0IHRoZSBmbGFnLiJ9LCJvdGhlcndpc2UiOnsicGVybWlzc2lvbiI6ImFsbG93In19fX0=
