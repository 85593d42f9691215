/** Starts hooks to see what they do before they get their event, instead of to judge it. */
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { probeHook, type Spawn } from '@hookline/core/node'
import type { Probe } from '../read/types.ts'

/** Each run adds what was found to `probes`. */
export function probingSpawn(
  spawn: Spawn,
  directory: string,
  waitMs: number,
): { readonly spawn: Spawn; readonly probes: readonly Probe[] } {
  const probes: Probe[] = []
  return {
    probes,
    spawn: {
      ...spawn,
      async run(request) {
        const before = stampFiles(directory)
        let changed: readonly string[] = []
        const result = await probeHook(request, waitMs, () => {
          changed = findChanges(before, stampFiles(directory))
        })
        probes.push({ result, changed })
        return { end: { kind: 'exit', code: 0 }, stdout: '', stderr: '' }
      },
    },
  }
}

const MAX_FILES = 5000

/** Stamps by path. A directory counts only by its entries. */
function stampFiles(directory: string, stamps = new Map<string, string>()): ReadonlyMap<string, string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (stamps.size >= MAX_FILES) break
    if (entry.isDirectory()) stampFiles(path, stamps)
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    if (stats !== undefined) stamps.set(path, entry.isDirectory() ? '' : `${stats.ino}:${stats.size}:${stats.ctimeNs}`)
  }
  return stamps
}

const findChanges = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path))
