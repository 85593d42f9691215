/** Declares the trials of every installed version of an agent. Versions that are missing are skipped. */
import { describe, inject, type TestContext, test } from 'vitest'
import type { RealAgent } from './agent.ts'
import { realAgents } from './agents.ts'
import { awaitedMark } from './page.ts'
import type { Subject } from './trial.ts'
import './setup.ts'

export const isSample = process.env.HOOKLINE_AGENTS_SAMPLE === '1'

type Declare = (name: string, run: (context: TestContext) => Promise<void>) => void

/** A test that the sample contains too. */
export const sampled: Declare = test
/** A test of the full run only. */
export const fullOnly: Declare = test.skipIf(isSample)
/**
 * A test of something that is not built yet. It is expected to fail, and a full run fails as soon as it passes.
 * @public
 */
export const awaited: Declare = (name, run) => (isSample ? test.skip : test.fails)(`${awaitedMark}${name}`, run)

const notInstalled = { program: '', directory: '' }

/** `theme` is the heading of the results on the page. */
export function eachVersion(agent: RealAgent, theme: string, declare: (subject: Subject) => void): void {
  const installed = inject('installed')
  for (const version of agent.versions) {
    const found = installed[`${agent.id}-${version}`]
    const { program, directory } = found !== undefined && 'program' in found ? found : notInstalled
    describe.skipIf(program === '')(theme, () => {
      describe(`${agent.name} ${version}`, () => declare({ agent, version, program, directory }))
    })
  }
}

/** Every agent to which Hookline can be connected. */
export function eachConnectable(theme: string, declare: (subject: Subject) => void): void {
  for (const agent of realAgents) if (agent.connection !== undefined) eachVersion(agent, theme, declare)
}

/** Every agent that runs programs as hooks by itself. Hooks of the others are code in the agent. */
export function eachAlone(
  theme: string,
  declare: (subject: Subject, native: NonNullable<RealAgent['native']>) => void,
): void {
  for (const agent of realAgents) {
    const { native } = agent
    if (native !== undefined) eachVersion(agent, theme, (subject) => declare(subject, native))
  }
}
