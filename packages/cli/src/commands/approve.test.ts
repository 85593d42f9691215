import { type ChildProcess, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { atTerminal, hasTerminals } from '../testing/at-terminal.ts'
import { bin, type Sandbox, sandbox } from '../testing/cli.ts'

function withPack(settings: object = {}): Sandbox {
  const scratch = sandbox()
  scratch.write('.hookline/hookline.json', { version: 1, packs: { 'git-policy': settings } })
  scratch.hookline(['trust', 'add', '--yes'])
  return scratch
}
interface Call {
  readonly command?: string
  readonly root?: string
  readonly host?: 'cursor' | 'claude'
  readonly env?: Readonly<Record<string, string>>
}
const payload = ({ command = 'git push --force origin topic', root = '', host = 'cursor' }: Call) =>
  JSON.stringify(
    host === 'cursor'
      ? { hook_event_name: 'beforeShellExecution', conversation_id: 'c', command, cwd: root, workspace_roots: [root] }
      : { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: { command }, cwd: root },
  )
function call(scratch: Sandbox, given: Call = {}) {
  const root = given.root ?? scratch.root
  const args = ['run', '--host', given.host ?? 'cursor']
  const { stdout } = scratch.hookline(args, {
    stdin: payload({ ...given, root }),
    ...(given.env ? { env: given.env } : {}),
  })
  const answer = JSON.parse(stdout)
  const refused = answer.permission === 'deny' || answer.hookSpecificOutput?.permissionDecision === 'deny'
  return { answer, refused }
}
const codeIn = (text: unknown): string => /approve (\w{4}-\w{2})\b/.exec(String(text))?.[1] ?? ''

const approve = (scratch: Sandbox, args: string, env?: Readonly<Record<string, string>>) =>
  atTerminal(scratch, `${process.execPath} ${bin} approve ${args}`, env)

describe('a refusal', () => {
  it.each(['cursor', 'claude'] as const)('has a code for the person and not for the model (%s)', (host) => {
    const { answer } = call(withPack(), { host })
    const person = host === 'cursor' ? answer.user_message : answer.systemMessage
    const model = host === 'cursor' ? answer.agent_message : answer.hookSpecificOutput.permissionDecisionReason
    const code = codeIn(person)
    expect(code).toMatch(/^\w{4}-\w{2}$/)
    expect(person).toContain('(covers git-policy/force-push)')
    expect(model).not.toContain('approve')
    expect(model).not.toContain(code)
  })

  it('is what a question becomes where the agent says that no person is there', () => {
    const scratch = withPack({ rules: { 'force-push': 'ask' } })
    const verdictIn = (env: Readonly<Record<string, string>>) => {
      const { answer } = call(scratch, { host: 'claude', env })
      return [answer.hookSpecificOutput.permissionDecision, codeIn(answer.systemMessage) !== '']
    }
    expect(verdictIn({})).toEqual(['ask', false])
    expect(verdictIn({ CLAUDE_CODE_SESSION_ATTENDED: '1' })).toEqual(['ask', false])
    expect(verdictIn({ CLAUDE_CODE_SESSION_ATTENDED: '0' })).toEqual(['deny', true])
  })

  it('has no code in the log, which an agent can read', () => {
    const scratch = withPack()
    const code = codeIn(call(scratch).answer.user_message)
    const log = join(scratch.home, 'state/hookline/log')
    const text = readdirSync(log, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.\w+$/.test(name))
      .map((name) => readFileSync(join(log, name), 'latin1'))
    expect(text.join('')).toContain('git push --force')
    expect(text.join('')).not.toContain(code)
  })

  it('by the organisation has one only if its pack allows it', () => {
    const scratch = sandbox()
    const refusalWith = (settings: object) => {
      scratch.write('managed/hookline.json', { version: 1, packs: { 'git-policy': settings } })
      const env = { HOOKLINE_ENTERPRISE_DIR: join(scratch.root, 'managed') }
      return call(scratch, { env }).answer.user_message
    }
    expect(codeIn(refusalWith({}))).toBe('')
    expect(codeIn(refusalWith({ approvals: true }))).not.toBe('')
  })
})

describe.runIf(hasTerminals)('hookline approve', () => {
  it('lets exactly that call pass, once', async () => {
    const scratch = withPack()
    const code = codeIn(call(scratch).answer.user_message)
    expect(await approve(scratch, '')).toContain(code)
    expect(await approve(scratch, `${code} --reason 'my own branch'`)).toContain('Approved once')
    expect(call(scratch, { command: 'git push --force origin topic ' }).refused).toBe(true)
    expect(call(scratch, { host: 'claude' }).refused).toBe(true)
    expect(call(scratch).answer).toEqual({})
    expect(call(scratch).refused).toBe(true)
    const { records } = JSON.parse(scratch.hookline(['log', '--json']).stdout)
    const passed = records.find((record: { because: { rule: string } }) => record.because.rule === 'approved')
    expect(passed).toMatchObject({
      verdict: 'deny',
      kind: 'proceed',
      runs: [{ approved: { reason: 'my own branch' } }],
    })
    expect(passed.because.message).toContain('my own branch')
  })

  it('is of no use in another workspace', async () => {
    const scratch = withPack()
    const other = join(scratch.root, 'other')
    scratch.write('other/.hookline/hookline.json', { version: 1, packs: { 'git-policy': {} } })
    scratch.hookline(['trust', 'add', other, '--yes'])
    await approve(scratch, codeIn(call(scratch).answer.user_message))
    expect(call(scratch, { root: other }).refused).toBe(true)
    expect(call(scratch).refused).toBe(false)
  })

  it('is over after its time, and a code can be used only once', async () => {
    const scratch = withPack()
    const code = codeIn(call(scratch).answer.user_message)
    await approve(scratch, `${code} --for 1m`)
    expect(await approve(scratch, code)).toContain('no refusal with the code')
    const directory = join(scratch.home, 'state/hookline/approvals')
    const [name = ''] = readdirSync(directory).filter((one) => one.startsWith('granted-'))
    const granted = JSON.parse(readFileSync(join(directory, name), 'utf8'))
    expect(granted.until - Date.now()).toBeLessThanOrEqual(60_000)
    writeFileSync(join(directory, name), JSON.stringify({ ...granted, until: Date.now() - 1 }))
    expect(call(scratch).refused).toBe(true)
  })

  it('lets one of several calls at once pass', async () => {
    const scratch = withPack()
    await approve(scratch, codeIn(call(scratch).answer.user_message))
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const child = scratch.start(['run', '--host', 'cursor'], 'pipe')
        child.stdin?.end(payload({ root: scratch.root }))
        return JSON.parse(await textOf(child))
      }),
    )
    expect(answers.filter(({ permission }) => permission !== 'deny')).toHaveLength(1)
  })

  it('writes a lasting exception for exactly this call, after a yes', async () => {
    const scratch = withPack()
    const code = codeIn(call(scratch).answer.user_message)
    const command = `${process.execPath} ${bin} approve ${code} --always`
    const out = join(scratch.directory, 'always')
    spawnSync('setsid', ['-f', 'sh', '-c', `(sleep 2; echo y) | script -qec "$0" ${out}; touch ${out}.done`, command], {
      cwd: scratch.root,
      env: scratch.env,
    })
    for (let waited = 0; waited < 600 && !existsSync(`${out}.done`); waited++) await sleep(50)
    const file = join(scratch.home, 'config/hookline/hookline.json')
    const { exceptions } = JSON.parse(readFileSync(file, 'utf8'))
    expect(exceptions).toMatchObject([{ covers: ['git-policy/force-push'], shows: 'git push --force origin topic' }])
    for (let times = 0; times < 2; times++) expect(call(scratch).refused).toBe(false)
    expect(call(scratch, { command: 'git push --force origin main' }).refused).toBe(true)
    // A workspace cannot except anything.
    writeFileSync(file, '{ "version": 1 }')
    scratch.write('.hookline/hookline.json', { version: 1, packs: { 'git-policy': {} }, exceptions })
    scratch.hookline(['trust', 'add', '--yes'])
    expect(call(scratch).refused).toBe(true)
    expect(scratch.hookline(['check']).stdout).toContain("a project's hookline.json cannot set `exceptions`")
  })
})

describe('hookline approve refuses an agent', () => {
  it('that has no terminal, and one whose variables show it', () => {
    const scratch = withPack()
    const code = codeIn(call(scratch).answer.user_message)
    expect(scratch.hookline(['approve', code]).code).toBe(1)
    const { code: exit, stdout, stderr } = scratch.hookline(['approve'], { env: { CLAUDECODE: '1' } })
    expect({ exit, stdout }).toEqual({ exit: 1, stdout: '' })
    expect(stderr).not.toContain('CLAUDECODE')
    expect(call(scratch).refused).toBe(true)
  })

  it.runIf(hasTerminals)('at a faked terminal, as its descendant or with its variables removed', async () => {
    const scratch = withPack()
    const code = codeIn(call(scratch).answer.user_message)
    const programs = join(scratch.directory, 'programs')
    mkdirSync(programs)
    const claude = join(programs, 'claude')
    copyFileSync('/bin/bash', claude)
    spawnSync('chmod', ['+x', claude])
    const own = `${process.execPath} ${bin} approve ${code}`
    expect(await atTerminal(scratch, own, { CLAUDECODE: '1' })).toContain('cannot run in an agent')
    for (const command of [
      `${claude} -c '${own}; true'`,
      `${claude} -c 'script -qec "${own}" /dev/null; true'`,
      `CLAUDECODE=1 sh -c 'env -u CLAUDECODE ${own}; true'`,
      `CLAUDECODE=1 sh -c 'env -i HOME=$HOME XDG_STATE_HOME=$XDG_STATE_HOME ${own}; true'`,
    ])
      expect([command, await atTerminal(scratch, command)]).toEqual([
        command,
        expect.stringContaining('cannot run in an agent'),
      ])
    const editor = join(programs, 'code')
    copyFileSync(claude, editor)
    expect(await atTerminal(scratch, `${editor} -c '${own}; true'`)).toContain('an agent started this process')
    expect(call(scratch).refused).toBe(true)
  })
})

function textOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    child.stdout?.on('data', (part) => {
      text += String(part)
    })
    child.on('close', () => resolve(text))
  })
}
