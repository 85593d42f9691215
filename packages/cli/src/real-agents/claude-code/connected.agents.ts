/** Tests the promise of `hookline connect`: one entry for every event in the user's settings, and each event is answered once. */
import { expect } from 'vitest'
import type { TrialSandbox } from '../sandbox.ts'
import { eachVersion, fullOnly, sampled } from '../subjects.ts'
import { runTrial } from '../trial.ts'
import { claudeCode } from './agent.ts'

const { shell } = claudeCode.tools
const guard = (text: string) => `#!/bin/sh\n${text}\n`
/** Denies `touch denied`, and counts every call. */
const counting = guard(
  `echo x >> runs\ncase $(cat) in *'touch denied'*) echo '{"permission":"deny","agent_message":"use make"}' ;; *) echo '{}' ;; esac`,
)
const files = { 'guard.sh': counting }
const hooks = { beforeShellExecution: [{ command: './guard.sh' }] }

async function connect(sandbox: TrialSandbox, ...levels: readonly (readonly string[])[]): Promise<void> {
  for (const args of levels) await sandbox.hookline(['connect', 'claude', ...args, '--yes'])
  await sandbox.hookline(['trust', 'add', '--yes'], [0, 1])
}

eachVersion(claudeCode, 'One connection for everything', (subject) => {
  sampled("connected in the user's settings, a hook of the project denies, and a hook added later fires", async () => {
    const { sandbox, results } = await runTrial(subject, {
      connect: 'none',
      files,
      hooks,
      prepare: async (sandbox) => {
        await connect(sandbox, [])
        await sandbox.hookline(['add', 'echo x >> fired; echo {}', '--event', 'beforeSubmitPrompt', '--yes'])
        await sandbox.hookline(['trust', 'add', '--yes'])
      },
      turns: [shell('touch denied'), shell('touch allowed')],
    })
    expect(sandbox.exists('denied')).toBe(false)
    expect(sandbox.exists('allowed')).toBe(true)
    expect(results).toMatchObject([{ text: expect.stringContaining('use make'), isError: true }, { isError: false }])
    expect(sandbox.read('fired')).toBe('x\n')
  })

  sampled('connected in both settings, each event is answered once', async () => {
    const { sandbox, records } = await runTrial(subject, {
      connect: 'none',
      files,
      hooks,
      prepare: (sandbox) => connect(sandbox, [], ['--project']),
      turns: [shell('touch denied')],
    })
    expect(sandbox.exists('denied')).toBe(false)
    expect(sandbox.read('runs')).toBe('x\n')
    expect(records).toMatchObject([{ event: 'beforeShellExecution', verdict: 'deny' }])
  })

  fullOnly("without the user's settings, the entry of the project answers", async () => {
    const { sandbox } = await runTrial(
      subject,
      {
        connect: 'none',
        files,
        hooks,
        prepare: (sandbox) => connect(sandbox, [], ['--project']),
        turns: [shell('touch denied')],
      },
      { args: ['--setting-sources', 'project,local'] },
    )
    expect(sandbox.exists('denied')).toBe(false)
  })
})
