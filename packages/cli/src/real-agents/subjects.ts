/** Declares the trials of every installed version of an agent. Versions that are missing are skipped. */
import { describe, inject, type TestContext, test } from 'vitest'
import type { RealAgent } from './agent.ts'
import { realAgents } from './agents.ts'
import { awaitedMark } from './page.ts'
import type { Cell } from './report.ts'
import type { Subject } from './trial.ts'
import './setup.ts'

/** Which trials run: all, some of each kind in about two minutes, or those that fill the table at the end. */
export const selection: 'all' | 'sample' | 'table' =
  process.env.HOOKLINE_AGENTS_TABLE === '1' ? 'table' : process.env.HOOKLINE_AGENTS_SAMPLE === '1' ? 'sample' : 'all'

type Declare = (name: string, run: (context: TestContext) => Promise<void>) => void

/** A test that the sample contains too. */
export const sampled: Declare = test.skipIf(selection === 'table')
/** A test of the full run only. */
export const fullOnly: Declare = test.skipIf(selection !== 'all')
/** A test that fills a cell of the table: it calls `measured`. */
export const forTable = (name: string, run: (context: TestContext) => Promise<void>, isSampled = false): void =>
  test.skipIf(selection === 'sample' && !isSampled)(name, run)

/** Keeps what a trial showed, also if an assertion after it fails. `fact` is a name in `table.ts`. */
export function measured({ task }: TestContext, fact: string, text: string): void {
  const { cells = [] } = task.meta as { cells?: readonly Cell[] }
  Object.assign(task.meta, { cells: [...cells, { fact, text }] })
}
/**
 * A test of something that is not built yet. It is expected to fail, and a full run fails as soon as it passes.
 * @public
 */
export const awaited: Declare = (name, run) =>
  (selection === 'all' ? test.fails : test.skip)(`${awaitedMark}${name}`, run)

const notInstalled = { program: '', directory: '' }

/** `theme` is the heading of the results on the page. */
export function eachVersion(agent: RealAgent, theme: string, declare: (subject: Subject) => void): void {
  const installed = inject('installed')
  for (const version of selection === 'table' ? agent.versions.slice(0, 1) : agent.versions) {
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
