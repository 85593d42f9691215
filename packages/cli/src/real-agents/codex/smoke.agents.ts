import { expect } from 'vitest'
import { eachVersion, fullOnly, sampled } from '../subjects.ts'
import { runTrial } from '../trial.ts'
import { codex } from './agent.ts'

const { shell, write, edit } = codex.tools

eachVersion(codex, 'The harness', (subject) => {
  sampled('without Hookline, it runs what the model asks for and reaches no other host', async () => {
    const { code, sandbox, results, answer, refusedHosts } = await runTrial(subject, {
      connect: 'none',
      turns: [shell('touch acted && echo hello'), 'finished'],
    })
    expect({ code, answer, refusedHosts }).toEqual({ code: 0, answer: 'finished', refusedHosts: [] })
    expect(results).toMatchObject([{ text: expect.stringContaining('hello'), isError: false }])
    expect(sandbox.exists('acted')).toBe(true)
  })

  fullOnly('without Hookline, it writes and edits files with patches', async () => {
    const { sandbox, results } = await runTrial(subject, {
      connect: 'none',
      turns: [write('note.txt', 'one\ntwo\n'), edit('note.txt', 'one', 'three'), shell('exit 3')],
    })
    expect(sandbox.read('note.txt')).toBe('three\ntwo\n')
    expect(results.map(({ isError }) => isError)).toEqual([false, false, true])
  })
})
