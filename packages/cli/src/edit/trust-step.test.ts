import { describe, expect, it } from 'vitest'
import { hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'
import { hasTerminal, openTerminal } from '../testing/terminal.ts'

const stateOf = (scratch: Sandbox) => JSON.parse(scratch.hookline(['trust', 'list', '--json']).stdout).roots[0]?.state

function trusted(): Sandbox {
  const scratch = sandbox()
  scratch.script('hooks/guard.sh', 'exit 0')
  scratch.write(
    '.cursor/hooks.json',
    hooksFile({ beforeShellExecution: [{ command: './hooks/guard.sh', name: 'guard' }] }),
  )
  scratch.hookline(['trust', 'add', '--yes'])
  return scratch
}

describe.skipIf(!hasTerminal)('a command that edits hooks at a terminal', () => {
  it('trusts the result once the person has agreed to the diff', async () => {
    const scratch = trusted()
    const add = openTerminal(scratch, ['add', 'true', '--event', 'stop', '--name', 'done'])
    await add.see('Write these files? [y/N] ')
    add.type('y\n')
    await add.see('The hooks of this workspace are trusted as they are now.')
    expect(await add.ended).toBe(0)
    expect(stateOf(scratch)).toBe('trusted')
    const remove = openTerminal(scratch, ['remove', 'done'])
    await remove.see('Write these files? [y/N] ')
    remove.type('y\n')
    expect(await remove.ended).toBe(0)
    expect(stateOf(scratch)).toBe('trusted')
  })

  it('asks where it had nothing to confirm', async () => {
    const scratch = sandbox()
    const fresh = openTerminal(scratch, ['new', 'guard', '--event', 'beforeShellExecution'])
    await fresh.see('Trust the hooks of this workspace as they are now? [y/N] ')
    fresh.type('n\n')
    await fresh.see('To review them and let them run')
    expect(stateOf(scratch)).toBeUndefined()
  })

  it('trusts nothing else that changed', async () => {
    const scratch = trusted()
    scratch.script('hooks/guard.sh', 'exit 0 # changed by someone else')
    const add = openTerminal(scratch, ['add', 'true', '--event', 'stop'])
    await add.see('Write these files? [y/N] ')
    add.type('y\n')
    await add.see('To review them and let them run')
    expect(stateOf(scratch)).toBe('changed')
  })
})

describe('a command that edits hooks', () => {
  it("trusts nothing without a terminal, with --yes, or in an agent's shell", () => {
    const scratch = trusted()
    const { stdout } = scratch.hookline(['add', 'true', '--event', 'stop', '--yes', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ result: 'written', trusted: false })
    expect(stateOf(scratch)).toBe('changed')
    scratch.hookline(['trust', 'add', '--yes'])
    scratch.hookline(['add', 'shell-guard', '--yes'], { env: { CLAUDECODE: '1' } })
    expect(stateOf(scratch)).toBe('changed')
  })
})
