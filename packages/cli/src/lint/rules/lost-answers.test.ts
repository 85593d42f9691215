import { describe, expect, it } from 'vitest'
import { codesIn, type ScriptSetup } from '../testing/code.ts'
import { claude, cursor, lintFiles } from '../testing/lint-files.ts'

const only = async (code: string, text: string, at: ScriptSetup = {}) =>
  (await codesIn(text, at)).filter((one) => one.startsWith(`${code} `)).map((one) => one.slice(code.length + 1))
const lost = (text: string, name: string) => only('always-allows', text, { name })

describe('reports a reply that is lost because it', () => {
  const end = `console.log(JSON.stringify(decide(JSON.parse(require('fs').readFileSync(0, 'utf8')).command)))`
  const deny = `{ permission: 'deny', user_message: 'no' }`
  const forEach = (body: string) =>
    `function decide(c) {\n  rules.forEach((r) => {\n    if (r.test(c)) ${body}\n  })\n  return { permission: 'allow' }\n}\n${end}`

  it('is returned from a callback of forEach', async () => {
    expect(await lost(forEach(`return ${deny}`), 'x.js')).toEqual(['3'])
    expect(
      await lost(
        forEach('return true').replace('(r) =>', 'function (r)').replace('function (r) {', 'function (r) {'),
        'x.js',
      ),
    ).toEqual(['3'])
    expect(await lost(forEach('return'), 'x.js')).not.toContain('3')
    const loop = `function decide(c) {\n  for (const r of rules) {\n    if (r.test(c)) return ${deny}\n  }\n  return { permission: 'allow' }\n}\n${end}`
    expect(await lost(loop, 'x.js')).toEqual([])
  })

  it('is the result of a call that nothing uses', async () => {
    const judge = `def judge(c):\n    if "rm" in c:\n        return {"permission": "deny", "user_message": "no"}\n    return {"permission": "allow"}\n`
    const read = 'import json, sys\nevent = json.load(sys.stdin)\n'
    expect(await lost(`${judge}${read}judge(event["command"])\nprint("{}")\n`, 'x.py')).toContain('7')
    expect(await lost(`${judge}${read}print(json.dumps(judge(event["command"])))\n`, 'x.py')).toEqual([])
  })

  it('is set on a local name of a Python function', async () => {
    const text = (line: string) =>
      `import json, sys\ndecision = "allow"\ndef check(c):\n${line}    if "rm" in c:\n        decision = "deny"\ncheck(json.load(sys.stdin)["command"])\nprint(json.dumps({"permission": decision, "user_message": "x"}))\n`
    expect(await lost(text(''), 'x.py')).toEqual(['5'])
    expect(await lost(text('    global decision\n'), 'x.py')).toEqual([])
  })

  it('depends on a file named like the command', async () => {
    const text = (test: string) =>
      `c=$(jq -r .command)\nif ${test}; then\n  echo '{"permission":"deny","user_message":"no"}'\n  exit 0\nfi\n`
    expect(await lost(text('grep -Eq "rm|dd" "$c"'), 'x.sh')).toEqual(['2'])
    expect(await lost(text('echo "$c" | grep -Eq "rm|dd"'), 'x.sh')).toEqual([])
    expect(await lost(text('grep -q "$c" list.txt'), 'x.sh')).toEqual([])
  })
})

describe('stdin', () => {
  it('is read twice by two functions that are both called', async () => {
    const text = (main: string) =>
      `import json, sys\ndef a():\n    return json.load(sys.stdin)["command"]\ndef b():\n    return sys.stdin.read()\n${main}`
    expect(await only('stdin-read-twice', text('x = a()\ny = b()\n'), { name: 'x.py' })).toEqual(['5'])
    expect(await only('stdin-read-twice', text('x = a()\n'), { name: 'x.py' })).toEqual([])
  })

  it('contains the program instead of the event', async () => {
    const found = async (command: string) => {
      const files = { '.cursor/hooks.json': cursor('preToolUse', { command }), 'x.py': 'import sys\n', 'x.js': '' }
      return (await lintFiles(files)).some(({ code }) => code === 'program-on-stdin')
    }
    for (const command of ['python3 < x.py', 'cat x.js | node -', 'python3 - < x.py', 'bash < x.sh'])
      expect([command, await found(command)]).toEqual([command, true])
    for (const command of ['python3 x.py', 'cat | node x.js', 'python3 x.py < /dev/null'])
      expect([command, await found(command)]).toEqual([command, false])
  })
})

describe('a library that a script loads', () => {
  const found = async (files: Readonly<Record<string, string>>) =>
    (await lintFiles({ '.cursor/hooks.json': cursor('preToolUse', { command: 'sh h/x.sh' }), ...files })).flatMap(
      ({ code, file }) => (file === '/w/h/lib.sh' ? [code] : []),
    )

  it.each([
    '. "$(dirname "$0")/lib.sh"',
    'source "$(cd "$(dirname "$0")" && pwd)/lib.sh"',
    'd=$(dirname "$0")\n. "$d/lib.sh"',
    '. h/lib.sh',
  ])('is checked too: %j', async (line) => {
    expect(await found({ 'h/x.sh': `${line}\n`, 'h/lib.sh': 'a() {\r\n  b\r\n}\r\n' })).toEqual(['crlf-script'])
    expect(await found({ 'h/x.sh': `${line}\n`, 'h/lib.sh': 'x=a\u200Bb\n' })).toEqual(['invisible-character'])
    expect(await found({ 'h/x.sh': `${line}\n`, 'h/lib.sh': 'a() {\n  b\n}\n' })).toEqual([])
  })
})

describe('a hook at the end of a turn', () => {
  const block =
    'import json, sys\nevent = json.load(sys.stdin)\nprint(json.dumps({"decision": "block", "reason": "again"}))\n'

  it('blocks again and again', async () => {
    const at = { name: 'x.py', claude: true, event: 'Stop' }
    expect(await only('no-loop-limit', block, at)).toEqual(['3'])
    expect(await only('no-loop-limit', block.replace('print', 'if not event["stop_hook_active"]: print'), at)).toEqual(
      [],
    )
  })

  it('always sends a follow-up', async () => {
    const text = `echo '{"followup_message":"go on"}'`
    expect(await only('no-loop-limit', text, { event: 'stop' })).toEqual(['1'])
    expect(await only('no-loop-limit', `[ -f todo ] && ${text}`, { event: 'stop' })).toEqual([])
  })
})

describe('a program that is started directly', () => {
  it('needs a first line that names its interpreter', async () => {
    const found = async (text: string) => {
      const files = { '.claude/settings.json': claude('PreToolUse', '"$CLAUDE_PROJECT_DIR"/x.py'), 'x.py': text }
      return (await lintFiles(files)).filter(({ code }) => code === 'not-executable').length
    }
    expect(await found('import sys\n')).toBe(1)
    expect(await found('#!/usr/bin/env python3\nimport sys\n')).toBe(0)
  })
})
