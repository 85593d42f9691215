/** Whether Hookline's own state can be used. Without the record of trust no hook of a workspace runs. */
import { accessSync, constants, statSync } from 'node:fs'
import { join } from 'node:path'
import { readRegular } from '@hookline/core/files'
import { callsHookline, type Entry } from '@hookline/core/node'
import { quoted } from '../entry-text.ts'
import { oneLine } from '../plain.ts'
import { type Obstacle, refusedAt } from './obstacles.ts'

/** With the gates that refuse meanwhile: those of workspaces that were trusted. */
export function stateObstacles(directory: string, entries: readonly Entry[]): readonly Obstacle[] {
  const refuses = refusedAt(entries.filter(({ trust }) => trust === 'changed'))
  return foundObstacles(directory, entries).map((one) => ({ ...one, refuses }))
}

function foundObstacles(directory: string, entries: readonly Entry[]): readonly Obstacle[] {
  const shown = oneLine(directory)
  const stats = statOf(directory)
  if (stats === undefined) return lostState(shown, entries)
  if (!stats.isDirectory())
    return [
      {
        says: `${shown} is not a directory, so what you trusted is not known and nothing is recorded`,
        next: `mv ${quoted(shown)} ${quoted(`${shown}.old`)}, then: hookline trust add`,
      },
    ]
  if (!isUsable(directory))
    return [
      {
        says: `${shown} cannot be read and written, so what you trusted is not known or nothing is recorded`,
        next: `chmod u+rwx ${quoted(shown)}`,
      },
    ]
  return unreadableTrust(join(directory, 'trust.json'))
}

const isHeld = ({ trust }: Entry): boolean => trust === 'untrusted' || trust === 'changed'

/** It is missing although an agent calls Hookline and a workspace has hooks: `init` had made it. */
function lostState(shown: string, entries: readonly Entry[]): readonly Obstacle[] {
  const isConnected = entries.some(callsHookline)
  const waits = entries.some((entry) => isHeld(entry) && !callsHookline(entry))
  if (!isConnected || !waits) return []
  return [
    {
      says: `${shown} is missing, and with it what you trusted: no hook of the workspace runs`,
      next: 'hookline trust add',
    },
  ]
}

function unreadableTrust(file: string): readonly Obstacle[] {
  const shown = oneLine(file)
  const found = readRegular(file)
  if (found.kind === 'missing') return []
  try {
    JSON.parse(found.kind === 'bytes' ? found.bytes.toString('utf8') : '')
    return []
  } catch {
    return [
      {
        says: `${shown} cannot be read, so no hook of any workspace runs`,
        next: `mv ${quoted(shown)} ${quoted(`${shown}.old`)}, then: hookline trust add`,
      },
    ]
  }
}

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function isUsable(directory: string): boolean {
  try {
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
