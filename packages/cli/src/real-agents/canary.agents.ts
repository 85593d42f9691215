/** Tests that `hookline doctor --prove --agent` says the truth about each real agent, in a home directory that was connected to it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findAgent } from '@hookline/core/agents'
import { expect } from 'vitest'
import { treeOf } from '../testing/tree.ts'
import { claudeCode } from './claude-code/agent.ts'
import { putOnPath } from './put-on-path.ts'
import { createTrialSandbox, type TrialSandbox } from './sandbox.ts'
import { eachConnectable, eachVersion, fullOnly, sampled } from './subjects.ts'
import type { Subject } from './trial.ts'

/** A person's machine with the agent on the PATH, connected, and ready to be used. */
async function connectedMachine({
  agent,
  program,
  directory,
}: Subject): Promise<{ sandbox: TrialSandbox; name: string }> {
  const sandbox = createTrialSandbox()
  const name = agent.connection?.replace('connect-', '') ?? ''
  putOnPath({ agent, program, directory }, sandbox)
  await sandbox.hookline(['connect', name, '--yes'])
  await agent.settle?.({ program, directory }, sandbox)
  return { sandbox, name }
}

/** Without Hookline's own state and caches. */
const filesOf = ({ home }: TrialSandbox) =>
  Object.entries(treeOf(home)).filter(([path]) => !/^\.(?:local|cache)(?:\/|$)/.test(path))

async function prove({ hookline }: TrialSandbox, name: string) {
  const { stdout } = await hookline(['doctor', '--prove', '--agent', name, '--json'], [0, 1])
  // True: this is the output of our own command with one agent.
  return (JSON.parse(stdout) as { agents: readonly [Readonly<Record<string, unknown>>] }).agents[0]
}

eachConnectable('The proof through the agent', (subject) => {
  sampled('connected, it is proved with its version, and nothing of the person is touched', async () => {
    const { sandbox, name } = await connectedMachine(subject)
    const before = filesOf(sandbox)
    const proof = await prove(sandbox, name)
    console.log(
      `${subject.agent.name} ${String(proof.version)}: ${String(proof.state)} in ${String(proof.durationMs)} ms`,
    )
    expect(proof).toMatchObject({
      state: 'proved',
      code: 'denied',
      version: subject.version,
      commands: [
        { expected: 'run', ran: true },
        { expected: 'denied', ran: false },
      ],
    })
    expect(filesOf(sandbox)).toEqual(before)
    const { stdout } = await sandbox.hookline(['status'], [0, 1])
    expect(stdout).toContain(`proved just now with ${findAgent(name)?.title} ${subject.version}`)
  })
})

eachVersion(claudeCode, 'The proof through the agent', (subject) => {
  fullOnly('an entry that is not asked about commands is found out', async () => {
    const { sandbox, name } = await connectedMachine(subject)
    const file = join(sandbox.home, '.claude/settings.json')
    const settings = JSON.parse(readFileSync(file, 'utf8'))
    settings.hooks.PreToolUse[0].matcher = 'Read'
    writeFileSync(file, JSON.stringify(settings))
    expect(await prove(sandbox, name)).toMatchObject({ state: 'failed', code: 'never-asked' })
  })
})
