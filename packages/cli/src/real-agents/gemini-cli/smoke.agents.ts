import { expect } from 'vitest'
import { eachVersion, fullOnly, sampled } from '../subjects.ts'
import { runTrial } from '../trial.ts'
import { geminiCli } from './agent.ts'

const { shell, read, write, edit } = geminiCli.tools

eachVersion(geminiCli, 'The harness', (subject) => {
  sampled('without Hookline, it runs what the model asks for and reaches no other host', async () => {
    const { code, sandbox, results, answer, refusedHosts } = await runTrial(subject, {
      connect: 'none',
      turns: [shell('touch acted && echo hello'), 'finished'],
    })
    expect({ code, answer, refusedHosts }).toEqual({ code: 0, answer: 'finished', refusedHosts: [] })
    expect(results).toMatchObject([{ text: expect.stringContaining('hello'), isError: false }])
    expect(sandbox.exists('acted')).toBe(true)
  })

  fullOnly('without Hookline, it writes, edits and reads files', async () => {
    const { sandbox, results } = await runTrial(subject, {
      connect: 'none',
      turns: [write('note.txt', 'one\ntwo\n'), edit('note.txt', 'one', 'three'), read('note.txt'), read('missing.txt')],
    })
    expect(sandbox.read('note.txt')).toBe('three\ntwo\n')
    expect(results.map(({ isError }) => isError)).toEqual([false, false, false, true])
    expect(results[2]?.text).toContain('three\ntwo')
  })
})
