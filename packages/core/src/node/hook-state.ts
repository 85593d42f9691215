/** Keeps values for hooks between events, per project or per session (CONTRACT §18). Changes are made under a lock, and a file is replaced whole. */
import { createHash } from 'node:crypto'
import { readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { HooklineError, messageOfThrown } from '../errors.ts'
import { isObject, type JsonObject } from '../schema.ts'
import { readStateScope, type StateScope, stateVariable } from '../state-scope.ts'
import { withLock } from './log/lock.ts'
import { makeDirectory } from './system/make-directory.ts'
import { readRegular } from './system/regular-file.ts'
import { writeState } from './system/state-file.ts'

const KEY_LENGTH = 200
const SESSION_LENGTH = 1000
const MAX_KEYS = 1000
const MAX_VALUE_BYTES = 64 * 1024
const MAX_STORE_BYTES = 2 ** 20
/** Values are texts in the file, and each of their characters may need an escape. */
const MAX_FILE_BYTES = 4 * MAX_STORE_BYTES
const MAX_SESSIONS = 1000
const SEVEN_DAYS_MS = 7 * 24 * 3600 * 1000
/** Many hooks may change a store at once, and each waits until its file is on the disk. A hook has 60 seconds by default. */
const LONGEST_WAIT_MS = 20_000

/** The values of one project or session. Every method may throw a `HooklineError`: `state`, or `bad-input` for a wrong key or value. */
export interface HookState {
  /** Undefined if there is none. */
  get(key: string): unknown
  /** Whether it was set: with `ifAbsent`, a value that is there stays. */
  set(key: string, value: unknown, options?: { readonly ifAbsent?: boolean }): boolean
  /** Whether there was one. */
  delete(key: string): boolean
  /** Adds to an integer, 0 if there is none, and returns the sum. No count is lost among several processes. */
  increment(key: string, by?: number): number
  /** In the order in which the keys were first set. */
  list(): readonly (readonly [key: string, value: unknown])[]
  /** Deletes everything, also if the file is damaged. */
  clear(): void
}

/** What a hook knows about its surroundings: the context of a module's hook has both. */
interface StateContext {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Hookline's state directory. */
  readonly state: string
}

/**
 * The state of the hook that runs: of its project, or of one session in it. Throws outside a hook.
 *
 * @example const writes = openState(context, input.conversation_id).increment('writes')
 */
export function openState({ env, state }: StateContext, session?: string): HookState {
  const scope = readStateScope(env[stateVariable] ?? '')
  if (scope === undefined)
    throw new HooklineError('state', `There is no ${stateVariable}, so this does not run in a command or module hook.`)
  return openStore(state, scope, session)
}

/** Every key with its value as JSON text. */
type Values = Map<string, string>

export function openStore(state: string, scope: StateScope, session?: string): HookState {
  if (session !== undefined && (session === '' || session.length > SESSION_LENGTH))
    throw new HooklineError('bad-input', `A session's id has 1 to ${SESSION_LENGTH} characters.`)
  const directory = join(baseDirectory(state), nameOf(scope))
  const file = join(directory, session === undefined ? 'project.json' : `session-${hash(session)}.json`)
  const change = <T>(act: (values: Values) => T): T =>
    orFailure(file, () => {
      makeDirectory(directory)
      return withLock(
        join(directory, 'lock'),
        () => {
          const values = readValues(file)
          const before = [...values]
          const result = act(values)
          if (isSame(before, values)) return result
          checkSize(values)
          removeOldSessions(directory, session === undefined ? 0 : 1)
          writeState(file, { version: 1, scope: resolved(scope), session, values: [...values] })
          return result
        },
        LONGEST_WAIT_MS,
      )
    })
  return {
    get: (key) => parse(readValues(file).get(checkKey(key))),
    set(key, value, { ifAbsent = false } = {}) {
      const text = toText(value)
      checkKey(key)
      return change((values) => {
        if (ifAbsent && values.has(key)) return false
        values.set(key, text)
        return true
      })
    },
    delete(key) {
      checkKey(key)
      return change((values) => values.delete(key))
    },
    increment(key, by = 1) {
      checkKey(key)
      return change((values) => {
        const sum = add(key, parse(values.get(key)), by)
        values.set(key, String(sum))
        return sum
      })
    },
    list: () => [...readValues(file)].map(([key, text]) => [key, parse(text)] as const),
    clear: () => orFailure(file, () => rmSync(file, { force: true, recursive: true })),
  }
}

/** One file of state, for people. */
export interface StoredState extends Omit<StateScope, 'project'> {
  readonly session?: string
  readonly values: readonly (readonly [key: string, value: unknown])[]
}

/** What hooks of every level keep for a project. Damaged files are listed in `damaged`. */
export function listStates(
  state: string,
  project: string,
): { readonly stores: readonly StoredState[]; readonly damaged: readonly string[] } {
  const files = namesIn(baseDirectory(state)).flatMap((name) => {
    const directory = join(baseDirectory(state), name)
    return namesIn(directory)
      .filter((one) => one.endsWith('.json'))
      .map((one) => join(directory, one))
  })
  const wanted = realPath(project)
  const damaged: string[] = []
  const stores = files.flatMap((file) => {
    const found = readStored(file)
    if (found === undefined) damaged.push(file)
    if (found === undefined || found.scope.project !== wanted) return []
    const { level, of } = found.scope
    const values = [...found.values].map(([key, text]) => [key, parse(text)] as const)
    return [
      {
        level,
        ...(of === undefined ? {} : { of }),
        ...(found.session === undefined ? {} : { session: found.session }),
        values,
      },
    ]
  })
  return { stores, damaged }
}

const baseDirectory = (state: string): string => join(state, 'hook-state')
const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)
const resolved = (scope: StateScope): StateScope => ({ ...scope, project: realPath(scope.project) })
const nameOf = (scope: StateScope): string => {
  const { level, of, project } = resolved(scope)
  return hash(JSON.stringify([level, of ?? null, project]))
}

/** A project that was deleted keeps its name. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).toSorted()
  } catch {
    return []
  }
}

function readValues(file: string): Values {
  const found = readRegular(file, MAX_FILE_BYTES)
  if (found.kind === 'missing') return new Map()
  const stored = found.kind === 'bytes' ? parseStored(found.bytes.toString('utf8')) : undefined
  if (stored === undefined) throw damagedFile(file)
  return stored.values
}

function readStored(file: string): Stored | undefined {
  const found = readRegular(file, MAX_FILE_BYTES)
  return found.kind === 'bytes' ? parseStored(found.bytes.toString('utf8')) : undefined
}

interface Stored {
  readonly scope: StateScope
  readonly session?: string
  readonly values: Values
}

function parseStored(text: string): Stored | undefined {
  const value = parse(text)
  if (!isObject(value)) return undefined
  const { scope, session, values }: JsonObject = value
  const whose = readStateScope(JSON.stringify(scope) ?? '')
  if (whose === undefined || !Array.isArray(values) || !values.every(isPair)) return undefined
  if (session !== undefined && typeof session !== 'string') return undefined
  return { scope: whose, ...(session === undefined ? {} : { session }), values: new Map(values) }
}

const isPair = (one: unknown): one is [string, string] =>
  Array.isArray(one) && one.length === 2 && one.every((text) => typeof text === 'string') && parse(one[1]) !== undefined

/** Undefined if it is not JSON. */
function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

const damagedFile = (file: string): HooklineError =>
  new HooklineError('state', `The state of hooks in ${file} is damaged. Delete the file to begin anew.`)

function checkKey(key: string): string {
  if (typeof key !== 'string' || key === '' || key.length > KEY_LENGTH || /\p{Cc}/u.test(key))
    throw new HooklineError('bad-input', `A key has 1 to ${KEY_LENGTH} characters without control characters.`)
  return key
}

function toText(value: unknown): string {
  const text: string | undefined = JSON.stringify(value)
  if (text === undefined) throw new HooklineError('bad-input', 'The value cannot be written as JSON.')
  if (Buffer.byteLength(text) > MAX_VALUE_BYTES)
    throw new HooklineError('state', `The value has more than ${MAX_VALUE_BYTES / 1024} KiB.`)
  return text
}

function checkSize(values: Values): void {
  if (values.size > MAX_KEYS) throw new HooklineError('state', `There are already ${MAX_KEYS} keys. Delete some first.`)
  let bytes = 0
  for (const [key, text] of values) bytes += Buffer.byteLength(key) + Buffer.byteLength(text)
  if (bytes > MAX_STORE_BYTES)
    throw new HooklineError('state', 'All values together have more than 1 MiB. Delete some first.')
}

function add(key: string, value: unknown, by: number): number {
  if (!Number.isSafeInteger(by)) throw new HooklineError('bad-input', `${by} is not an integer.`)
  const before = value ?? 0
  if (typeof before !== 'number' || !Number.isSafeInteger(before))
    throw new HooklineError(
      'state',
      `The value of ${JSON.stringify(key)} is not an integer, so it cannot be incremented.`,
    )
  const sum = before + by
  if (!Number.isSafeInteger(sum)) throw new HooklineError('state', `The value of ${JSON.stringify(key)} is too large.`)
  return sum
}

const isSame = (before: readonly (readonly [string, string])[], values: Values): boolean =>
  before.length === values.size && before.every(([key, text]) => values.get(key) === text)

/** Many conversations end without an event. `more` is how many files come now. */
function removeOldSessions(directory: string, more: number): void {
  const sessions = namesIn(directory)
    .filter((name) => /^session-.*\.json$/.test(name))
    .map((name) => ({ file: join(directory, name), at: changedAt(join(directory, name)) }))
    .toSorted((a, b) => b.at - a.at)
  for (const [nth, { file, at }] of sessions.entries())
    if (nth + more >= MAX_SESSIONS || Date.now() - at > SEVEN_DAYS_MS) rmSync(file, { force: true })
}

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Errors of the disk and of the lock become one kind of error. */
function orFailure<T>(file: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (error instanceof HooklineError) throw error
    throw new HooklineError('state', `The state of hooks in ${file} cannot be changed: ${messageOfThrown(error)}`, {
      cause: error,
    })
  }
}
