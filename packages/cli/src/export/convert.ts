/** Converts hooks to entries of an agent's own file, which run without Hookline, and finds what each of them would lose there. */
import { join } from 'node:path'
import type { Entry, HooksChange } from '@hookline/core/node'
import { type EventName, eventRows, type JsonObject } from '@hookline/core/protocol'
import type { Agent } from '../agents.ts'
import { type FileChange, hooksChange } from '../edit/change.ts'
import type { Io } from '../io.ts'
import { labelOf } from '../text/entry-text.ts'
import {
  decides,
  type ExportFormat,
  exportFile,
  fileEventOf,
  formatOf,
  isClosed,
  isGate,
  runsBehind,
  theirEvents,
} from './format.ts'
import { lossesOf } from './losses.ts'

interface Loss {
  readonly hook: string
  readonly event: EventName
  readonly message: string
  /** A guard would let through what it denies today. */
  readonly weakens: boolean
}

export interface ExportedHook {
  readonly entry: Entry
  /** The agent's name of the event. */
  readonly event: string
  readonly written: JsonObject
}

export interface Export {
  readonly hooks: readonly ExportedHook[]
  readonly losses: readonly Loss[]
}

export function convertHooks(agent: Agent, entries: readonly Entry[]): Export {
  const found = entries.map((entry) => ({ entry, losses: lossesOf(agent, entry) }))
  return {
    // With a loss that weakens it, a hook in the agent's file would only look like a guard.
    hooks: found.flatMap(({ entry, losses }) =>
      losses.some(({ isWhole }) => isWhole) ? [] : exportHook(agent, entry),
    ),
    losses: found.flatMap(({ entry, losses }) =>
      losses.map(({ message, weakens }) => ({
        hook: labelOf(entry),
        event: entry.event,
        message,
        weakens: weakens && decides(entry),
      })),
    ),
  }
}

function actionOf({ type, command = '', prompt, model, url, headers, env }: Entry): JsonObject {
  if (type === 'prompt') return { prompt, ...(model === undefined ? {} : { model }) }
  if (type !== 'http') return { command }
  return {
    url,
    ...(headers === undefined ? {} : { headers }),
    ...(env === undefined ? {} : { allowedEnvVars: env }),
  }
}

/** What is written to the agent's file below this directory. */
export function exportChange(
  agent: Agent,
  { hooks }: Pick<Export, 'hooks'>,
  root: string,
  io: Pick<Io, 'cwd'>,
): FileChange {
  const { bare, head } = agent.format ?? {}
  const edits = hooks.map(
    ({ event, written }): HooksChange => ({
      ...{ kind: 'add', event, entry: written },
      ...(bare === true ? { bare } : {}),
    }),
  )
  const empty = agent.usual === true ? undefined : `${JSON.stringify(head ?? {}, null, 2)}\n`
  return hooksChange(join(root, exportFile(agent)), edits, io.cwd, empty)
}

/** One entry for each of the agent's events at which it runs. */
function exportHook(agent: Agent, entry: Entry): readonly ExportedHook[] {
  const format = formatOf(agent)
  const { matcher } = entry
  const hook = hookOf(agent, format, entry)
  return theirEvents(agent, entry).map((event) => {
    const match = matcher === undefined || Object.hasOwn(format.toolOfEvent ?? {}, event) ? {} : { matcher }
    return {
      entry,
      event: fileEventOf(agent, entry) ?? event,
      written: format.flat === true ? { ...hook, ...match } : { ...match, hooks: [hook] },
    }
  })
}

function hookOf({ settings }: Agent, format: ExportFormat, entry: Entry): JsonObject {
  const { event, type, args, failClosed, timeoutMs, condition, loopLimit } = entry
  const { timeoutUnit, secondsBelow = 0 } = format
  const inMilliseconds = timeoutUnit === 'milliseconds' && type === 'command' && timeoutMs >= secondsBelow
  const limits = format.loopLimit === true && eventRows[event].reply.includes('followup_message')
  return {
    ...(format.actionOnly === true ? {} : { type: entry.verify === undefined ? type : format.verifierType }),
    ...actionOf(entry),
    ...(args === undefined ? {} : { args }),
    ...(condition === undefined ? {} : { if: condition }),
    ...(format.actionOnly === true ? {} : { timeout: inMilliseconds ? timeoutMs : timeoutMs / 1000 }),
    ...(limits ? { loop_limit: loopLimit } : {}),
    ...(runsBehind(format, entry) ? { async: true } : {}),
    ...(isClosed(entry) && isGate(event) ? settings?.strict?.keys : {}),
    ...(failClosed === false ? settings?.strict?.openKeys : {}),
  }
}
