/** The same hooks, run by the agent itself without Hookline: what each version does alone. */
import { expect } from 'vitest'
import { eachAgent, fullOnly } from '../subjects.ts'
import { runTrial } from '../trial.ts'
import { type Act, actIn, behaviours, guardFiles } from './behaviours.ts'

eachAgent('Hooks that fail', (subject) => {
  const { acts, native } = subject.agent
  for (const behaviour of behaviours)
    fullOnly(`alone, with a hook that ${behaviour.name}`, async ({ task }) => {
      const { place } = await runTrial(subject, {
        connect: 'none',
        files: { ...native.guardShell('./guard.sh', behaviour.timeout), ...guardFiles(behaviour, native.words) },
        turns: [acts.shell('touch acted')],
      })
      const act = actIn(place)
      Object.assign(task.meta, { fault: { row: behaviour.name, policy: 'alone', act } })
      const stops = native.stops(subject.version).includes(behaviour.name)
      const wanted: Act = stops ? 'did not run' : behaviour.meaning === 'rewrite' ? 'ran rewritten' : 'ran'
      expect(act).toBe(wanted)
    })
})
