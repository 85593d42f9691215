/** Runs the same hooks by the agent itself, without Hookline, to compare. */
import { expect } from 'vitest'
import { eachAlone, forTable, fullOnly } from '../subjects.ts'
import { tableFacts } from '../table.ts'
import { runTrial } from '../trial.ts'
import { behaviours, type CommandEffect, cursorHook, guardFiles, readEffect } from './behaviours.ts'

eachAlone('Hooks that fail', (subject, native) => {
  const { tools: acts } = subject.agent
  for (const behaviour of [...behaviours, cursorHook]) {
    const declare = tableFacts('alone').has(behaviour.name) ? forTable : fullOnly
    declare(`without Hookline, a hook that ${behaviour.name}`, async ({ task }) => {
      const { sandbox } = await runTrial(subject, {
        connect: 'none',
        files: { ...native.guardShell('./guard.sh', behaviour.timeout), ...guardFiles(behaviour, native.replies) },
        turns: [acts.shell('touch acted')],
      })
      const act = readEffect(sandbox)
      Object.assign(task.meta, { fault: { row: behaviour.name, policy: 'alone', act } })
      const stops = native.stops(subject.version).includes(behaviour.name)
      const isRewritten = behaviour.meaning === 'rewrite' && native.ignoresRewrites !== true
      const wanted: CommandEffect = stops ? 'did not run' : isRewritten ? 'ran rewritten' : 'ran'
      expect(act).toBe(wanted)
    })
  }
})
