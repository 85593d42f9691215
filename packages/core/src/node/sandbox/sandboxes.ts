/** Puts the processes of hooks into sandboxes (CONTRACT §19). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Platform } from '../../ports.ts'
import type { Confinement, Sandboxes } from '../../runners/command.ts'
import { filterFor } from './filter.ts'
import {
  type Candidate,
  describeMissing,
  findMechanism,
  type Mechanism,
  variablesIn,
  whyNoSandbox,
  wrapIn,
} from './mechanism.ts'
import { findOwnDirectories } from './own-directories.ts'
import { findStartFailure } from './proof.ts'
import { makeRunFiles } from './run-files.ts'
import { neededBy, type SandboxScope } from './scope.ts'
import { findSecrets } from './secrets.ts'

/** `candidates` are the programs to try. Default: those of this machine. */
export function createSandboxes(platform: Platform, candidates?: () => readonly Candidate[]): Sandboxes {
  return {
    whyNot: (level) => whyNoSandbox(level, platform, candidates),
    enter(level, entry, env) {
      const found = findMechanism(level, platform, candidates)
      if ('whyNot' in found) return { problem: describeMissing(level, found.whyNot) }
      try {
        const own = findOwnDirectories(platform, level)
        const scope: SandboxScope = {
          level,
          cwd: entry.cwd,
          filter: filterFor(level, found.mechanism.kind),
          needed: neededBy(entry, env, platform),
          hidden: [
            ...own.hidden.map((path) => ({ path, isDirectory: true })),
            ...(level === 'strict' ? findSecrets(platform) : []),
          ],
          guarded: own.guarded,
        }
        return confine(found.mechanism, scope, platform)
      } catch (error) {
        return { problem: describeMissing(level, error instanceof Error ? error.message : String(error)) }
      }
    },
  }
}

function confine(mechanism: Mechanism, scope: SandboxScope, platform: Platform): Confinement {
  const files = makeRunFiles(scope.filter, platform)
  const variables = variablesIn(mechanism, scope)
  // Where the mechanism has no private one.
  const temporary = 'TMPDIR' in variables ? undefined : mkdtempSync(join(tmpdir(), 'hookline-sandbox-'))
  return {
    note: `sandbox:${mechanism.kind}`,
    wrap: (start, writable) => wrapIn(mechanism, scope, { writable, temporary, files }, start),
    variables: { ...variables, ...(temporary === undefined ? {} : { TMPDIR: temporary }) },
    failure: (raw) => findStartFailure(raw, mechanism.kind, files.readStatus()),
    finish: () => {
      files.remove()
      if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true })
    },
  }
}
