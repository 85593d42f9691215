import { expect } from 'vitest'
import { harnessTrials } from '../harness-trials.ts'
import { fullOnly } from '../subjects.ts'
import { runTrial } from '../trial.ts'
import { codex } from './agent.ts'

const { shell, write, edit } = codex.tools

harnessTrials(codex, {
  more: (subject) =>
    fullOnly('without Hookline, it writes and edits files with patches', async () => {
      const { sandbox, results } = await runTrial(subject, {
        connect: 'none',
        turns: [write('note.txt', 'one\ntwo\n'), edit('note.txt', 'one', 'three'), shell('exit 3')],
      })
      expect(sandbox.read('note.txt')).toBe('three\ntwo\n')
      expect(results.map(({ isError }) => isError)).toEqual([false, false, true])
    }),
})
