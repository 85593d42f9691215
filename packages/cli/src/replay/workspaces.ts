/** Opens each workspace of the records once: a copy to start from, and the hooks that take part. */
import { statSync } from 'node:fs'
import { dialects } from '@hookline/core/dialects'
import { callsHookline, compose, type Entry, type LogRecord } from '@hookline/core/node'
import { type EventName, eventRows } from '@hookline/core/protocol'
import { containedSources } from '../hooktest/read/sources.ts'
import type { HookChoice } from '../hooktest/read/types.ts'
import type { Consent } from '../hooktest/run/consent.ts'
import { openWorkspace } from '../hooktest/scratch/workspace.ts'
import { realOf } from '../log/real-path.ts'
import { isInside } from '../paths.ts'
import { quoted } from '../text/plain.ts'
import { copyHome, type HomeCopy } from './home-copy.ts'

/** The parts of a record that decide which of today's hooks take part. */
type Replayable = Pick<LogRecord, 'host' | 'runs' | 'skipped'>

export interface ReplayWorkspace {
  readonly root: string
  readonly template: string
  readonly links: Readonly<Record<string, string>>
  readonly entries: readonly Entry[]
  /** Without a record it selects all hooks. */
  only(record?: Replayable): HookChoice
}
/** A workspace that cannot be used for a replay. */
interface UnusableWorkspace {
  readonly unusable: string
  /** Its hooks are not trusted, and the user did not consent. */
  readonly untrusted?: true
}
export interface ReplayWorkspaces {
  of(record: LogRecord): Promise<ReplayWorkspace | UnusableWorkspace>
  at(root: string): Promise<ReplayWorkspace | UnusableWorkspace>
  close(): Promise<void>
}

/**
 * `here` is the current workspace, whose hooks run as they are now if the user consents. `userHome` is another home directory
 * than that of the current user.
 */
export function openWorkspaces(
  here: string,
  env: Readonly<Record<string, string | undefined>>,
  consent: Consent,
  userHome?: string,
): ReplayWorkspaces {
  const known = new Map<string, Promise<OpenedWorkspace | UnusableWorkspace>>()
  let home: Promise<HomeCopy> | undefined
  const open = async (root: string) => {
    home ??= copyHome(env, userHome)
    return openReplayWorkspace(root, {
      here,
      consent,
      home: await home,
      ...(userHome === undefined ? {} : { userHome }),
    })
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
      if (root === undefined) return { unusable: 'it has no workspace' }
      const elsewhere = uncopiedReason(record, root)
      return elsewhere === undefined ? at(root) : { unusable: elsewhere }
    },
    async close() {
      for (const opened of known.values()) {
        const workspace = await opened.catch(() => undefined)
        if (workspace !== undefined && 'close' in workspace) workspace.close()
      }
      if (home !== undefined) (await home).close()
    },
  }
}

type OpenedWorkspace = ReplayWorkspace & { close(): void }

interface OpenOptions {
  readonly here: string
  readonly consent: Consent
  readonly home: HomeCopy
  readonly userHome?: string
}

async function openReplayWorkspace(
  root: string,
  { here, consent, home, userHome }: OpenOptions,
): Promise<OpenedWorkspace | UnusableWorkspace> {
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true)
    return { unusable: `its workspace ${root} no longer exists` }
  const now = await readEntries({ workspaceRoots: [root], ...(userHome === undefined ? {} : { home: userHome }) })
  const unsafe = now.some(({ origin, trust }) => origin.root === root && (trust === 'untrusted' || trust === 'changed'))
  if (unsafe && realOf(root) !== realOf(here))
    return {
      unusable: `the hooks of ${root} changed since you trusted them. To replay it: cd ${quoted(root)} and run the command there`,
    }
  if (unsafe && !(await consent([root]))) return { unusable: `the hooks of ${root} are not trusted`, untrusted: true }
  const off = new Set(now.filter(({ held }) => held?.why === 'disabled').map(({ id }) => id))
  const workspace = await openWorkspace(root, [])
  const entries = await readEntries({
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
      ids: entries.filter((entry) => callsHookline(entry) || takesPart(entry, off, record)).map(({ id }) => id),
    }),
    close: () => workspace.close(),
  }
}

/** Whether a hook takes part. Entries with which agents call Hookline are kept elsewhere: they show an agent's events and never run. */
const takesPart = (entry: Entry, off: ReadonlySet<string>, record: Replayable | undefined): boolean =>
  !off.has(entry.id) && !(record !== undefined && isRunByHost(entry, record))

async function readEntries(options: Parameters<typeof compose>[0]): Promise<readonly Entry[]> {
  const { hooks } = await compose({ ...options, watch: false })
  const { entries } = hooks
  await hooks.close()
  return entries
}

/**
 * The agent ran the hooks of this file itself, so Hookline did not run them for the record and does not run them now. One
 * skipped entry does not prove this, because the entry with which the agent calls Hookline is always skipped. So the record
 * must come from an agent that runs such files, and no hook of the file may have run.
 */
function isRunByHost({ origin: { source, own } }: Entry, { host, runs, skipped }: Replayable): boolean {
  if (own || dialects[host.name ?? '']?.owns.includes(source) !== true) return false
  const ranHere = runs.some(({ entry }) => entry.source === source && !entry.own)
  return !ranHere && skipped.some(({ id, why }) => why === 'host-owned' && id.startsWith(`${source}/`))
}

const notCopied: Readonly<Record<string, string>> = {
  enterprise: 'the organisation',
  plugin: 'a plugin',
  inline: 'the program that sent the event',
}

/** If an agent did not carry out a deny, later events have a run of the hook that denied. */
function isOfAnotherEvent(id: string, event: EventName): boolean {
  const own = id.split('/')[1] ?? ''
  return own !== event && Object.hasOwn(eventRows, own)
}

/** A decision cannot be compared if a hook took part that is not in the copy. */
function uncopiedReason({ event, runs }: LogRecord, root: string): string | undefined {
  for (const { entry } of runs) {
    if (isOfAnotherEvent(entry.id, event))
      return 'it was denied because of an earlier event of the conversation, which is not replayed'
    const level = notCopied[entry.source]
    if (level !== undefined) return `a hook of ${level} took part, which does not run in a copy`
    if (entry.source === 'project' && entry.file !== undefined && !isInside(entry.file, root))
      return 'a hook of another folder of the workspace took part'
  }
  return undefined
}
