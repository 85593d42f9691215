/** Puts the processes of hooks into sandboxes (CONTRACT §19). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Raw, RawEnd } from '../../flow.ts'
import type { Platform } from '../../ports.ts'
import type { Confinement, Sandboxes } from '../../runners/command.ts'
import { bubblewrapMessage } from './bubblewrap.ts'
import { landlockMessage } from './landlock.ts'
import {
  type Candidate,
  describeMissing,
  filterFile,
  findMechanism,
  type Mechanism,
  variablesIn,
  whyNoSandbox,
  wrapIn,
} from './mechanism.ts'
import { forbidsWriting, neededBy, type SandboxScope } from './scope.ts'
import { findSecrets } from './secrets.ts'

/** `candidates` are the programs to try. Default: those of this machine. */
export function createSandboxes(platform: Platform, candidates?: () => readonly Candidate[]): Sandboxes {
  return {
    whyNot: (level) => whyNoSandbox(level, platform, candidates),
    enter(level, entry, env) {
      const found = findMechanism(level, platform, candidates)
      if ('whyNot' in found) return { problem: describeMissing(level, found.whyNot) }
      try {
        const scope: SandboxScope = {
          level,
          cwd: entry.cwd,
          filter: filterFile(level, found.mechanism, platform),
          needed: neededBy(entry, env, platform),
          secrets: level === 'strict' ? findSecrets(platform) : [],
        }
        return confine(found.mechanism, scope)
      } catch (error) {
        return { problem: describeMissing(level, error instanceof Error ? error.message : String(error)) }
      }
    },
  }
}

function confine(mechanism: Mechanism, scope: SandboxScope): Confinement {
  const ownTemporary = mechanism.kind === 'landlock' && forbidsWriting(scope.level)
  const temporary = ownTemporary ? mkdtempSync(join(tmpdir(), 'hookline-sandbox-')) : undefined
  return {
    note: `sandbox:${mechanism.kind}`,
    wrap: (start, writable) => wrapIn(mechanism, scope, writable, temporary, start),
    variables: { ...variablesIn(mechanism, scope), ...(temporary === undefined ? {} : { TMPDIR: temporary }) },
    failure: (raw) => findFailure(raw, mechanism),
    finish: () => {
      if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true })
    },
  }
}

/**
 * Whether the sandbox did not start, by what its program printed first. A hook that prints the same and fails is counted as not
 * started too, which refuses at a gate.
 */
function findFailure({ end, stderr }: Raw, { kind, program: started }: Mechanism): RawEnd | undefined {
  if (end.kind !== 'exit' || end.code === 0) return undefined
  const [first = ''] = stderr.split('\n', 1)
  // The shell that starts bubblewrap did not find it, or not the filter.
  const isMissing = kind === 'bubblewrap' && / (not found|No such file|cannot open|Permission denied)/i.test(first)
  if (isMissing && (first.includes(`${started}:`) || first.includes('.bpf')))
    return { kind: 'sandbox', message: `the sandbox could not be started: ${first}` }
  const message = (kind === 'bubblewrap' ? bubblewrapMessage : landlockMessage).exec(stderr)?.[1]
  if (message === undefined) return undefined
  const [, program, cause = ''] = /^execvp (.*): (.*)$/.exec(message) ?? []
  if (program !== undefined) return { kind: 'spawn', message: `${program} could not be started: ${cause}` }
  return { kind: 'sandbox', message: `the sandbox could not be started: ${message}` }
}
