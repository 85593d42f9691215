/** Finds calls of Hookline that an agent skips, because the person has not reviewed them in the agent. */
import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { HookReview } from '@hookline/core/agents'
import { readRegularText } from '@hookline/core/files'
import { callsHookline, type Entry } from '@hookline/core/node'
import { isObject, type JsonObject } from '@hookline/core/protocol'
import type { Agent } from '../agents.ts'
import { counted } from '../text/entry-text.ts'
import { oneLine } from '../text/plain.ts'
import { connectionsOf } from './connections.ts'
import type { Obstacle } from './obstacles.ts'

/** One obstacle for each reason in each file. */
export function reviewObstacles(agent: Agent, entries: readonly Entry[], home = homedir()): readonly Obstacle[] {
  const { review, enable } = agent.settings ?? {}
  if (review === undefined) return []
  const record = readRegularText(join(home, review.file)) ?? ''
  const files = [...new Set(connectionsOf(agent, entries).flatMap(({ origin }) => origin.file ?? []))]
  return files.flatMap((file) => fileObstacles(agent, review, file, record, enable))
}

function fileObstacles(
  { title }: Agent,
  review: HookReview,
  file: string,
  record: string,
  enable: NonNullable<Agent['settings']>['enable'],
): readonly Obstacle[] {
  const reasons = callsIn(file).map((hook) => review.whySkipped(hook, record, digest))
  const skipped = reasons.filter((reason) => reason !== undefined)
  const [why] = skipped
  if (why === undefined) return []
  const some = skipped.length < reasons.length
  const what = some ? `${counted(skipped.length, 'entry', 'entries')} of ${reasons.length}` : 'the entries'
  return [
    {
      says: `${title} skips ${what} in ${oneLine(file)} that call Hookline: ${why}`,
      next: enable?.user ?? `trust the hooks in ${title}`,
      isStep: true,
      ...(some ? { part: true } : {}),
    },
  ]
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The calls of Hookline in a settings file with groups, with their positions. */
function callsIn(file: string): readonly Parameters<HookReview['whySkipped']>[0][] {
  const files = [...new Set([file, realPath(file)])]
  return Object.entries(mapOf(readObject(file).hooks)).flatMap(([event, groups]) =>
    listOf(groups).flatMap((one, group) => {
      const { matcher, hooks } = mapOf(one)
      return listOf(hooks).flatMap((entry, at) =>
        isObject(entry) && typeof entry.command === 'string' && callsHookline({ command: entry.command })
          ? [{ files, event, group, at, entry, ...(typeof matcher === 'string' ? { matcher } : {}) }]
          : [],
      )
    }),
  )
}

const mapOf = (value: unknown): JsonObject => (isObject(value) ? value : {})
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function readObject(file: string): JsonObject {
  try {
    return mapOf(JSON.parse(readRegularText(file)?.replace(/^\uFEFF/, '') ?? ''))
  } catch {
    return {}
  }
}

function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}
