/** Checks that Hookline's state directory can be used. Without the record of trust no hook of a workspace runs. */
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { readRegular } from '@hookline/core/files'
import { callsHookline, type Entry } from '@hookline/core/node'
import { statOf } from '../machine/file-stat.ts'
import { quoted } from '../text/entry-text.ts'
import { oneLine } from '../text/plain.ts'
import { closedGates, type Obstacle } from './obstacles.ts'

/** The obstacles, with the gates of trusted workspaces that deny in the meantime. */
export function stateObstacles(directory: string, entries: readonly Entry[]): readonly Obstacle[] {
  const refuses = closedGates(entries.filter(({ trust }) => trust === 'changed'))
  return findObstacles(directory, entries).map((one) => ({ ...one, refuses }))
}

function findObstacles(directory: string, entries: readonly Entry[]): readonly Obstacle[] {
  const shown = oneLine(directory)
  const stats = statOf(directory)
  if (stats === undefined) return lostState(shown, entries)
  if (!stats.isDirectory())
    return [
      {
        says: `${shown} is not a directory, so Hookline has no record of trust and writes no log`,
        next: `mv ${quoted(shown)} ${quoted(`${shown}.old`)}, then: hookline trust add`,
      },
    ]
  if (!isUsable(directory))
    return [
      {
        says: `Hookline cannot read and write ${shown}, so it has no record of trust or writes no log`,
        next: `chmod u+rwx ${quoted(shown)}`,
      },
    ]
  return unreadableTrust(join(directory, 'trust.json'))
}

const needsTrust = ({ trust }: Entry): boolean => trust === 'untrusted' || trust === 'changed'

/** The directory is missing although an agent calls Hookline and the workspace has hooks, so it was deleted. */
function lostState(shown: string, entries: readonly Entry[]): readonly Obstacle[] {
  const isConnected = entries.some(callsHookline)
  const waits = entries.some((entry) => needsTrust(entry) && !callsHookline(entry))
  if (!isConnected || !waits) return []
  return [
    {
      says: `${shown} with the record of trust is missing, so no hook of the workspace runs`,
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
        says: `${shown} cannot be read as JSON, so no hook of any workspace runs`,
        next: `mv ${quoted(shown)} ${quoted(`${shown}.old`)}, then: hookline trust add`,
      },
    ]
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
