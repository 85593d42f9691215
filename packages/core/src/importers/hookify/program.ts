/**
 * The program inside a script for Cursor alone: the same for every rule, which comes as its argument in Base64.
 * It holds no single quote, so that it stands between two of them in a shell script as it is; a test sees to that.
 */
export const program = `
const fs = require("fs"), vm = require("vm");
const data = JSON.parse(Buffer.from(process.argv[1], "base64").toString("utf8"));
const fail = (why) => { console.error(data.name + ": " + why + ", so nothing is let through"); process.exit(2); };
let input;
try { input = JSON.parse(fs.readFileSync(0, "utf8").replace(/^\\uFEFF/, "")); } catch { fail("the input is no JSON"); }
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
  regex_match: (text, want) => /^[\\x00-\\x7f]*$/.test(text) ? search(want.ascii, "i", text) : search(want.unicode, "iv", text),
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
  try {
    const found = fs.statSync(input.transcript_path);
    if (!found.isFile() || found.size > 67108864) throw new Error("it is not a file to read");
    input.transcript = fs.readFileSync(input.transcript_path, "utf8");
  } catch { input.transcript = ""; }
}
const held = holds(hook.when);
if (held && hook.tells !== undefined) console.error(hook.tells);
process.stdout.write(JSON.stringify(held ? hook.matched : hook.otherwise) + "\\n");
`
