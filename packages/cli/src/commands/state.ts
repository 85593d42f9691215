/** `hookline state`: the values that hooks keep between events, per project or per session (CONTRACT §18). */
import {
  HooklineError,
  type HookState,
  listStates,
  openStore,
  readStateScope,
  type StateCommand,
  type StateScope,
  type StoredState,
  stateVariable,
} from '@hookline/core/node'
import { stateDirectory, thisPlatform } from '@hookline/core/team'
import { refuseInAgentShell } from '../agent-shell.ts'
import { noSuchCommand, readDirectory, readFlags, UsageError } from '../flags.ts'
import { exits, type Io, readAll } from '../io.ts'
import { describeSystemError } from '../machine/system-error.ts'
import { parseObject } from '../parse-object.ts'
import { findRoot, rootMarksText } from '../paths.ts'
import { json, jsonLine, oneLine, plain } from '../text/plain.ts'

export const help = `Usage: hookline state get <key> | set <key> <value> | delete <key>
       hookline state increment <key> [by] | list [options]

Keeps values for hooks from one event to the next, outside the workspace. A hook
calls it; its variable ${stateVariable} says whose values they are: those of
its level (enterprise, team, user, project, plugin) in this project. Hooks of
other levels do not see them. At a terminal you can look at them and change
them.

  get          print the value as JSON
  set          set a value, which is JSON (3, true, '{"a":1}', '"text"')
  delete       delete a value
  increment    add 1, or the integer [by], and print the sum. Hooks that do so
               at the same time lose no count
  list         list the values; outside a hook, those of every level and session

  --session <id>   the values of this session in the project. The event has its
                   id: conversation_id, or session_id. With - the event is read
                   from stdin
  --project        the values of the project (default)
  --string         set: the value is a text. get: print a text without quotation
                   marks
  --if-absent      set: change nothing if there is a value
  --all            delete: every value of the project or session
  --level <name>   outside a hook, whose values: project (default), user or
                   enterprise
  --cwd <dir>      outside a hook, start in this directory. The project is the
                   nearest parent with ${rootMarksText}
  --json           get, increment: { key, value }; set: { key, value, changed };
                   delete: { key, changed }; list: { project, stores: [ { level,
                   of, session, values } ], damaged: [ files ] }

A value has at most 64 KiB, a store 1,000 keys and 1 MiB. Sessions are forgotten
after seven days without a change.

Exit codes: 0 done; 1 there is no such value, or set --if-absent found one; 3
the state cannot be read or written, or a limit is reached; 64 wrong usage.

Example: count=$(hookline state increment writes --session "$id")
`

const options = {
  session: { type: 'string' },
  project: { type: 'boolean' },
  string: { type: 'boolean' },
  'if-absent': { type: 'boolean' },
  all: { type: 'boolean' },
  level: { type: 'string' },
  cwd: { type: 'string' },
  json: { type: 'boolean' },
} as const
type Flags = ReturnType<typeof readFlags<typeof options>>['values']

interface StateCall {
  readonly words: readonly string[]
  readonly flags: Flags
  readonly store: HookState
  readonly io: Io
}
interface ActionRow {
  /** The arguments after the name. */
  readonly usage: string
  readonly least: number
  readonly most: number
  /** Options of this action alone. */
  readonly flags: readonly string[]
  act(call: StateCall): number
}

const actions: Readonly<Record<Exclude<StateCommand, 'list'>, ActionRow>> = {
  get: { usage: '<key>', least: 1, most: 1, flags: ['string'], act: get },
  set: { usage: '<key> <value>', least: 2, most: 2, flags: ['string', 'if-absent'], act: set },
  delete: { usage: '<key>, or --all', least: 0, most: 1, flags: ['all'], act: remove },
  increment: { usage: '<key> [by]', least: 1, most: 2, flags: [], act: increment },
}
const names = [...Object.keys(actions), 'list']

export async function run(args: readonly string[], io: Io): Promise<number> {
  const [name = ''] = args
  if (!names.includes(name)) throw noSuchCommand('state', name, names)
  const { values: flags, positionals } = readFlags(markNumbers(args), options, 3)
  const isInHook = io.env[stateVariable] !== undefined
  // A hook has the agent's variables too. What an agent itself starts has no scope.
  const refusal = isInHook ? undefined : await refuseInAgentShell(['state', ...args], io)
  if (refusal !== undefined) {
    io.stderr.write(`hookline: ${refusal}\n`)
    return exits.finding
  }
  try {
    const scope = readScope(flags, io)
    const session = await readSession(flags, io)
    const words = positionals.slice(1).map(unmark)
    return name === 'list'
      ? list(words, flags, { scope, session, isInHook }, io)
      : act(name, words, flags, openStore(stateDirectory(thisPlatform()), scope, session), io)
  } catch (thrown) {
    if (!(thrown instanceof HooklineError) || thrown.code !== 'state') throw thrown
    const reason = thrown.cause instanceof Error ? describeSystemError(thrown.cause) : undefined
    io.stderr.write(`hookline: state ${name}: ${reason ?? oneLine(thrown.message)}\n`)
    return exits.internal
  }
}

/** A negative number is a value and not an option, so it gets a mark that the reader of options does not know. */
const markNumbers = (args: readonly string[]): readonly string[] =>
  args.map((arg) => (/^-[\d.]/.test(arg) ? `\0${arg}` : arg))
const unmark = (arg: string): string => arg.replace(/^\0/, '')

function act(name: string, words: readonly string[], flags: Flags, store: HookState, io: Io): number {
  // `run` has checked the name.
  const row = actions[name as keyof typeof actions]
  const stray = ['string', 'if-absent', 'all'].find((flag) => Object.hasOwn(flags, flag) && !row.flags.includes(flag))
  if (stray !== undefined) throw new UsageError(`--${stray} does not work with "state ${name}"`)
  if (words.length < row.least || words.length > row.most)
    throw new UsageError(`"state ${name}" takes ${row.usage}, got ${words.length} arguments`)
  return row.act({ words, flags, store, io })
}

function readScope({ level, cwd }: Flags, io: Io): StateScope {
  const given = io.env[stateVariable]
  if (given === undefined) {
    if (level !== undefined && level !== 'project' && level !== 'user' && level !== 'enterprise')
      throw new UsageError(`--level must be project, user or enterprise, got "${oneLine(level)}"`)
    return { level: level ?? 'project', project: findRoot(readDirectory(cwd, io)) }
  }
  if (level !== undefined || cwd !== undefined)
    throw new UsageError(`--${level === undefined ? 'cwd' : 'level'} does not work in a hook, which has its own values`)
  const scope = readStateScope(given)
  if (scope === undefined) throw new UsageError(`${stateVariable} is not a value that Hookline set`)
  return scope
}

async function readSession({ session, project }: Flags, io: Io): Promise<string | undefined> {
  if (session !== undefined && project === true) throw new UsageError('use --session or --project, not both')
  if (session === '') throw new UsageError('--session is empty. Pass the id of the event, or - to read it from stdin')
  if (session === '-') return sessionOf(await readAll(io.stdin))
  return session === undefined ? undefined : unmark(session)
}

const idFields = ['conversation_id', 'session_id', 'sessionId'] as const

/** The id of the session in an event, in any of the forms in which hooks get one. */
function sessionOf(text: string): string {
  const event = parseObject(text) ?? {}
  const id = idFields.map((name) => event[name]).find((one): one is string => typeof one === 'string' && one !== '')
  if (id === undefined) throw new UsageError('--session -: stdin is not an event with a conversation_id or session_id')
  return id
}

function get({ words: [key = ''], flags, store, io }: StateCall): number {
  const value = store.get(key)
  if (value === undefined) return exits.finding
  if (flags.json === true) return print(json({ key, value }), io)
  if (flags.string !== true || typeof value !== 'string') return print(jsonLine(value), io)
  return print(io.stdout.isTTY === true ? plain(value) : value, io)
}

function set({ words: [key = '', text = ''], flags, store, io }: StateCall): number {
  const value = flags.string === true ? text : parseJson(text)
  if (value === undefined)
    throw new UsageError(`the value ${oneLine(JSON.stringify(text))} is not JSON. For a text, add --string`)
  const changed = store.set(key, value, { ifAbsent: flags['if-absent'] === true })
  if (flags.json === true) print(json({ key, value: changed ? value : store.get(key), changed }), io)
  return changed ? exits.fine : exits.finding
}

function remove({ words: [key], flags, store, io }: StateCall): number {
  if ((key === undefined) !== (flags.all === true)) throw new UsageError('"state delete" takes <key>, or --all')
  if (key === undefined) store.clear()
  const changed = key === undefined || store.delete(key)
  if (flags.json === true) print(json({ ...(key === undefined ? {} : { key }), changed }), io)
  return changed ? exits.fine : exits.finding
}

function increment({ words: [key = '', by = '1'], flags, store, io }: StateCall): number {
  if (!/^[+-]?\d+$/.test(by)) throw new UsageError(`"${oneLine(by)}" is not an integer`)
  const value = store.increment(key, Number(by))
  return print(flags.json === true ? json({ key, value }) : String(value), io)
}

interface Listed {
  readonly scope: StateScope
  readonly session: string | undefined
  readonly isInHook: boolean
}

/** A hook sees its own values, a person everything of the project. */
function list(words: readonly string[], flags: Flags, listed: Listed, io: Io): number {
  if (words.length > 0) throw new UsageError(`unexpected argument ${JSON.stringify(words[0])}`)
  const { scope, session, isInHook } = listed
  const stray = ['string', 'if-absent', 'all'].find((flag) => Object.hasOwn(flags, flag))
  if (stray !== undefined) throw new UsageError(`--${stray} does not work with "state list"`)
  const isNarrowed = isInHook || session !== undefined || flags.level !== undefined || flags.project === true
  const { stores, damaged } = isNarrowed ? readOne(scope, session) : readEvery(scope.project)
  if (flags.json === true) {
    const shown = stores.map(({ values, ...store }) => ({ ...store, values: Object.fromEntries(values) }))
    print(json({ project: scope.project, stores: shown, damaged }), io)
  } else io.stdout.write(stores.map((store) => describe(store, isNarrowed)).join(''))
  for (const file of damaged)
    io.stderr.write(`hookline: the state in ${oneLine(file)} is damaged. Delete the file to begin anew.\n`)
  if (flags.json !== true && stores.length === 0 && damaged.length === 0)
    io.stderr.write('Hooks keep no values here.\n')
  return damaged.length === 0 ? exits.fine : exits.internal
}

type Found = ReturnType<typeof listStates>
const readEvery = (project: string): Found => listStates(stateDirectory(thisPlatform()), project)
function readOne(scope: StateScope, session: string | undefined): Found {
  const values = openStore(stateDirectory(thisPlatform()), scope, session).list()
  const { project: _, ...whose } = scope
  const store = { ...whose, ...(session === undefined ? {} : { session }), values }
  return { stores: values.length === 0 ? [] : [store], damaged: [] }
}

function describe({ level, of, session, values }: StoredState, isAlone: boolean): string {
  const whose = [level, of, session === undefined ? undefined : `session ${session}`].filter((one) => one !== undefined)
  const lines = values.map(([key, value]) => `${isAlone ? '' : '  '}${oneLine(key)} = ${jsonLine(value)}\n`)
  return `${isAlone ? '' : `${oneLine(whose.join(' · '))}\n`}${lines.join('')}`
}

function print(text: string, io: Io): number {
  io.stdout.write(`${text}\n`)
  return exits.fine
}

/** Undefined if it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
