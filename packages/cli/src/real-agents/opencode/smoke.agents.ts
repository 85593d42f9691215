import { expect } from 'vitest'
import { eachVersion, sampled } from '../subjects.ts'
import { runTrial } from '../trial.ts'
import { opencode } from './agent.ts'

const { shell } = opencode.tools
/** It installs the types for plugins and ripgrep by itself, and goes on without them. */
const ownInstalls = new Set(['registry.npmjs.org:443', 'github.com:443'])

eachVersion(opencode, 'The harness', (subject) => {
  sampled('without Hookline, it runs what the model asks for and reaches no other host', async () => {
    const { code, sandbox, results, answer, refusedHosts } = await runTrial(subject, {
      connect: 'none',
      turns: [shell('touch acted && echo hello'), 'finished'],
    })
    expect({ code, answer }).toEqual({ code: 0, answer: 'finished' })
    expect(refusedHosts.filter((host) => !ownInstalls.has(host))).toEqual([])
    expect(results).toMatchObject([{ text: expect.stringContaining('hello'), isError: false }])
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
    expect(refusedHosts.filter((host) => !ownInstalls.has(host))).toEqual([])
  })
})
