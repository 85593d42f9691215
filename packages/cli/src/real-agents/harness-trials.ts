/** Declares the trials of the harness itself: the agent runs offline, alone and with Hookline. */
import { expect } from 'vitest'
import type { RealAgent } from './agent.ts'
import { eachVersion, sampled } from './subjects.ts'
import { runTrial, type Subject } from './trial.ts'

interface HarnessOptions {
  /** The result of `echo hello` for the model. Default: any text with it. */
  readonly printed?: unknown
  /** Hosts that the agent tries to reach by itself, and does not need. */
  readonly ownHosts?: readonly string[]
  /** Further trials of this agent. */
  readonly more?: (subject: Subject) => void
}

export function harnessTrials(agent: RealAgent, options: HarnessOptions = {}): void {
  const { printed = expect.stringContaining('hello'), ownHosts = [], more } = options
  const { shell } = agent.tools
  const othersOf = (hosts: readonly string[]) => hosts.filter((host) => !ownHosts.includes(host))

  eachVersion(agent, 'The harness', (subject) => {
    sampled('without Hookline, it runs what the model asks for and reaches no other host', async () => {
      const { code, sandbox, results, answer, refusedHosts } = await runTrial(subject, {
        connect: 'none',
        turns: [shell('touch acted && echo hello'), 'finished'],
      })
      expect({ code, answer, others: othersOf(refusedHosts) }).toEqual({ code: 0, answer: 'finished', others: [] })
      expect(results).toMatchObject([{ text: printed, isError: false }])
      expect(sandbox.exists('acted')).toBe(true)
    })

    sampled('with Hookline, a denied command does not run, the model gets the reason, and the log agrees', async () => {
      const { sandbox, results, records, refusedHosts } = await runTrial(subject, {
        files: { 'guard.sh': '#!/bin/sh\necho \'{"permission":"deny","agent_message":"use make"}\'\n' },
        hooks: { beforeShellExecution: [{ command: './guard.sh' }] },
        turns: [shell('touch acted')],
      })
      expect(sandbox.exists('acted')).toBe(false)
      expect(results).toMatchObject([{ text: expect.stringContaining('use make'), isError: true }])
      expect(records).toMatchObject([{ event: 'beforeShellExecution', verdict: 'deny', kind: 'refuse' }])
      expect(othersOf(refusedHosts)).toEqual([])
    })

    more?.(subject)
  })
}
