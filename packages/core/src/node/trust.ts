/** The trust store: which workspaces' hooks may run, bound to their content, kept outside every workspace. */
import { filesNamed, pathsNamed } from '../config/command-files.ts'
import { type TrustContent, type TrustItem, type TrustVerdict, trustContent } from '../config/trust-content.ts'
import type { Entry, Problem, Settings } from '../flow.ts'
import type { Files, Platform, TrustRequest } from '../ports.ts'
import { type EventName, isEventName } from '../protocol/events/index.ts'
import { isObject } from '../schema.ts'
import { createFileHasher, sha256 } from './hashes.ts'
import { keepCopy, readState, writeState } from './state-file.ts'

export interface TrustRecord {
  readonly root: string
  readonly fingerprint: string
  /** Later changes are accepted as they come. */
  readonly follow: boolean
  readonly at: string
  readonly items: readonly TrustItem[]
  readonly files: TrustRequest['files']
  readonly gates: readonly EventName[]
}
export interface TrustFinding {
  readonly state: TrustVerdict
  readonly request: TrustRequest
  /** What would be approved now. */
  readonly content: TrustContent
  /** What was approved, for a diff. */
  readonly approved?: TrustRecord
}
/** Reading never throws: a store that cannot be read trusts nothing. Writing may throw what the disk throws. */
export interface TrustStore {
  readonly file: string
  contentOf(root: string, entries: readonly Entry[], settings?: readonly Settings[]): TrustContent
  trustFor(root: string, entries: readonly Entry[], settings?: readonly Settings[]): TrustFinding
  add(content: TrustContent, options?: { readonly follow?: boolean }): TrustRecord
  /** Whether there was anything to remove. */
  remove(root: string): boolean
  list(): readonly TrustRecord[]
  problems(): readonly Problem[]
  /** Where a file would be that the entry's command names, whether it is there or not. */
  pathsOf(root: string, entry: Entry): readonly string[]
}

export function createTrustStore(file: string, files: Files, platform: Platform): TrustStore {
  const hash = createFileHasher(files)
  const read = remembering(file, files)
  const contentOf: TrustStore['contentOf'] = (root, entries, settings = []) => {
    const named = entries.flatMap((entry) => filesNamed(entry, { cwd: entry.cwd, root, platform, files }))
    const hashed = [...new Set(named)].toSorted().map((path) => ({ path, sha256: hash(path) }))
    return trustContent(root, entries, settings, hashed, sha256)
  }
  const keyOf = (root: string) => files.realPath(root)
  return {
    file,
    contentOf,
    trustFor(root, entries, settings) {
      const content = contentOf(root, entries, settings)
      const approved = read().records.get(keyOf(root))
      const state = verdict(content, approved)
      const request = { root, entries, files: content.files, changed: state === 'changed' }
      return { state, request, content, ...(approved === undefined ? {} : { approved }) }
    },
    add(content, { follow = false } = {}) {
      const { fingerprint, items, files: bytes, gates } = content
      const root = keyOf(content.root)
      const record = { root, fingerprint, follow, at: new Date().toISOString(), items, files: bytes, gates }
      save(file, new Map([...readRecords(file).records, [root, record]]))
      return record
    },
    remove(root) {
      const { records } = readRecords(file)
      const key = records.has(keyOf(root)) ? keyOf(root) : root
      if (!records.has(key)) return false
      save(file, new Map([...records].filter(([name]) => name !== key)))
      return true
    },
    list: () => [...read().records.values()],
    problems: () => read().problems,
    pathsOf: (root, entry) => pathsNamed(entry, { cwd: entry.cwd, root, platform, files }),
  }
}

/** Nothing to run and nothing ever approved needs no answer; nothing left of what was approved is a change. */
function verdict(content: TrustContent, approved: TrustRecord | undefined): TrustVerdict {
  if (approved === undefined) return 'untrusted'
  if (approved.follow) return 'followed'
  return approved.fingerprint === content.fingerprint ? 'trusted' : 'changed'
}

interface Records {
  readonly records: ReadonlyMap<string, TrustRecord>
  readonly problems: readonly Problem[]
}

/** Reads again only when the file changed. */
function remembering(file: string, files: Files): () => Records {
  let last: { readonly stamp: string; readonly value: Records } | undefined
  return () => {
    const stamp = files.stamp(file)
    if (last?.stamp !== stamp) last = { stamp, value: readRecords(file) }
    return last.value
  }
}

function readRecords(file: string): Records {
  const found = readState(file)
  if (found.kind === 'missing') return { records: new Map(), problems: [] }
  if (found.kind === 'corrupt') return { records: new Map(), problems: [found.problem] }
  const roots = isObject(found.value.roots) ? Object.entries(found.value.roots) : []
  const records = roots.flatMap(([root, value]): (readonly [string, TrustRecord])[] => {
    const record = recordOf(root, value)
    return record === undefined ? [] : [[root, record]]
  })
  return { records: new Map(records), problems: [] }
}

/** A record that is not whole approves nothing, yet still names its gates: they stay closed. */
function recordOf(root: string, value: unknown): TrustRecord | undefined {
  if (!isObject(value)) return undefined
  const gates = (Array.isArray(value.gates) ? value.gates : []).filter(
    (gate): gate is EventName => typeof gate === 'string' && isEventName(gate),
  )
  return {
    root,
    fingerprint: typeof value.fingerprint === 'string' ? value.fingerprint : '',
    follow: value.follow === true,
    at: typeof value.at === 'string' ? value.at : '',
    items: (Array.isArray(value.items) ? value.items : []).filter(isItem),
    files: (Array.isArray(value.files) ? value.files : []).filter(isHashed),
    gates,
  }
}
const isItem = (value: unknown): value is TrustItem =>
  isObject(value) && typeof value.file === 'string' && typeof value.text === 'string'
const isHashed = (value: unknown): value is TrustRequest['files'][number] =>
  isObject(value) && typeof value.path === 'string' && typeof value.sha256 === 'string'

function save(file: string, records: ReadonlyMap<string, TrustRecord>): void {
  if (readState(file).kind === 'corrupt') keepCopy(file)
  const roots = Object.fromEntries([...records].map(([root, { root: _, ...record }]) => [root, record]))
  writeState(file, { version: 1, roots })
}
