import { describe, expect, it } from 'vitest'
import type { Facts } from '../context/facts.ts'
import { cursor, lintFiles, positionsOf } from '../testing/lint-files.ts'

const script = async (code: string, body: string, event = 'beforeShellExecution', facts: Partial<Facts> = {}) => {
  const files = { '.cursor/hooks.json': cursor(event, { command: './x.sh' }), 'x.sh': `#!/bin/sh\n${body}\n` }
  const found = await lintFiles(files, facts)
  return positionsOf(
    found.filter(({ file }) => file === '/w/x.sh'),
    code,
  )
}

describe('rules on scripts', () => {
  it('long-script', async () => {
    const reply = 'echo "{\\"permission\\":\\"deny\\",\\"user_message\\":\\"no $cmd\\"}"\n'
    expect(await script('long-script', reply.repeat(10))).toEqual([])
    expect(await script('long-script', reply.repeat(1000))).toEqual(['note 1:1'])
    expect(await script('json-by-pasting', reply.repeat(1000))).toEqual([])
  })
  it('json-by-pasting', async () => {
    const at = (body: string) => script('json-by-pasting', body)
    expect(await at('echo "{\\"permission\\":\\"deny\\",\\"user_message\\":\\"no $cmd\\"}"')).toEqual(['warning 2:1'])
    expect(await at('x\n  echo "{\n  \\"user_message\\": \\"$m\\"\n}"')).toEqual(['warning 3:3'])
    expect(await at(`printf '{"user_message":"%s"}' "$m"`)).toEqual(['warning 2:1'])
    expect(await at(`echo '{"user_message":"'"$m"'"}'`)).toEqual(['warning 2:1'])
    expect(await at('cat <<EOF\n{\n  "user_message": "no $cmd"\n}\nEOF')).toEqual(['warning 4:23'])
    expect(await at(`echo '{"permission":"deny"}' > "$log"`)).toEqual([])
    expect(await at(`jq -n --arg m "$m" '{user_message: $m}'`)).toEqual([])
    expect(await at(`m=$(printf %s "$m" | sed 's/[\\\\"]/\\\\&/g')\nprintf '{"user_message":"%s"}' "$m"`)).toEqual([])
    const taken = `sed -n 's/.*"command":"\\(.*\\)","cwd".*/\\1/p'`
    const reply = `echo "{ \\"permission\\": \\"deny\\", \\"agent_message\\": \\"no '$c'\\" }"`
    expect(await at(`c=$(${taken})\n${reply}`)).toEqual([])
    expect(await at(`c=$(${taken} | sed 's/\\\\"/"/g')\n${reply}`)).toEqual(['warning 3:1'])
    expect(await at(`c=$(${taken} | sed 's/\\\\"/"/g' | sed 's/"/\\\\"/g')\n${reply}`)).toEqual([])
    expect(await at(`c=$(jq -r .command | sed "s/\\"/'/g")\n${reply}`)).toEqual([])
    expect(await at('# echo "{\\"a\\":\\"$b\\"}"\necho "hello $name"')).toEqual([])
  })

  it('quoted-heredoc', async () => {
    const at = (body: string) => script('quoted-heredoc', body)
    expect(await at(`cat <<'EOF'\n{\n  "agent_message": "no $command"\n}\nEOF`)).toEqual(['warning 4:24'])
    expect(await at(`cat <<'EOF'\n{ "agent_message": "no" }\nEOF`)).toEqual([])
    expect(await at(`python3 - <<'EOF'\nprint("$x")\nEOF`)).toEqual([])
  })

  it('exit-3-with-deny', async () => {
    const at = (body: string) => script('exit-3-with-deny', body)
    expect(await at(`if x; then\n  echo '{"permission":"deny"}'\n  exit 3\nfi\nexit 0`)).toEqual(['warning 4:3'])
    expect(await at(`if x; then\n  echo '{"permission":"deny"}'\n  exit 0\nfi\nexit 1`)).toEqual([])
    expect(await at(`echo '{"permission":"deny"}'\nexit 2`)).toEqual([])
  })

  it('old-casing', async () => {
    expect(await script('old-casing', `echo '{"userMessage":"no","agentMessage":"no"}'`)).toEqual(['note 2:9'])
    expect(await script('old-casing', `echo '{"user_message":"no","userMessage":"no"}'`)).toEqual([])
  })

  it('jq-unchecked', async () => {
    expect(await script('jq-unchecked', 'cmd=$(jq -r .command)')).toEqual(['warning 2:7'])
    expect(await script('jq-unchecked', 'cat | jq .', 'afterFileEdit')).toEqual(['note 2:7'])
    expect(await script('jq-unchecked', 'command -v jq >/dev/null || exit 2\njq .')).toEqual([])
    expect(await script('jq-unchecked', 'echo install jq')).toEqual([])
  })

  it('missing-tool', async () => {
    const none = { onPath: (program: string) => program !== 'jq' }
    const notOnDesktop = { onDesktopPath: (program: string) => program !== 'jq' }
    expect(await script('missing-tool', 'cmd=$(cat | jq -r .command)', 'stop', none)).toEqual(['warning 2:13'])
    expect(await script('missing-tool', 'jq .', 'stop', notOnDesktop)).toEqual(['warning 2:1'])
    expect(await script('jq-unchecked', 'jq .', 'stop', none)).toEqual([])
    expect(await script('missing-tool', 'if command -v jq; then jq .; fi', 'stop', none)).toEqual([])
  })

  it('shell-syntax', async () => {
    const parse = async () => ({ line: 3, message: 'syntax error near unexpected token `fi’' })
    expect(await script('shell-syntax', 'if x\nfi', 'stop', { parse })).toEqual(['error 3:1'])
    expect(await script('shell-syntax', 'true')).toEqual([])
  })

  it('script-syntax', async () => {
    const parsed: string[] = []
    const parse = async (_: string, interpreter: string) => {
      parsed.push(interpreter)
      return { line: 2, message: 'SyntaxError: invalid syntax' }
    }
    const found = async (command: string, name: string, text: string) => {
      const files = { '.cursor/hooks.json': cursor('stop', { command }), [name]: text }
      return (await lintFiles(files, { parse })).filter(({ code }) => code === 'script-syntax').length
    }
    expect(await found('./x.py', 'x.py', '#!/usr/bin/env python3\nx\n')).toBe(1)
    expect(await found('node x.mjs', 'x.mjs', 'x\nx\n')).toBe(1)
    expect(parsed).toEqual(['python3', 'node'])
    for (const [command = '', name = '', text = ''] of [
      ['./x.py', 'x.py', '#!/w/venv/bin/python3\nx\n'],
      ['venv/bin/python3 x.py', 'x.py', 'x\nx\n'],
      ['node x.ts', 'x.ts', 'x\nx\n'],
      ['bun x.js', 'x.js', 'x\nx\n'],
      ['python3.13 x.py', 'x.py', 'x\nx\n'],
    ])
      expect([command, await found(command, name, text)]).toEqual([command, 0])
  })

  it('crlf-script', async () => {
    const files = (text: string) => ({ '.cursor/hooks.json': cursor('stop', { command: './x.sh' }), 'x.sh': text })
    expect(positionsOf(await lintFiles(files('#!/bin/sh\r\ntrue\r\n')), 'crlf-script')).toEqual(['error 1:1'])
    expect(positionsOf(await lintFiles(files('#!/bin/sh\ntrue\r\n')), 'crlf-script')).toEqual([])
  })

  it('reply-ignored', async () => {
    const at = (body: string, event: string) => script('reply-ignored', body, event)
    expect(await at(`echo '{"permission":"deny"}'`, 'afterFileEdit')).toEqual(['warning 2:8'])
    expect(await at(`echo "{\\"permission\\": \\"deny\\"}"`, 'beforeSubmitPrompt')).toEqual(['warning 2:9'])
    expect(await at(`echo '{"action":"continue"}'`, 'stop')).toEqual(['warning 2:8'])
    expect(await at(`echo '{"followup_message":"x"}'`, 'sessionEnd')).toEqual(['warning 2:8'])
    expect(await at(`echo '{"additional_context":"x"}'`, 'beforeSubmitPrompt')).toEqual(['note 2:8'])
    expect(await at(`echo '{"additional_context":"x"}'`, 'sessionStart')).toEqual([])
    expect(await at(`echo '{"permission":"deny"}'`, 'beforeShellExecution')).toEqual([])
    expect(await at(`echo '{"permission":"ask"}'`, 'beforeReadFile')).toEqual(['warning 2:8'])
    expect(await at(`echo '{"permission":"deny"}'`, 'beforeReadFile')).toEqual([])
    expect(await at(`echo '{"permission":"ask"}'`, 'beforeShellExecution')).toEqual([])
  })

  it('check a script once even if several entries run it', async () => {
    const files = {
      '.cursor/hooks.json': cursor('stop', { command: './x.sh' }, { command: './x.sh again' }),
      'x.sh': '#!/bin/sh\njq .\n',
    }
    expect(positionsOf(await lintFiles(files), 'jq-unchecked')).toEqual(['note 2:1'])
  })

  it('check the replies of Python and JavaScript', async () => {
    const files = {
      '.cursor/hooks.json': cursor('afterFileEdit', { command: 'python3 x.py' }),
      'x.py': 'import json, sys\nprint(json.dumps({"permission": "deny"}))\nsys.exit(3)\n',
    }
    const found = await lintFiles(files)
    expect(positionsOf(found, 'reply-ignored')).toEqual(['warning 2:19'])
    expect(positionsOf(found, 'exit-3-with-deny')).toEqual(['warning 3:1'])
  })
})
