import { describe, expect, it } from 'vitest'
import { codesIn, type ScriptSetup } from '../testing/code.ts'

const only = async (code: string, text: string, at: ScriptSetup = {}) =>
  (await codesIn(text, at)).filter((one) => one.startsWith(`${code} `)).map((one) => Number(one.split(' ')[1]))

const js = { name: 'x.mjs' }
const py = { name: 'x.py' }

describe('reply-unreadable', () => {
  it.each([
    ["const r = { permission: 'deny', user_message: 'no' }\nconsole.log(util.inspect(r))", js, [2]],
    ["const r = { permission: 'deny', user_message: 'no' }\nconsole.log('' + r)", js, [2]],
    ["const r = { permission: 'deny', user_message: 'no' }\nprocess.stdout.write(r.toString())", js, [2]],
    ["const r = { permission: 'deny', user_message: 'no' }\nconsole.log(JSON.stringify(JSON.stringify(r)))", js, [2]],
    ["console.log(JSON.stringify([{ permission: 'deny', user_message: 'no' }]))", js, [1]],
    ['r = {"permission": "deny", "user_message": "no"}\nprint(str(r))', py, [2]],
    ['r = {"permission": "deny", "user_message": "no"}\nprint(f"{r}")', py, [2]],
    [`echo "{'permission': 'deny', 'user_message': 'no'}"`, {}, [1]],
    ['echo {"permission": "deny", "user_message": "no"}', {}, [1]],
    ['echo "permission: deny"', {}, [1]],
    ["console.log({ permission: 'deny', user_message: 'no' })", js, [1]],
    ["const reply = { permission: 'deny', user_message: 'no' }\nconsole.log(reply)", js, [2]],
    [
      "const r = bad\n  ? { permission: 'deny', user_message: 'a' }\n  : { permission: 'allow' }\nconsole.log(r)",
      js,
      [4, 4],
    ],
    ["function decide() { return { permission: 'deny', user_message: 'x' } }\nconsole.log(decide())", js, [2]],
    ["print({'permission': 'deny', 'user_message': 'no'})", py, [1]],
    ["reply = {'permission': 'deny', 'user_message': 'no'}\nprint(reply)", py, [2]],
    ["print({'permission': 'deny', 'user_message': 'a'} if bad else {'permission': 'allow'})", py, [1, 1]],
  ] as const)('%j', async (text, at, lines) =>
    expect([...new Set(await only('reply-unreadable', text, at))]).toEqual([...new Set(lines)]),
  )
  it.each([
    ['echo "permission: deny" >&2', {}],
    [`echo "{\\"permission\\": \\"deny\\", \\"user_message\\": \\"no\\"}"`, {}],
    [`jq -n '{permission: "deny", user_message: "no"}'`, {}],
    ["console.log(JSON.stringify({ permission: 'deny', user_message: 'no' }))", js],
    ["const r = JSON.stringify({ permission: 'deny', user_message: 'no' })\nconsole.log(r)", js],
    ["const r = { permission: 'deny', user_message: 'no' }\nconsole.log(JSON.stringify(r))\nconsole.error(r)", js],
    ['console.log(process.versions)', js],
    ['import json\nprint(json.dumps({"permission": "deny", "user_message": "no"}))', py],
    ['import json, sys\njson.dump({"permission": "deny", "user_message": "no"}, sys.stdout)', py],
    ['reply = {"permission": "deny", "user_message": "no"}\nreply = json.dumps(reply)\nprint(reply)', py],
    ['print({"a": 1}, file=sys.stderr)', py],
  ] as const)('not %j', async (text, at) => expect(await only('reply-unreadable', text, at)).toEqual([]))
})

describe('reply-to-stderr', () => {
  it.each([
    [`echo '{"permission":"deny","user_message":"no"}' >&2\nexit 0`, {}, [1]],
    [`jq -n '{permission:"deny",user_message:"no"}' 1>&2`, {}, [1]],
    ["console.error(JSON.stringify({ permission: 'deny', user_message: 'no' }))", js, [1]],
    ["process.stderr.write(JSON.stringify({ permission: 'deny', user_message: 'no' }))", js, [1]],
    ['print(json.dumps({"permission": "deny", "user_message": "no"}), file=sys.stderr)', py, [1]],
    ['json.dump({"permission": "deny", "user_message": "no"}, sys.stderr)', py, [1]],
  ] as const)('%j', async (text, at, lines) => expect(await only('reply-to-stderr', text, at)).toEqual(lines))
  it.each([
    [`echo '{"permission":"deny","user_message":"no"}' >&2\nexit 2`, {}],
    [`echo '{"permission":"deny","user_message":"no"}' | tee /dev/stderr`, {}],
    ["console.error('checked')\nconsole.log(JSON.stringify({ permission: 'allow' }))", js],
  ] as const)('not %j', async (text, at) => expect(await only('reply-to-stderr', text, at)).toEqual([]))
})

describe('text-before-reply', () => {
  it.each([
    [`npm run lint\necho '{"permission":"allow"}'`, {}, [1]],
    ['print(json.dumps({"permission": "allow"}))\nprint("done with it")', py, [2]],
    [
      `if grep -q rm; then\n  echo '{"permission":"deny","user_message":"no"}'\nfi\necho '{"permission":"allow"}'`,
      {},
      [2],
    ],
    [`echo "checking $1"\necho '{"permission":"allow"}'`, {}, [1]],
    ["console.log('checking')\nconsole.log(JSON.stringify({ permission: 'deny', user_message: 'x' }))", js, [1]],
    ['print(f"[guard] {cmd}")\nprint(json.dumps({"permission": "allow"}))', py, [1]],
  ] as const)('%j', async (text, at, lines) => expect(await only('text-before-reply', text, at)).toEqual(lines))
  it.each([
    [`npm run lint >&2\necho '{"permission":"allow"}'`, {}],
    [
      `if grep -q rm; then\n  echo '{"permission":"deny","user_message":"no"}'\n  exit 0\nfi\necho '{"permission":"allow"}'`,
      {},
    ],
    [
      `if grep -q rm; then\n  echo '{"permission":"deny","user_message":"no"}'\nelse\n  echo '{"permission":"allow"}'\nfi`,
      {},
    ],
    [
      `if grep -q secret; then\n  jq -n '{decision:"block",reason:"x"}'\n  exit 0\nfi\necho "On branch main"`,
      { claude: true, event: 'UserPromptSubmit' },
    ],
    [`echo "checking" >&2\necho '{"permission":"allow"}'`, {}],
    [`echo "checking" >> log\necho '{"permission":"allow"}'`, {}],
    [`m=$(echo "checking")\necho '{"permission":"allow"}'`, {}],
    [`log() { echo "at $1" >> x.log; }\nlog a\necho '{"permission":"allow"}'`, {}],
    [`name() { echo "some text"; }\nx=$(name)\necho '{"permission":"allow"}'`, {}],
    ['print("checking", file=sys.stderr)\nprint(json.dumps({"permission": "allow"}))', py],
    ["console.error('x checking')\nconsole.log(JSON.stringify({ permission: 'allow' }))", js],
  ] as const)('not %j', async (text, at) => expect(await only('text-before-reply', text, at)).toEqual([]))
})

describe('reply-not-flushed', () => {
  it('a hard exit after the reply', async () => {
    const text = 'import os, json\nprint(json.dumps({"permission": "deny", "user_message": "no"}))\nos._exit(0)'
    expect(await only('reply-not-flushed', text, py)).toEqual([3])
    expect(await only('reply-not-flushed', text.replace('os._exit', 'sys.stdout.flush()\nos._exit'), py)).toEqual([])
    expect(await only('reply-not-flushed', text.replace('os._exit', 'sys.exit'), py)).toEqual([])
  })
})

describe('exit-1-to-block', () => {
  it.each([
    ['cmd=$(jq -r .command)\nif [[ $cmd == rm* ]]; then\n  echo "Blocked: rm" >&2\n  exit 1\nfi\nexit 0', {}, [4]],
    [
      "import { readFileSync } from 'node:fs'\nconst { command } = JSON.parse(readFileSync(0, 'utf8'))\nif (/rm/.test(command)) {\n  console.error('not allowed')\n  process.exit(1)\n}",
      js,
      [5],
    ],
    [
      'import json, sys\ne = json.load(sys.stdin)\nif "rm" in e["command"]:\n    print("denied", file=sys.stderr)\n    sys.exit(1)',
      py,
      [5],
    ],
  ] as const)('%j', async (text, at, lines) => expect(await only('exit-1-to-block', text, at)).toEqual(lines))
  it.each([
    ['echo "Blocked" >&2\nexit 2', {}],
    ['echo "Blocked" >&2\nexit 1', { entry: { failClosed: true } }],
    ['echo "Blocked" >&2\nexit 1', { event: 'beforeReadFile' }],
    ['echo "Blocked" >&2\nexit 1', { event: 'afterFileEdit' }],
    ['command -v jq >/dev/null || { echo "jq is missing" >&2; exit 1; }\njq -r .command', {}],
  ] as const)('not %j', async (text, at) => expect(await only('exit-1-to-block', text, at)).toEqual([]))
})

describe('deny-without-message', () => {
  it.each([
    ["console.log(JSON.stringify({ permission: 'deny', user_message: '' }))", js, [1]],
    ['if grep -q rm; then echo "blocked"; exit 2; fi', { claude: true, event: 'PreToolUse' }, [1]],
    ['if grep -q rm; then echo "blocked" >/dev/null; exit 2; fi', {}, [1]],
    [`printf '%s\\n' '{"permission":"deny"}'`, {}, [1]],
    [`v=deny\nprintf '{"permission":"deny","at":"%s"}\\n' "$v"`, {}, [2]],
    [`echo '{"permission":"deny"}'`, {}, [1]],
    [`jq -n '{permission: "deny"}'`, {}, [1]],
    [`cat <<EOF\n{\n  "permission": "deny"\n}\nEOF`, {}, [3]],
    ["console.log(JSON.stringify({ permission: bad ? 'deny' : 'allow' }))", js, [1]],
    ['print(json.dumps({"permission": "deny"}))', py, [1]],
    [`echo '{"continue":false}'`, { event: 'beforeSubmitPrompt' }, [1]],
    ['if grep -q rm; then exit 2; fi', {}, [1]],
    ['import sys\nsys.exit(2)', py, [2]],
    [`echo '{"decision":"block"}'`, { claude: true, event: 'PreToolUse' }, [1]],
    [
      `jq -n '{hookSpecificOutput:{hookEventName:"PreToolUse",permissionDecision:"deny"}}'`,
      { claude: true, event: 'PreToolUse' },
      [1],
    ],
  ] as const)('%j', async (text, at, lines) => expect(await only('deny-without-message', text, at)).toEqual(lines))
  it.each([
    ['command -v jq >/dev/null || exit 2\njq -r .command >/dev/null', {}],
    ['if grep -q rm; then echo "blocked" >&2; exit 2; fi', { claude: true, event: 'PreToolUse' }],
    ['if grep -q rm; then echo "blocked"; exit 2; fi', {}],
    [`echo '{"permission":"deny","user_message":"no"}'`, {}],
    [`jq -n --arg m "$m" '{permission: "deny", agent_message: $m}'`, {}],
    ["const r = { permission: 'deny' }\nr.user_message = 'no'\nconsole.log(JSON.stringify(r))", js],
    ['r = {"permission": "deny"}\nr["user_message"] = "no"\nprint(json.dumps(r))', py],
    ["console.log(JSON.stringify({ permission: 'deny', ...more }))", js],
    ['echo "no" >&2\nexit 2', {}],
    ['deny() { echo "$1" >&2; exit 2; }\ndeny "no"', {}],
    ['if x; then echo no >&2; fi\nexit 2', {}],
    [`echo '{"permission":"deny"}' >> log`, {}],
    [`echo '{"permission":"deny"}'`, { event: 'beforeTabFileRead' }],
  ] as const)('not %j', async (text, at) => expect(await only('deny-without-message', text, at)).toEqual([]))
})

describe('always-allows', () => {
  it.each([
    [
      `echo '{"permission":"allow"}'\nexit 0\nif grep -q rm; then echo '{"permission":"deny","user_message":"x"}'; fi`,
      {},
      [1],
    ],
    [`echo '{"permission":"allow"}'`, {}, [1]],
    [`cat > /dev/null\nprintf '%s\\n' '{"permission": "allow"}'\nexit 0`, {}, [2]],
    [`cat > /dev/null\necho '{"permission":"allow"}'\nexit 0`, { name: 'guard.sh' }, [2]],
    [
      '# Blocks force pushes.\ninput=$(cat)\nif echo "$input" | grep -q force; then echo "careful" >&2; fi\nexit 0',
      {},
      [1],
    ],
    ["process.stdout.write(JSON.stringify({ permission: 'allow' }))", js, [1]],
    ['import json\nprint(json.dumps({"continue": True}))', { ...py, event: 'beforeSubmitPrompt' }, [2]],
  ] as const)('%j', async (text, at, lines) => expect(await only('always-allows', text, at)).toEqual(lines))
  it.each([
    [
      `if grep -q rm; then echo '{"permission":"deny","user_message":"no"}'; else echo '{"permission":"allow"}'; fi`,
      {},
    ],
    [`echo '{"permission":"allow"}'`, { event: 'afterFileEdit' }],
    ['cat >> audit.log\nexit 0', {}],
    [`python3 "$(dirname "$0")/check.py"`, { name: 'guard.sh' }],
    ['exec node guard.mjs', { name: 'guard.sh' }],
    ["import { decide } from './decide.mjs'\nconsole.log(JSON.stringify(await decide()))", { name: 'guard.mjs' }],
    ['verdict=allow\nif grep -q rm; then verdict=deny; fi\nprintf \'{"permission":"%s"}\' "$verdict"', {}],
    ['import json\nr = {"permission": "allow"}\nif bad:\n    r["permission"] = "deny"\nprint(json.dumps(r))', py],
  ] as const)('not %j', async (text, at) => expect(await only('always-allows', text, at)).toEqual([]))
})

describe('reply-ignored', () => {
  const theirs = { claude: true, event: 'PreToolUse' }
  it.each([
    [`cat >/dev/null\necho '{"message":"run the tests"}'`, { event: 'stop' }, [2]],
    ["console.log(JSON.stringify({ status: 'ok' }))", { ...js, event: 'stop' }, [1]],
    ["const r = {}\nr.permission = 'block'\nr.user_message = 'no'\nconsole.log(JSON.stringify(r))", js, [2]],
    [`echo '{"permission":"block","user_message":"no"}'`, {}, [1]],
    [`echo '{"continue":false,"user_message":"no"}'`, {}, [1]],
    [`echo '{"decision":"block","reason":"no"}'`, {}, [1]],
    [`echo '{"allowed":false}'`, {}, [1]],
    [`echo '{"permission":"deny","usermessage":"no"}'`, {}, [1]],
    [`echo '{"permision":"deny","user_message":"no"}'`, {}, [1]],
    [
      "console.log(JSON.stringify({ permission: 'deny', user_message: 'x' }))",
      { ...js, event: 'afterFileEdit' },
      [1, 1],
    ],
    ["console.log(JSON.stringify({ action: 'deny' }))", js, [1]],
    [
      "const out = { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'x' } }\nconsole.log(JSON.stringify(out))",
      js,
      [1],
    ],
    ['print(json.dumps({"permission": "denied", "user_message": "x"}))', py, [1]],
    ['print(json.dumps({"followup_message": "go on"}))', { ...py, event: 'beforeSubmitPrompt' }, [1]],
    [`jq -n '{permission: "ask", user_message: "x"}'`, { event: 'beforeReadFile' }, [1]],
    [`echo '{"permission":"deny","user_message":"x"}'`, theirs, [1]],
    [`echo '{"permissionDecision":"deny","reason":"x"}'`, theirs, [1]],
    [`echo '{"decision":"deny","reason":"x"}'`, theirs, [1]],
    [`jq -n '{hookSpecificOutput: {permissionDecision: "deny", permissionDecisionReason: "x"}}'`, theirs, [1]],
    [
      `jq -n '{hookSpecificOutput: {hookEventName: "PreToolUse", permissionDecision: "block", permissionDecisionReason: "x"}}'`,
      theirs,
      [1],
    ],
    [
      `jq -n '{hookSpecificOutput: {hookEventName: "PreToolUse", additionalContext: "x"}}'`,
      { claude: true, event: 'PostToolUse' },
      [1],
    ],
    ['print(json.dumps({"additional_context": "x"}))', { ...py, claude: true, event: 'SessionStart' }, [1]],
  ] as const)('%j', async (text, at, lines) => expect(await only('reply-ignored', text, at)).toEqual(lines))
  it.each([
    [
      `if x; then jq -n '{hookSpecificOutput:{hookEventName:"PreToolUse",permissionDecision:"deny",permissionDecisionReason:"x"}}'; else jq -n '{permission:"deny",user_message:"x"}'; fi`,
      { event: 'preToolUse' },
    ],
    [`echo '{"ts":1,"command":"x"}'`, { event: 'afterFileEdit' }],
    ['console.log(JSON.stringify({ ...reply }))', { ...js, event: 'stop' }],
    ["process.stdout.write('{}')", { ...js, event: 'stop' }],
    ["const r = {}\nr.permission = 'deny'\nr.user_message = 'no'\nconsole.log(JSON.stringify(r))", js],
    [`echo '{"continue":true,"permission":"allow"}'`, {}],
    [`echo '{"permission":"deny","user_message":"no","agent_message":"no"}'`, {}],
    [`echo '{"event":"x","decision":"block"}' >> audit.jsonl`, {}],
    ["console.log(JSON.stringify({ permission: 'deny', user_message: 'x', hookSpecificOutput: {} }))", js],
    [`echo '{"continue":false,"user_message":"x"}'`, { event: 'beforeSubmitPrompt' }],
    [`echo '{"decision":"block","reason":"x"}'`, theirs],
    [`echo '{"continue":false,"stopReason":"x"}'`, theirs],
    [
      `jq -n '{hookSpecificOutput: {hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "x"}}'`,
      theirs,
    ],
    [
      `jq -n --arg c "$c" '{hookSpecificOutput: {hookEventName: "SessionStart", additionalContext: $c}}'`,
      { claude: true, event: 'SessionStart' },
    ],
    [
      'print(json.dumps({"hookSpecificOutput": {"hookEventName": event, "additionalContext": "x"}}))',
      { ...py, claude: true, event: 'PostToolUse' },
    ],
  ] as const)('not %j', async (text, at) => expect(await only('reply-ignored', text, at)).toEqual([]))
})
