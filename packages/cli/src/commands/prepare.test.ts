import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'
import { hasTerminal, openTerminal } from '../testing/terminal.ts'

function clone(): Sandbox {
  const scratch = sandbox()
  scratch.script('hooks/guard.sh', 'exit 2')
  scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: './hooks/guard.sh' }] }))
  return scratch
}
const trusts = (scratch: Sandbox) => existsSync(join(scratch.home, 'state/hookline/trust.json'))

describe('hookline prepare', () => {
  it('names the one command, and writes nothing without a terminal', () => {
    const scratch = clone()
    const { code, stdout, stderr } = scratch.hookline(['prepare'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toBe(
      'Hookline: 1 hook of this repository is not trusted yet. To see and trust them: npx hookline trust add\n',
    )
    expect(JSON.parse(scratch.hookline(['prepare', '--json']).stdout)).toMatchObject({ state: 'untrusted', waiting: 1 })
    expect(trusts(scratch)).toBe(false)
  })

  it('does nothing in CI, without hooks, or once they are trusted', () => {
    const scratch = clone()
    expect(scratch.hookline(['prepare'], { env: { CI: 'true' } })).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(sandbox().hookline(['prepare'])).toEqual({ code: 0, stdout: '', stderr: '' })
    scratch.hookline(['trust', 'add', '--yes'])
    expect(scratch.hookline(['prepare'])).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  it("does not fail in an agent's shell, nor on a damaged file", () => {
    const scratch = clone()
    expect(scratch.hookline(['prepare'], { env: { CLAUDECODE: '1' } }).code).toBe(0)
    scratch.write('.cursor/hooks.json', '{ "version": ')
    expect(scratch.hookline(['prepare']).code).toBe(0)
    expect(trusts(scratch)).toBe(false)
  })

  it.skipIf(!hasTerminal)('trusts only after a yes at a terminal', async () => {
    const scratch = clone()
    const first = openTerminal(scratch, ['prepare'])
    await first.see('Show them now? [y/N] ')
    first.type('n\n')
    expect(await first.ended).toBe(0)
    expect(trusts(scratch)).toBe(false)
    const second = openTerminal(scratch, ['prepare'])
    await second.see('Show them now? [y/N] ')
    second.type('y\n')
    expect(await second.see('Trust these hooks? [y/N] ')).toContain('$ ./hooks/guard.sh')
    second.type('y\n')
    await second.see('Trusted.')
    expect(await second.ended).toBe(0)
    expect(trusts(scratch)).toBe(true)
  })
})
