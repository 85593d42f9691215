/** Tests what happens when Hookline itself is missing, killed or too slow, with the entry that `hookline init --user` writes. */
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import type { TrialSandbox } from '../sandbox.ts'
import { eachVersion, fullOnly, sampled } from '../subjects.ts'
import { type PromptOptions, runTrial, type Subject, type TrialSetup } from '../trial.ts'
import { claudeCode } from './agent.ts'

interface FailureCase {
  readonly name: string
  readonly event?: 'beforeShellExecution' | 'beforeSubmitPrompt'
  /** What the user's hook does after the agent is connected. */
  readonly hook?: string
  /** Damages the installation or the settings. */
  readonly damage?: (sandbox: TrialSandbox) => void
  readonly options?: PromptOptions
  /** Versions on which the command still runs. `hookline doctor` reports it there. */
  readonly open?: readonly string[]
}

/** Changes the text of the settings that `init` wrote. */
const editSettings = (edit: (text: string) => string) => (sandbox: TrialSandbox) => {
  const file = join(sandbox.home, '.claude/settings.json')
  writeFileSync(file, edit(readFileSync(file, 'utf8')))
}

const failureCases: readonly FailureCase[] = [
  { name: 'Hookline is killed', hook: 'kill -9 $PPID; sleep 20' },
  { name: 'Hookline is missing', damage: ({ program }) => rmSync(program) },
  { name: 'Node is missing', damage: ({ bin }) => rmSync(join(bin, 'node')) },
  { name: 'NODE_OPTIONS stops every Node process', options: { env: { NODE_OPTIONS: '--no-such-option' } } },
  {
    name: "the timeout of Hookline's entry is shorter than a hook takes",
    hook: 'sleep 8',
    damage: editSettings((text) => text.replaceAll(/"timeout": \d+/g, '"timeout": 3')),
  },
  {
    name: "the timeout of Hookline's entry is too short to start Hookline",
    damage: editSettings((text) => text.replaceAll(/"timeout": \d+/g, '"timeout": 0.02')),
    // In this version a timeout cannot block.
    open: ['2.1.197'],
  },
  {
    name: 'a prompt hook that fails closed hangs',
    event: 'beforeSubmitPrompt',
    hook: 'sleep 100',
    damage: editSettings((text) => text.replaceAll(/"timeout": \d+/g, '"timeout": 5')),
  },
  {
    // Claude Code stops waiting after 30 s here, and only the deadline inside `run` can deny before that.
    name: 'a prompt hook that fails closed hangs, and the entry of Hookline has neither timeout nor onFailure',
    event: 'beforeSubmitPrompt',
    hook: 'sleep 100',
    damage: editSettings((text) => text.replaceAll(/ \|\| \{[^}]*\}|,\s*"timeout": \d+|,\s*"onFailure": "block"/g, '')),
  },
]

const guard = (text: string) => ({ '.cursor/guard.sh': `#!/bin/sh\n${text}\n` })

/** There is only one gate, so that no other gate denies first. The hook changes after `init` has proved it. */
const createSetup = ({ event = 'beforeShellExecution', hook = 'exit 0', damage }: FailureCase): TrialSetup => ({
  connect: 'user',
  ownInstall: true,
  homeFiles: guard('exit 0'),
  userHooks: { [event]: [{ command: 'exec ./guard.sh', failClosed: true }] },
  prepare: (sandbox) => {
    sandbox.writeHome(guard(hook))
    damage?.(sandbox)
  },
  turns: [claudeCode.tools.shell('touch acted')],
})

/** Whether doctor, which finds this version on the PATH, reports that the agent continues if Hookline is slow. */
async function doctorReportsIt({ program }: Subject, sandbox: TrialSandbox): Promise<boolean> {
  symlinkSync(join(dirname(program), '../../.bin/claude'), join(sandbox.bin, 'claude'))
  return (await sandbox.hookline(['doctor'], [0, 1])).stdout.includes('takes longer than the timeout of the entry')
}

eachVersion(claudeCode, 'Hookline itself fails', (subject) => {
  sampled('with a working Hookline the command runs', async () => {
    const { sandbox, records } = await runTrial(subject, createSetup({ name: 'nothing' }))
    expect(sandbox.exists('acted')).toBe(true)
    expect(records).toMatchObject([{ event: 'beforeShellExecution', kind: 'proceed' }])
  })

  for (const [at, failure] of failureCases.entries()) {
    const isOpen = failure.open?.includes(subject.version) === true
    const declare = at === 1 || at === 3 ? sampled : fullOnly
    declare(`when ${failure.name}, the command ${isOpen ? 'runs' : 'does not run'}`, async () => {
      const { sandbox } = await runTrial(subject, createSetup(failure), { limitMs: 90_000, ...failure.options })
      expect(sandbox.exists('acted')).toBe(isOpen)
      if (failure.open !== undefined) expect(await doctorReportsIt(subject, sandbox)).toBe(isOpen)
    })
  }
})
