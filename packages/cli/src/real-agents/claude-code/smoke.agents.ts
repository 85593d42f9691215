import { expect } from 'vitest'
import { eachVersion, sampled } from '../subjects.ts'
import { runTrial } from '../trial.ts'
import { claudeCode } from './agent.ts'

const { shell } = claudeCode.acts

eachVersion(claudeCode, 'The harness', (subject) => {
  sampled('alone, it does what the model says and reaches nothing outside', async () => {
    const { code, place, results, answer, outside } = await runTrial(subject, {
      connect: 'none',
      turns: [shell('touch acted && echo hello'), 'finished'],
    })
    expect({ code, answer, outside }).toEqual({ code: 0, answer: 'finished', outside: [] })
    expect(results).toMatchObject([{ text: 'hello', isError: false }])
    expect(place.exists('acted')).toBe(true)
  })

  sampled('connected, a denied command does not run, the model receives the reason, and the log agrees', async () => {
    const { place, results, records, outside } = await runTrial(subject, {
      files: { 'guard.sh': '#!/bin/sh\necho \'{"permission":"deny","agent_message":"use make"}\'\n' },
      hooks: { beforeShellExecution: [{ command: './guard.sh' }] },
      turns: [shell('touch acted')],
    })
    expect(place.exists('acted')).toBe(false)
    expect(results).toMatchObject([{ text: expect.stringContaining('use make'), isError: true }])
    expect(records).toMatchObject([{ event: 'beforeShellExecution', verdict: 'deny', kind: 'refuse' }])
    expect(outside).toEqual([])
  })
})
