/** The workspaces that records come from, each opened once: a copy to start from, and which of today's hooks take part. */
import { statSync } from 'node:fs'
import { dialects } from '@hookline/core/dialects'
import { callsHookline, compose, type Entry, type LogRecord } from '@hookline/core/node'
import { type EventName, eventRows } from '@hookline/core/protocol'
import type { HookChoice } from '../hooktest/read/types.ts'
import type { Consent } from '../hooktest/run/consent.ts'
import { containedSources } from '../hooktest/run/sources.ts'
import { openWorkspace } from '../hooktest/scratch/workspace.ts'
import { realOf } from '../log/real-path.ts'
import { isInside } from '../paths.ts'
import { copyHome, type HomeCopy } from './home-copy.ts'

/** What decides which of today's hooks take part. */
type Replayable = Pick<LogRecord, 'host' | 'runs' | 'skipped'>

export interface Place {
  readonly root: string
  readonly template: string
  readonly links: Readonly<Record<string, string>>
  readonly entries: readonly Entry[]
  /** Without a record: all of them. */
  only(record?: Replayable): HookChoice
}
export interface Places {
  /** Or why there is none. */
  of(record: LogRecord): Promise<Place | string>
  at(root: string): Promise<Place | string>
  close(): Promise<void>
}

/**
 * `here`: the workspace the person stands in, whose hooks run as they are now, with the person's consent. `ofPerson`: another
 * home than this user's.
 */
export function openPlaces(
  here: string,
  env: Readonly<Record<string, string | undefined>>,
  consent: Consent,
  ofPerson?: string,
): Places {
  const known = new Map<string, Promise<Opened | string>>()
  let home: Promise<HomeCopy> | undefined
  const open = async (root: string) => {
    home ??= copyHome(env, ofPerson)
    return openPlace(root, { here, consent, home: await home, ...(ofPerson === undefined ? {} : { ofPerson }) })
  }
  const at = (root: string) => {
    const found = known.get(root) ?? open(root)
    known.set(root, found)
    return found
  }
  return {
    at,
    async of(record) {
      const { root } = record
      if (root === undefined) return 'it names no workspace'
      const elsewhere = levelOf(record, root)
      return elsewhere ?? at(root)
    },
    async close() {
      for (const opened of known.values()) {
        const place = await opened.catch(() => '')
        if (typeof place !== 'string') place.close()
      }
      if (home !== undefined) (await home).close()
    },
  }
}

type Opened = Place & { close(): void }

interface Means {
  readonly here: string
  readonly consent: Consent
  readonly home: HomeCopy
  readonly ofPerson?: string
}

async function openPlace(root: string, { here, consent, home, ofPerson }: Means): Promise<Opened | string> {
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) return `its workspace ${root} is gone`
  const now = await entriesOf({ workspaceRoots: [root], ...(ofPerson === undefined ? {} : { home: ofPerson }) })
  const unsafe = now.some(({ origin, trust }) => origin.root === root && (trust === 'untrusted' || trust === 'changed'))
  if (unsafe && realOf(root) !== realOf(here))
    return `the hooks of ${root} are not trusted as they are now: replay it from there`
  if (unsafe && !(await consent([root]))) return `the hooks of ${root} are not trusted`
  const off = new Set(now.filter(({ held }) => held?.why === 'disabled').map(({ id }) => id))
  const workspace = await openWorkspace(root, [])
  const entries = await entriesOf({
    workspaceRoots: [root],
    home: home.directory,
    sources: { only: containedSources(root, home.directory) },
    trust: 'all',
  })
  return {
    root,
    template: workspace.template,
    links: home.links,
    entries,
    only: (record) => ({
      ids: entries.filter((entry) => callsHookline(entry) || isPlayed(entry, off, record)).map(({ id }) => id),
    }),
    close: () => workspace.close(),
  }
}

/** The entries by which agents call Hookline never run; they stay because they show at which events an agent does. */
const isPlayed = (entry: Entry, off: ReadonlySet<string>, record: Replayable | undefined): boolean =>
  !off.has(entry.id) && !(record !== undefined && isRunByHost(entry, record))

async function entriesOf(options: Parameters<typeof compose>[0]): Promise<readonly Entry[]> {
  const { hooks } = await compose({ ...options, watch: false })
  const { entries } = hooks
  await hooks.close()
  return entries
}

/**
 * The agent ran the hooks of this file itself, so Hookline did not run them for the record and does not run them now. One
 * skipped entry is no proof: the entry with which the agent calls Hookline is always skipped. So the record must come from an
 * agent that runs such files, and no hook of the file may have run.
 */
function isRunByHost({ origin: { source, own } }: Entry, { host, runs, skipped }: Replayable): boolean {
  if (own || dialects[host.name ?? '']?.owns.includes(source) !== true) return false
  const ranHere = runs.some(({ entry }) => entry.source === source && !entry.own)
  return !ranHere && skipped.some(({ id, why }) => why === 'host-owned' && id.startsWith(`${source}/`))
}

const notCopied: Readonly<Record<string, string>> = {
  enterprise: 'the organisation',
  plugin: 'a plugin',
  inline: 'the program that fired it',
}

/** A refusal that the agent did not honour is given at later events as a run of the hook that refused. */
function isOfAnotherEvent(id: string, event: EventName): boolean {
  const own = id.split('/')[1] ?? ''
  return own !== event && Object.hasOwn(eventRows, own)
}

/** A decision to which somebody spoke who is not in the copy cannot be compared. */
function levelOf({ event, runs }: LogRecord, root: string): string | undefined {
  for (const { entry } of runs) {
    if (isOfAnotherEvent(entry.id, event))
      return 'it was refused earlier in the conversation, which a copy does not know'
    const level = notCopied[entry.source]
    if (level !== undefined) return `a hook of ${level} took part, and it does not run in a copy`
    if (entry.source === 'project' && entry.file !== undefined && !isInside(entry.file, root))
      return 'a hook of another folder of the workspace took part'
  }
  return undefined
}
