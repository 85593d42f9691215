/** Tests that Hookline and Codex agree about which hooks Codex runs: only those that the person has trusted in it. */
import { expect } from 'vitest'
import { eachVersion, fullOnly, sampled } from '../subjects.ts'
import { prepareTrial, type Subject } from '../trial.ts'
import { codex } from './agent.ts'
import { listHooks } from './list-hooks.ts'

/** Codex as a person starts it, who has to trust each hook. */
const asking = ({ agent, ...subject }: Subject): Subject => ({
  ...subject,
  agent: {
    ...agent,
    start(prompt, options) {
      const { args, env } = agent.start(prompt, options)
      return { args: args.filter((one) => one !== '--dangerously-bypass-hook-trust'), env }
    },
  },
})

const prepare = (subject: Subject) =>
  prepareTrial(asking(subject), {
    connect: 'none',
    files: { 'guard.sh': '#!/bin/sh\necho \'{"permission":"deny"}\'\n' },
    hooks: { beforeShellExecution: [{ command: './guard.sh' }] },
    prepare: async (sandbox) => {
      await sandbox.hookline(['connect', 'codex', '--yes'])
      await sandbox.hookline(['trust', 'add', '--yes'])
    },
    turns: [codex.tools.shell('touch acted')],
  })

eachVersion(codex, 'The trust of Codex', (subject) => {
  fullOnly('without it the command runs, and status says that Codex skips the entries', async () => {
    const trial = await prepare(subject)
    await trial.prompt()
    expect(trial.sandbox.exists('acted')).toBe(true)
    const { stdout } = await trial.sandbox.hookline(['status'], [1])
    expect(stdout).toContain('connected, but it does not call Hookline')
    expect(stdout).toContain('have not been reviewed and trusted')
  })

  sampled('with it the command is denied, and status says that Codex is connected', async () => {
    const trial = await prepare(subject)
    const hooks = await listHooks(subject.program, trial.sandbox)
    expect(hooks.map(({ trustStatus }) => trustStatus)).toEqual(hooks.map(() => 'untrusted'))
    await codex.settle?.(subject, trial.sandbox)
    await trial.prompt()
    expect(trial.sandbox.exists('acted')).toBe(false)
    const { stdout } = await trial.sandbox.hookline(['status'])
    expect(stdout).toContain('connected · 1 hook active')
  })
})
