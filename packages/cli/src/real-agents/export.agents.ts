/** Tests that `hookline export --verify` says the truth about each real agent: what it keeps of a hook that was exported to it. */
import { expect } from 'vitest'
import { putOnPath } from './put-on-path.ts'
import { createTrialSandbox } from './sandbox.ts'
import { eachAlone, fullOnly, sampled } from './subjects.ts'

/** They stop after a hook of their own files has crashed: Claude Code by a key that `export` writes. */
const stopAfterCrash: ReadonlySet<string> = new Set(['Claude Code 2.1.325', 'Copilot CLI 1.0.102'])

eachAlone('Exported hooks', (subject) => {
  const { agent, version } = subject
  const name = agent.connection?.replace('connect-', '') ?? ''
  const verify = async (entry: object): Promise<unknown> => {
    const sandbox = createTrialSandbox()
    putOnPath(subject, sandbox)
    sandbox.write({
      'guard.sh': '#!/bin/sh\ntouch ran\n',
      '.hookline/hookline.json': {
        version: 1,
        hooks: { preToolUse: [{ command: './guard.sh', input: name, ...entry }] },
      },
    })
    const args = ['export', '--to', name, '--verify', '--dry-run', '--json']
    const { stdout } = await sandbox.hookline(args, [0, 1])
    expect(sandbox.exists('ran')).toBe(false)
    // True: this is the output of our own command.
    return (JSON.parse(stdout) as { verified: { hooks: readonly unknown[] } }).verified.hooks[0]
  }

  sampled('a deny of an exported hook is kept', async () => {
    expect(await verify({})).toMatchObject({ result: 'kept' })
  })

  const isKept = stopAfterCrash.has(`${agent.name} ${version}`)
  fullOnly(`a crash of an exported hook that fails closed is ${isKept ? 'kept' : 'reported as lost'}`, async () => {
    expect(await verify({ failClosed: true })).toMatchObject({
      result: isKept ? 'kept' : 'lost',
      message: expect.stringContaining('crash'),
    })
  })
})
