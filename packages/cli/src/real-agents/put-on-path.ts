/** Puts the program of an agent on the PATH of a trial, by the name under which people start it. */
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findAgent } from '@hookline/core/agents'
import type { TrialSandbox } from './sandbox.ts'
import type { Subject } from './trial.ts'

export function putOnPath(
  { agent, program, directory }: Pick<Subject, 'agent' | 'program' | 'directory'>,
  { bin }: TrialSandbox,
): void {
  const file = join(bin, findAgent(agent.connection?.replace('connect-', '') ?? '')?.program?.name ?? '')
  if (agent.script === undefined) symlinkSync(program, file)
  else writeFileSync(file, `#!/bin/sh\nexec '${program}' '${join(directory, agent.script)}' "$@"\n`, { mode: 0o755 })
}
