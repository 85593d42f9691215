import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { agentFiles, ownCommands } from '@hookline/core/node'
import { describe, expect, test } from 'vitest'
import { agents } from './agents.ts'
import { commands } from './commands.ts'
import { atTerminal, hasTerminals } from './testing/at-terminal.ts'
import { bin, type Sandbox, sandbox } from './testing/cli.ts'

const own = '.hookline/hookline.json'

test.each(['CLAUDECODE', 'CURSOR_AGENT', 'GEMINI_CLI', 'CODEX_THREAD_ID'])(
  'a shell with %s cannot weaken its guards, and the message does not name the variable',
  (variable) => {
    const scratch = sandbox()
    scratch.write(own, { version: 1, packs: { 'shell-guard': {} } })
    const before = readFileSync(join(scratch.root, own), 'utf8')
    const env = { [variable]: '1' }
    for (const args of [
      ['disable', 'shell-guard'],
      ['remove', 'shell-guard', '--yes'],
      ['trust', 'add', '--yes'],
      ['add', 'shell-guard', '--set', 'mode=monitor', '--yes'],
    ]) {
      const { code, stdout, stderr } = scratch.hookline(args, { env })
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toContain('Ask the user to run it in their own terminal')
      expect(stderr).not.toContain(variable)
    }
    expect(readFileSync(join(scratch.root, own), 'utf8')).toBe(before)
    expect(existsSync(join(scratch.home, 'state/hookline/disabled.json'))).toBe(false)
    expect(scratch.hookline(['list'], { env }).code).toBe(0)
    expect(scratch.hookline(['disable', '--help'], { env }).stdout).toContain('Usage: hookline disable')
  },
)

test("commands run in the user's own terminal", () => {
  const scratch = sandbox()
  scratch.write(own, { version: 1, packs: { 'shell-guard': {} } })
  expect(scratch.hookline(['remove', 'shell-guard', '--yes']).code).toBe(0)
  expect(scratch.hookline(['trust', 'list'], { env: { CLAUDECODE: '1' } }).code).toBe(0)
})

/** A workspace with a pack, a script that turns the pack off, and a program with this name that runs scripts as an agent does. */
function withAgent(name: string): { readonly scratch: Sandbox; readonly agent: string; isOff(): boolean } {
  const scratch = sandbox()
  scratch.write(own, { version: 1, packs: { 'shell-guard': {} } })
  scratch.script('x.sh', `"${process.execPath}" "${bin}" disable shell-guard\ntrue`)
  const agent = join(scratch.directory, name)
  copyFileSync('/bin/bash', agent)
  chmodSync(agent, 0o755)
  return { scratch, agent, isOff: () => existsSync(join(scratch.home, 'state/hookline/disabled.json')) }
}
const runAs = ({ root, env }: Sandbox, command: string, more: Readonly<Record<string, string>> = {}): string =>
  spawnSync('sh', ['-c', `${command}; true`], { cwd: root, env: { ...env, ...more }, encoding: 'utf8' }).stderr

describe.runIf(process.platform === 'linux')('a script that an agent starts', () => {
  test.each(['claude', 'codex', 'droid', 'kiro-cli', 'windsurf', 'kiro', 'code', 'cursor', 'cursor-agent'])(
    'cannot weaken the guards: %s, without any variable',
    (name) => {
      const { scratch, agent, isOff } = withAgent(name)
      expect(runAs(scratch, `'${agent}' -c 'sh x.sh; true'`)).toContain('Ask the user to run it in their own terminal')
      expect(runAs(scratch, `'${agent}' -c 'env -i sh -c "sh x.sh; true"; true'`)).toContain("an agent's shell")
      expect(isOff()).toBe(false)
    },
  )
  test.each(['env -u CLAUDECODE sh x.sh', 'env -i HOME="$HOME" sh x.sh', 'sh -c "unset CLAUDECODE; sh x.sh; true"'])(
    'cannot weaken the guards: %s',
    (command) => {
      const { scratch, isOff } = withAgent('unused')
      expect(runAs(scratch, command, { CLAUDECODE: '1' })).toContain("an agent's shell")
      expect(isOff()).toBe(false)
    },
  )
  test.runIf(hasTerminals)('cannot weaken the guards at a faked terminal', async () => {
    const { scratch, agent, isOff } = withAgent('claude')
    expect(await atTerminal(scratch, `'${agent}' -c 'sh x.sh; true'`)).toContain("an agent's shell")
    expect(isOff()).toBe(false)
  })
  test('can do what weakens nothing', () => {
    const { scratch, agent } = withAgent('claude')
    for (const args of ['list', 'check', 'disable --help', 'trust list', 'add git-policy --dry-run'])
      expect(runAs(scratch, `'${agent}' -c '"${process.execPath}" "${bin}" ${args}; true'`)).not.toContain(
        "agent's shell",
      )
  })
  test.runIf(hasTerminals).each(['code', 'cursor', 'windsurf', 'kiro'])(
    'is not what a person types in a terminal of the editor %s',
    async (name) => {
      const { scratch, agent, isOff } = withAgent(name)
      expect(await atTerminal(scratch, `'${agent}' -c 'sh x.sh; true'`)).toContain('To turn it on again')
      expect(isOff()).toBe(true)
    },
  )
})

test('every command declares whether it can weaken a guard, and every agent which files configure its hooks', () => {
  expect(Object.keys(commands).sort()).toEqual(Object.keys(ownCommands).sort())
  expect(agents.map(({ name }) => name).sort()).toEqual(Object.keys(agentFiles).sort())
})
