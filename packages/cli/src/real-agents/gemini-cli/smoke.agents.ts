import { expect } from 'vitest'
import { harnessTrials } from '../harness-trials.ts'
import { fullOnly } from '../subjects.ts'
import { runTrial } from '../trial.ts'
import { geminiCli } from './agent.ts'

const { read, write, edit } = geminiCli.tools

harnessTrials(geminiCli, {
  more: (subject) =>
    fullOnly('without Hookline, it writes, edits and reads files', async () => {
      const { sandbox, results } = await runTrial(subject, {
        connect: 'none',
        turns: [
          write('note.txt', 'one\ntwo\n'),
          edit('note.txt', 'one', 'three'),
          read('note.txt'),
          read('missing.txt'),
        ],
      })
      expect(sandbox.read('note.txt')).toBe('three\ntwo\n')
      expect(results.map(({ isError }) => isError)).toEqual([false, false, false, true])
      expect(results[2]?.text).toContain('three\ntwo')
    }),
})
