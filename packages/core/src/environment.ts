/** Builds the environment of one hook (CONTRACT §5): inherited variables, Hookline's own, those of the session, and those of the event. */

import type { Agent, AgentVariables } from './agents/agent.ts'
import { agents, readAgents } from './agents/list.ts'
import { isProjectSource, sourceRank, trustRank } from './agents/sources.ts'
import { isCleanVariable } from './clean-environment.ts'
import type { EditionRow } from './editions.ts'
import type { Entry, Event, Session } from './flow.ts'
import type { Platform } from './ports.ts'
import { payloadVariables as payloadNames } from './protocol/common.ts'
import { formatTraceparent, traceVariables } from './protocol/trace-context.ts'
import type { JsonObject } from './schema.ts'
import { stateVariable, writeStateScope } from './state-scope.ts'

export interface EnvironmentRequest {
  readonly entry: Entry
  readonly event: Event
  readonly session: Pick<Session, 'env'>
  /** The environment of the process that fired the event. */
  readonly base: Readonly<Record<string, string | undefined>>
  readonly roots: readonly string[]
  readonly edition: Pick<EditionRow, 'remote'>
  /** Whether the workspace is remote. */
  readonly remote: boolean
  readonly platform?: Pick<Platform, 'system'>
  /** Variables with this prefix belong to another agent, so the hook never gets them. */
  readonly hides?: string
  /** For hooks of plugins: the plugin's data directory, which survives updates. */
  readonly pluginData?: (root: string) => string | undefined
  /** The span of the hook, where its event has one. */
  readonly spanId?: string
  /** Used as the project directory if there is no root. Default: `PWD`, or else the hook's working directory. */
  readonly currentDirectory?: string
}

export interface Environment {
  readonly env: Readonly<Record<string, string>>
  /** Variables that could not be exported, with the reason. */
  readonly missing: Readonly<Record<string, string>>
  /** `variable-refused:NAME` */
  readonly notes: readonly string[]
}

/** The purpose of a variable. */
type Purpose = Exclude<keyof AgentVariables, 'prefix' | 'known' | 'file'>
const purposes: readonly Purpose[] = [
  ...(['project', 'version', 'userEmail', 'transcript', 'remote', 'pluginRoot', 'pluginData'] as const),
]
const variablesOf = (of: readonly Agent[]) =>
  of.flatMap(({ variables }) => (variables === undefined ? [] : [variables]))
const namesOf = (of: readonly Agent[]) =>
  variablesOf(of).flatMap((names) => purposes.flatMap((purpose) => names[purpose] ?? []))
const reservedNames = [...namesOf(agents), stateVariable]
/** Variables that make a program run code: which program is started, what it loads, and which commands it runs itself. */
const loaderNames = `
  PATH IFS HOME XDG_CONFIG_HOME SHELL GCONV_PATH GLIBC_TUNABLES LOCPATH OPENSSL_CONF OPENSSL_MODULES OPENSSL_ENGINES
  ENV BASH_ENV SHELLOPTS BASHOPTS PS0 PS1 PS2 PS3 PS4 PROMPT_COMMAND BASH_XTRACEFD BASH_LOADABLES_PATH CDPATH FCEDIT ZDOTDIR FPATH
  MODULE_PATH NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE ELECTRON_RUN_AS_NODE
  PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONINSPECT PYTHONUSERBASE PYTHONEXECUTABLE PYTHONBREAKPOINT PYTHONWARNINGS PYTHONPLATLIBDIR
  PYTHONPYCACHEPREFIX PERLIO PERLLIB RUBYOPT RUBYLIB RUBYSHELL GEM_HOME GEM_PATH BUNDLE_GEMFILE BUNDLE_PATH
  PAGER EDITOR VISUAL BROWSER SSH_ASKPASS LESSOPEN LESSCLOSE
  JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH PHPRC PHP_INI_SCAN_DIR MAKEFLAGS MAKEFILES GOFLAGS
  COMSPEC PATHEXT PSMODULEPATH`
  .trim()
  .split(/\s+/)
const loaderPrefixes = [
  ...['LD_', 'DYLD_', 'BASH_FUNC_', 'GIT_', 'PERL5', 'LUA_INIT', 'LUA_PATH', 'LUA_CPATH', 'NPM_CONFIG_', 'npm_config_'],
]
/** Variables that name the variables file. A session may not set them. */
const fileNames = variablesOf(agents).flatMap(({ file }) => file ?? [])
const refusedNames: ReadonlySet<string> = new Set([...reservedNames, ...loaderNames, ...fileNames])
const ours: ReadonlySet<string> = new Set([...namesOf(readAgents), stateVariable, ...payloadNames])
const oursUpper: ReadonlySet<string> = new Set([...ours].map((name) => name.toUpperCase()))

/** The kernel limits a variable to 128 KiB, and all variables share their space with the arguments. */
const maxPayloadBytes = 32 * 1024

/** Whether a session may not set this variable, because Hookline sets it or because it makes a program run other code. */
export function isRefusedVariable(name: string, system: Platform['system'] = 'linux'): boolean {
  if (name === '' || name.includes('=') || name.includes('\0')) return true
  const known = system === 'win32' ? name.toUpperCase() : name
  return refusedNames.has(known) || loaderPrefixes.some((prefix) => known.startsWith(prefix))
}

export function hookEnvironment(request: EnvironmentRequest): Environment {
  const system = request.platform?.system ?? 'linux'
  const session = sessionVariables(request, system)
  const payload = payloadVariables(request.event.input)
  const own = ownVariables(request)
  const span = spanVariables(request)
  const env = inheritVariables(request, system, span.size > 0)
  for (const layer of [session.env, own.env, payload.env, span]) addLayer(env, layer, system)
  if (request.hides !== undefined) hide(env, request.hides, system)
  return { env, missing: payload.missing, notes: [...session.notes, ...own.notes] }
}

/** Whether a hook with a clean environment has this variable, if the firing process has it. */
export const hasCleanVariable = (name: string, { env }: Pick<Entry, 'env'>, system: Platform['system']): boolean =>
  isCleanVariable(name, env, system) || ours.has(name) || fileNames.includes(name)

/** Only the notes of `hookEnvironment`, for hooks that read no variables: to copy them all would be most of what such a hook costs. */
export function environmentNotes(request: EnvironmentRequest): readonly string[] {
  const isRefused = (value: unknown) => typeof value === 'string' && whyNotExportable(value) !== undefined
  const own = Object.values(valuesFor(request)).some(isRefused) ? ownVariables(request).notes : []
  if (request.session.env.length === 0) return own
  return [...sessionVariables(request, request.platform?.system ?? 'linux').notes, ...own]
}

/** Omits the names that Hookline sets, because values from an outer hook or another conversation are stale. */
function inheritVariables(
  { base, entry }: EnvironmentRequest,
  system: Platform['system'],
  hasSpan: boolean,
): Record<string, string> {
  const isClean = entry.environment === 'clean'
  const env: Record<string, string> = {}
  for (const name in base) {
    const value = base[name]
    const stale = system === 'win32' ? oursUpper.has(name.toUpperCase()) : ours.has(name)
    if (
      value === undefined ||
      stale ||
      (hasSpan && traceNames.has(system === 'win32' ? name.toUpperCase() : name)) ||
      (isClean && !isCleanVariable(name, entry.env, system))
    )
      continue
    env[name] = value
  }
  return env
}

/** The hook's own span, so that what it starts can continue the trace. Without one it inherits what the caller has. */
function spanVariables({ event: { trace }, spanId }: EnvironmentRequest): ReadonlyMap<string, string> {
  if (trace === undefined || spanId === undefined) return noVariables
  const own = new Map([['TRACEPARENT', formatTraceparent({ ...trace, spanId })]])
  return trace.state === undefined ? own : own.set('TRACESTATE', trace.state)
}
const noVariables: ReadonlyMap<string, string> = new Map()
const traceNames: ReadonlySet<string> = new Set(traceVariables)

/** Removes another agent's variables, so that a script that tests which agent runs it is not misled. */
function hide(env: Record<string, string>, beginning: string, system: Platform['system']): void {
  for (const name of Object.keys(env))
    if ((system === 'win32' ? name.toUpperCase() : name).startsWith(beginning)) delete env[name]
}

/** Adds variables. On Windows, `Path` and `PATH` are the same variable, so only one of them may exist. */
function addLayer(env: Record<string, string>, layer: ReadonlyMap<string, string>, system: Platform['system']): void {
  for (const [name, value] of layer) {
    if (system === 'win32') {
      const upper = name.toUpperCase()
      for (const other of Object.keys(env)) if (other.toUpperCase() === upper) delete env[other]
    }
    env[name] = value
  }
}

function ownVariables(request: EnvironmentRequest): { env: Map<string, string>; notes: string[] } {
  const env = new Map<string, string>()
  const notes: string[] = []
  for (const [name, value] of Object.entries(ownValues(request))) {
    if (typeof value !== 'string') continue
    if (whyNotExportable(value) === undefined) env.set(name, value)
    else notes.push(`variable-refused:${name}`)
  }
  return { env, notes }
}

/** Sets each value under the names of the agents whose files Hookline runs, and of the one in whose format the hook is. */
function ownValues(request: EnvironmentRequest): JsonObject {
  const values = valuesFor(request)
  const own: Record<string, unknown> = {}
  for (const [name, purpose] of namesFor(request.entry.dialect)) own[name] = values[purpose]
  own[stateVariable] = writeStateScope(request.entry, projectDirectory(request))
  return own
}

const namesByDialect = new Map<string, readonly (readonly [name: string, purpose: Purpose])[]>()

/** Found once for each dialect, because every hook of every event needs them. */
function namesFor(dialect: string): readonly (readonly [name: string, purpose: Purpose])[] {
  const known = namesByDialect.get(dialect)
  if (known !== undefined) return known
  const own = agents.filter(({ name }) => name === dialect)
  const found = variablesOf([...new Set([...readAgents, ...own])]).flatMap((names) =>
    purposes.flatMap((purpose) => {
      const name = names[purpose]
      return name === undefined ? [] : [[name, purpose] as const]
    }),
  )
  namesByDialect.set(dialect, found)
  return found
}

function valuesFor(request: EnvironmentRequest): Readonly<Record<Purpose, unknown>> {
  const { input } = request.event
  const { origin } = request.entry
  const project = projectDirectory(request)
  const remote = { none: undefined, path: project, true: 'true' }[request.edition.remote]
  const plugin = origin.source === 'plugin' ? (origin.root ?? request.entry.cwd) : undefined
  return {
    project,
    version: input.cursor_version ?? '',
    userEmail: input.user_email || undefined,
    transcript: input.transcript_path || undefined,
    remote: request.remote ? remote : undefined,
    pluginRoot: plugin,
    pluginData: plugin === undefined ? undefined : request.pluginData?.(plugin),
  }
}

function projectDirectory({ entry, roots, base, currentDirectory }: EnvironmentRequest): string {
  const own = isProjectSource(entry.origin.source) ? entry.origin.root : undefined
  return own ?? roots[0] ?? currentDirectory ?? base.PWD ?? entry.cwd
}

function payloadVariables(input: Event['input']): { env: Map<string, string>; missing: Record<string, string> } {
  const env = new Map<string, string>()
  const missing: Record<string, string> = {}
  for (const name of payloadNames) {
    const value = input[name]
    if (typeof value !== 'string') continue
    const reason = whyNotExportable(value) ?? (bytesAbove(value, maxPayloadBytes) ? 'is longer than 32 KiB' : undefined)
    if (reason === undefined) env.set(name, value)
    else missing[name] = reason
  }
  return { env, missing }
}

/** A hook gets only variables from sources that are trusted at least as much, so that a project cannot influence an organisation's guard. */
function sessionVariables(request: EnvironmentRequest, system: Platform['system']) {
  const rank = trustRank(request.entry.origin.source)
  const env = new Map<string, string>()
  const notes = new Set<string>()
  const set = request.session.env.filter((variable) => trustRank(variable.source) >= rank)
  const byPriority = set.toSorted((a, b) => sourceRank(a.source) - sourceRank(b.source))
  for (const { name, value } of byPriority) {
    if (env.has(name)) continue
    if (isSettable(name, value, system)) env.set(name, value)
    else notes.add(`variable-refused:${name}`)
  }
  return { env, notes }
}

/** Whether a session may set the variable to this value. */
const isSettable = (name: string, value: string, system: Platform['system']): boolean =>
  !isRefusedVariable(name, system) && !oursUpper.has(name.toUpperCase()) && whyNotExportable(value) === undefined

/** The variables of a session for the host's own programs, with the same restrictions. */
export const sessionEnvironment = (
  env: Readonly<Record<string, string>>,
  system: Platform['system'],
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(env).filter(([name, value]) => isSettable(name, value, system)))

/** Why a variable cannot hold this text unchanged. */
const whyNotExportable = (value: string): string | undefined =>
  value.includes('\0')
    ? 'contains a NUL character'
    : /\p{Surrogate}/u.test(value)
      ? 'contains half of a surrogate pair'
      : undefined

const bytesAbove = (value: string, limit: number): boolean =>
  value.length > limit || (value.length * 3 > limit && new TextEncoder().encode(value).length > limit)
