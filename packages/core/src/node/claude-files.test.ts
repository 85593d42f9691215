import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useScratch, write } from '../testing/scratch.ts'

let base: string
let home: string
let root: string
const { open } = useScratch((scratch) => {
  ;({ base, home, root } = scratch)
})

type Fields = Readonly<Record<string, unknown>>
const settings = (hooks: Fields) => write(join(root, '.claude/settings.json'), { hooks })
const group = (command: string, more: Fields = {}) => [{ hooks: [{ type: 'command', command, ...more }] }]
function script(name: string, text: string): string {
  const path = join(base, name)
  write(path, `#!/bin/sh\n${text}\n`)
  chmodSync(path, 0o755)
  return path
}
const written = (name: string) => readFileSync(join(base, name), 'utf8')
const variables = (name: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    written(name)
      .split('\n')
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
const env = () => ({
  PATH: process.env.PATH,
  XDG_STATE_HOME: join(base, 'state'),
  CURSOR_VERSION: '9.9',
  CURSOR_TRACE_ID: 'outer',
  CURSOR_AGENT: '1',
})
const shell = { tool_name: 'Shell', tool_input: { command: 'ls' }, tool_use_id: 'u', cwd: '/' }
const start = { is_background_agent: false, conversation_id: 'c', session_id: 'c' }

describe('a hook of a Claude Code file', () => {
  it('gets the payload of Claude Code and no variable of Cursor, inherited ones included', async () => {
    settings({ PreToolUse: group(script('see.sh', `cat > ${base}/in; env > ${base}/env`)) })
    const hooks = await open({ env: env(), user: { email: 'a@example.com' } })
    await hooks.fire('preToolUse', shell)
    expect(JSON.parse(written('in'))).toMatchObject({ hook_event_name: 'PreToolUse', tool_name: 'Bash' })
    expect(JSON.parse(written('in'))).not.toHaveProperty('cursor_version')
    expect(Object.keys(variables('env')).filter((name) => name.startsWith('CURSOR_'))).toEqual([])
    expect(variables('env').CLAUDE_PROJECT_DIR).toBe(root)
  })

  it('does not change what a native hook next to it gets', async () => {
    write(join(root, '.cursor/hooks.json'), {
      version: 1,
      hooks: { preToolUse: [{ command: script('see.sh', `env > ${base}/env`) }] },
    })
    const hooks = await open({ env: env(), user: { email: 'a@example.com' } })
    await hooks.fire('preToolUse', shell)
    expect(variables('env')).toMatchObject({ CURSOR_VERSION: '3.0.0', CURSOR_USER_EMAIL: 'a@example.com' })
  })

  it('sets variables for later hooks by appending to CLAUDE_ENV_FILE', async () => {
    const lines = [
      'export NODE_ENV=test',
      "export GREETING='a b'",
      'export TWICE="$NODE_ENV-$NODE_ENV"',
      'export PATH=/evil',
      'export LD_PRELOAD=/evil.so',
      'export CODE=$(touch pwned)',
    ]
    settings({
      SessionStart: group(script('start.sh', `cat >> "$CLAUDE_ENV_FILE" <<'EOF'\n${lines.join('\n')}\nEOF`)),
      PreToolUse: group(script('see.sh', `env > ${base}/env`)),
    })
    const hooks = await open({ env: env() })
    const effect = await hooks.fire('sessionStart', start)
    expect(effect.env).toMatchObject({ NODE_ENV: 'test', GREETING: 'a b', TWICE: 'test-test' })
    expect(effect.runs[0]?.notes).toEqual(
      expect.arrayContaining(['variable-refused:CODE', 'variable-refused:PATH', 'variable-refused:LD_PRELOAD']),
    )
    await hooks.fire('preToolUse', { ...shell, conversation_id: 'c' })
    expect(variables('env')).toMatchObject({ NODE_ENV: 'test', GREETING: 'a b', TWICE: 'test-test' })
    expect(variables('env').PATH).toBe(process.env.PATH)
    expect(variables('env')).not.toHaveProperty('LD_PRELOAD')
    expect(variables('env')).not.toHaveProperty('CLAUDE_ENV_FILE')
    expect(existsSync(join(root, 'pwned'))).toBe(false)
  })

  it('also writes them to the file of the agent that fired the event', async () => {
    settings({ SessionStart: group(script('start.sh', 'printf "export A=1" >> "$CLAUDE_ENV_FILE"')) })
    const agentFile = join(base, 'agent-env.sh')
    write(agentFile, 'export BEFORE=1\n')
    const hooks = await open({ env: { ...env(), CLAUDE_ENV_FILE: agentFile } })
    expect((await hooks.fire('sessionStart', start)).env).toEqual({ A: '1' })
    expect(readFileSync(agentFile, 'utf8')).toBe('export BEFORE=1\nexport A=1\n')
  })

  it('leaves no variables file behind', async () => {
    settings({ SessionStart: group(script('start.sh', `echo "$CLAUDE_ENV_FILE" > ${base}/path`)) })
    const hooks = await open({ env: env() })
    await hooks.fire('sessionStart', start)
    expect(written('path')).toMatch(/\S/)
    expect(existsSync(written('path').trim())).toBe(false)
  })

  it('can add context and variables at once', async () => {
    settings({ SessionStart: group(script('start.sh', 'echo "export A=1" >> "$CLAUDE_ENV_FILE"; echo "On main"')) })
    const hooks = await open({ env: env() })
    expect(await hooks.fire('sessionStart', start)).toMatchObject({ context: 'On main', env: { A: '1' } })
  })

  it('is started without a shell if it has args, which may name the project', async () => {
    script('args.sh', `printf '%s\\n' "$@" > ${base}/args`)
    settings({
      PreToolUse: group(`${base}/args.sh`, { args: [`\${CLAUDE_PROJECT_DIR}/x y`, '$HOME', '$(touch pwned)', '*'] }),
    })
    const hooks = await open({ env: env() })
    const effect = await hooks.fire('preToolUse', shell)
    expect(effect.runs[0]?.outcome.kind).toBe('silent')
    expect(written('args')).toBe(`${root}/x y\n$HOME\n$(touch pwned)\n*\n`)
  })
})

describe('a Claude Code plugin', () => {
  const plugin = () => join(base, 'formatter')
  const see = () => {
    script('formatter/see.sh', `cat > ${base}/in; env > ${base}/env`)
    return `"\${CLAUDE_PLUGIN_ROOT}"/see.sh`
  }

  it('loads its hooks/hooks.json, and gets its directories as variables', async () => {
    write(join(plugin(), 'hooks/hooks.json'), { description: 'Formats', hooks: { PreToolUse: group(see()) } })
    const hooks = await open({ env: env(), plugins: [plugin()] })
    expect(hooks.problems).toEqual([])
    await hooks.fire('preToolUse', shell)
    expect(JSON.parse(written('in'))).toMatchObject({ hook_event_name: 'PreToolUse', tool_name: 'Bash' })
    const seen = variables('env')
    expect(seen.CLAUDE_PLUGIN_ROOT).toBe(plugin())
    expect(seen.CLAUDE_PLUGIN_DATA).toMatch(/formatter-[0-9a-f]{8}$/)
    expect(existsSync(seen.CLAUDE_PLUGIN_DATA ?? '')).toBe(true)
    expect(seen).not.toHaveProperty('CURSOR_PLUGIN_ROOT')
  })

  it.each([
    ['a path', './extra.json'],
    ['a list of paths', ['./hooks/hooks.json', './extra.json']],
  ])('adds the hooks its manifest names by %s', async (_what, named) => {
    write(join(plugin(), 'hooks/hooks.json'), { hooks: { PreToolUse: group('true # usual') } })
    write(join(plugin(), 'extra.json'), { hooks: { Stop: group('true # extra') } })
    write(join(plugin(), '.claude-plugin/plugin.json'), { name: 'formatter', hooks: named })
    const hooks = await open({ env: env(), plugins: [plugin()] })
    expect(hooks.entries.map(({ event, dialect }) => `${event} ${dialect}`)).toEqual([
      'preToolUse claude',
      'stop claude',
    ])
  })

  it('takes the hooks from the manifest itself', async () => {
    write(join(plugin(), '.claude-plugin/plugin.json'), { name: 'formatter', hooks: { Stop: group('true') } })
    const hooks = await open({ env: env(), plugins: [plugin()] })
    expect(hooks.entries).toMatchObject([{ event: 'stop', dialect: 'claude' }])
  })

  it('with Cursor event names is read as a Cursor plugin', async () => {
    write(join(plugin(), 'hooks/hooks.json'), { hooks: { stop: [{ command: 'true' }] } })
    const hooks = await open({ env: env(), plugins: [plugin()] })
    expect(hooks.entries).toMatchObject([{ event: 'stop', dialect: 'cursor' }])
  })
})

describe('`shell` of a Claude Code hook', () => {
  const fire = async (more: Fields, path = process.env.PATH) => {
    settings({ PreToolUse: group('[[ a == a ]] && exit 2', more) })
    const hooks = await open({ env: { ...env(), PATH: path } })
    return { effect: await hooks.fire('preToolUse', shell), problems: hooks.problems.map(({ code }) => code) }
  }

  it('bash runs the text in bash', async () => {
    const { effect, problems } = await fire({ shell: 'bash' })
    expect(effect).toMatchObject({ kind: 'refuse', because: { rule: 'exit-2' } })
    expect(problems).toEqual([])
  })

  it('powershell gives the text to pwsh, with the exit code of the last program kept', async () => {
    script('pwsh', `printf '%s\\n' "$@" > ${base}/args; exit 2`)
    const { effect } = await fire({ shell: 'powershell' }, `${base}:${process.env.PATH}`)
    expect(effect.kind).toBe('refuse')
    expect(written('args')).toContain('-Command\n[[ a == a ]] && exit 2\n')
  })

  it.each([
    ['block', 'refuse'],
    ['continue', 'proceed'],
  ])('a missing powershell is a failed hook: onFailure %s', async (onFailure, kind) => {
    const { effect } = await fire({ shell: 'powershell', onFailure }, '/usr/bin:/bin')
    expect(effect.kind).toBe(kind)
    expect(JSON.stringify(effect)).toContain('spawn')
  })

  it('another shell is an error, and the hook is not used', async () => {
    const { effect, problems } = await fire({ shell: 'zsh' })
    expect(effect.kind).toBe('proceed')
    expect(problems).toEqual(['wrong-type'])
  })
})

describe('a command that would run the event as a program', () => {
  const attack = { command: '$(touch pwned)', cwd: '/', sandbox: false }
  it.each(['bash', 'cat | sh', 'env bash', 'jq -r .command | sh', 'eval "$command"'])(
    '%s never starts, and its gate refuses',
    async (command) => {
      write(join(root, '.cursor/hooks.json'), {
        version: 1,
        hooks: { beforeShellExecution: [{ command, failClosed: false }] },
      })
      const hooks = await open({ env: env() })
      const effect = await hooks.fire('beforeShellExecution', attack)
      expect(effect).toMatchObject({ kind: 'refuse', because: { rule: 'failed-closed', failure: 'payload-as-code' } })
      expect(effect.userMessage).toContain('would run text from the event as a program')
      expect(readdirSync(root)).toEqual(['.cursor'])
      expect(hooks.problems).toMatchObject([{ code: 'payload-as-code', severity: 'error' }])
    },
  )

  it.each([
    [['-c', 'eval "$prompt"']],
    [['-c', 'echo "$prompt" | sh']],
    [['-c', 'p=$(printf %s "$prompt"); sh -c "$p"']],
  ])('never starts with its text in args: sh %j', async (args) => {
    settings({ UserPromptSubmit: group('sh', { args }) })
    const hooks = await open({ env: env() })
    const effect = await hooks.fire('beforeSubmitPrompt', { prompt: 'touch pwned', attachments: [] })
    expect(effect).toMatchObject({ kind: 'refuse', because: { failure: 'payload-as-code' } })
    expect(readdirSync(root)).toEqual(['.claude'])
    expect(hooks.problems).toMatchObject([{ code: 'payload-as-code', severity: 'error' }])
  })

  it('with args names a script, which runs and reads the event as data', async () => {
    write(join(root, 'guard.sh'), `cat > ${base}/in\nexit 2\n`)
    write(join(root, '.cursor/hooks.json'), {
      version: 1,
      hooks: { beforeShellExecution: [{ command: 'bash', args: ['./guard.sh'] }] },
    })
    const hooks = await open({ env: env() })
    expect((await hooks.fire('beforeShellExecution', attack)).kind).toBe('refuse')
    expect(JSON.parse(written('in'))).toMatchObject({ command: '$(touch pwned)' })
    expect(readdirSync(root).sort()).toEqual(['.cursor', 'guard.sh'])
    expect(hooks.entries[0]?.label).toBe('bash ./guard.sh')
    expect(hooks.problems.map(({ code }) => code)).toEqual(['args-ignored'])
  })
})

describe('trust', () => {
  it('is bound to the scripts that args name', async () => {
    write(join(root, 'guard.sh'), 'exit 0\n')
    write(join(root, '.hookline/hookline.json'), {
      hooks: { beforeShellExecution: [{ command: 'bash', args: ['./guard.sh'] }] },
    })
    const asked: string[] = []
    await open({
      env: env(),
      trust: ({ files }) => {
        asked.push(...files.map(({ path }) => path))
        return true
      },
    })
    expect(asked).toContain(join(root, 'guard.sh'))
  })
})

describe('variables about the user and the machine', () => {
  const see = () =>
    write(join(home, '.cursor/hooks.json'), {
      version: 1,
      hooks: { beforeShellExecution: [{ command: script('see.sh', `env > ${base}/env`) }] },
    })
  const fire = async (given: Readonly<Record<string, string | undefined>>, input: Fields = {}) => {
    see()
    const hooks = await open({ env: { PATH: process.env.PATH, ...given } })
    await hooks.fire('beforeShellExecution', { command: 'ls', cwd: '/', sandbox: false, ...input })
    return variables('env')
  }

  it('CURSOR_CODE_REMOTE is passed on if the agent set it', async () => {
    expect((await fire({ CURSOR_CODE_REMOTE: 'true' })).CURSOR_CODE_REMOTE).toBe('true')
    expect(await fire({ CURSOR_CODE_REMOTE: 'false' })).not.toHaveProperty('CURSOR_CODE_REMOTE')
    expect(await fire({})).not.toHaveProperty('CURSOR_CODE_REMOTE')
  })

  it('CURSOR_USER_EMAIL comes from the payload, or else from the agent', async () => {
    expect((await fire({}, { user_email: 'p@example.com' })).CURSOR_USER_EMAIL).toBe('p@example.com')
    expect((await fire({ CURSOR_USER_EMAIL: 'e@example.com' })).CURSOR_USER_EMAIL).toBe('e@example.com')
    const both = await fire({ CURSOR_USER_EMAIL: 'e@example.com' }, { user_email: 'p@example.com' })
    expect(both.CURSOR_USER_EMAIL).toBe('p@example.com')
  })
})
