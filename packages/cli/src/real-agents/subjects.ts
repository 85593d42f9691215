/** Declares the trials of every installed version of an agent; versions that are missing are skipped. */
import { describe, inject, type TestAPI, test } from 'vitest'
import type { RealAgent } from './agent.ts'
import { realAgents } from './agents.ts'
import type { Subject } from './trial.ts'
import './setup.ts'

export const isSample = process.env.HOOKLINE_AGENTS_SAMPLE === '1'

/** A test that the sample contains too. */
export const sampled: TestAPI = test
/** A test of the full run only. */
export const fullOnly = test.skipIf(isSample) as TestAPI
/** A test of what is not built yet: it is expected to fail, and the run fails once it passes. */
export const awaited = test.fails as TestAPI

export function eachVersion(agent: RealAgent, declare: (subject: Subject) => void): void {
  const installed = inject('installed')
  for (const version of agent.versions) {
    const found = installed[`${agent.id}-${version}`]
    const program = found !== undefined && 'program' in found ? found.program : undefined
    describe.skipIf(program === undefined)(`${agent.name} ${version}`, () => {
      declare({ agent, version, program: program ?? '' })
    })
  }
}

export const eachAgent = (declare: (subject: Subject) => void): void => {
  for (const agent of realAgents) eachVersion(agent, declare)
}
