import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { agentFiles, ownCommands } from '@hookline/core/node'
import { expect, test } from 'vitest'
import { agents } from './agents.ts'
import { commands } from './commands.ts'
import { sandbox } from './testing/cli.ts'

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

test('every command declares whether it can weaken a guard, and every agent which files configure its hooks', () => {
  expect(Object.keys(commands).sort()).toEqual(Object.keys(ownCommands).sort())
  expect(agents.map(({ name }) => name).sort()).toEqual(Object.keys(agentFiles).sort())
})
