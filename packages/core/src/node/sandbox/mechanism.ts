/** Finds what can put a hook into a sandbox on this machine, by trying it (CONTRACT §19). */
import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SandboxLevel, sandboxLevels } from '../../flow.ts'
import type { Platform } from '../../ports.ts'
import { isObject } from '../../schema.ts'
import { cacheDirectory } from '../../sources/locations.ts'
import { sha256 } from '../system/hashes.ts'
import { thisPlatform } from '../system/machine.ts'
import { makeDirectory } from '../system/make-directory.ts'
import { readRegularText } from '../system/regular-file.ts'
import { replaceFile } from '../system/replace-file.ts'
import { bubblewrapVariables, wrapInBubblewrap } from './bubblewrap.ts'
import { filterFor, hasFilter } from './filter.ts'
import { findSandboxHelper } from './helper.ts'
import { leastLandlock, wrapInLandlock } from './landlock.ts'
import { makeRunFiles, type RunFiles } from './run-files.ts'
import { forbidsWriting, hasNetwork, type SandboxScope, type Start, type Wrapped } from './scope.ts'
import { type TrialQuestion, trialProgram } from './trial.ts'

export interface Mechanism {
  readonly kind: 'bubblewrap' | 'landlock'
  /** bubblewrap, or the native helper. */
  readonly program: string
  /** Of bubblewrap, or of the kernel's Landlock. */
  readonly version: string
  /** bubblewrap also keeps the kernel from making user namespaces in the sandbox. */
  readonly disablesNamespaces?: true
}
export type FoundMechanism = { readonly mechanism: Mechanism } | { readonly whyNot: string }

/** Where bubblewrap is installed by a system. The PATH may lead into a workspace. */
const programs = ['/usr/bin/bwrap', '/bin/bwrap', '/usr/local/bin/bwrap', '/run/current-system/sw/bin/bwrap']
/** What once did not work may work after an installation. */
const RETRY_MS = 10 * 60_000
/** All trials of a level together, because an event waits for them. Agents wait longer. */
const TRIALS_MS = 8_000
/** After that, this process tries no other level for a while. */
const PAUSE_MS = 60_000
let overranAt = Number.NEGATIVE_INFINITY

const trialDeadline = (now = performance.now()): number => (now - overranAt < PAUSE_MS ? now : now + TRIALS_MS)

function timeLeft(deadline: number): number {
  const left = Math.floor(deadline - performance.now())
  if (left <= 0) throw new Error(`there was no time left for its trial (${TRIALS_MS / 1000} s)`)
  return left
}

/** One result for each level and each state of the machine. */
const known = new Map<string, Trial>()

export function findMechanism(
  level: SandboxLevel,
  platform: Platform,
  find: () => readonly Candidate[] = findCandidates,
): FoundMechanism {
  if (platform.system !== 'linux') return { whyNot: 'Hookline has no sandbox for this system' }
  if (!hasFilter()) return { whyNot: `Hookline has no sandbox for the processor ${process.arch}` }
  const candidates = find()
  const key = sha256(JSON.stringify([level, stateOfMachine(), candidates.map(stampOf)]))
  const trial = known.get(key) ?? readCache(platform)[key]
  const before = foundBefore(trial, candidates)
  if (trial !== undefined && before !== undefined) {
    known.set(key, trial)
    return before
  }
  const deadline = trialDeadline()
  const found = tryAll(level, candidates, platform, deadline)
  const isOver = performance.now() >= deadline
  if (isOver) overranAt = performance.now()
  const made = { at: Date.now(), ...('whyNot' in found ? found : kindOf(found.mechanism)) }
  known.set(key, made)
  // A machine that was too busy is tried again by the next process.
  if (!isOver) writeCache(platform, key, made)
  return found
}

const kindOf = ({ program: _, ...kept }: Mechanism): Omit<Mechanism, 'program'> => kept

/** A program that may be able to make a sandbox. */
export interface Candidate {
  readonly kind: Mechanism['kind']
  readonly program: string
}

function findCandidates(): readonly Candidate[] {
  const bubblewrap = programs.find((path) => isOfSystem(path))
  const helper = findSandboxHelper()
  return [
    ...(bubblewrap === undefined ? [] : [{ kind: 'bubblewrap', program: bubblewrap } as const]),
    ...(helper === undefined ? [] : [{ kind: 'landlock', program: helper } as const]),
  ]
}

function isOfSystem(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true && found.uid === 0 && (found.mode & 0o022) === 0
}

const stampOf = ({ program }: Candidate): string => {
  const found = statSync(program, { throwIfNoEntry: false })
  return [program, found?.ino, found?.size, found?.mtimeMs].join(' ')
}

/** What the result of a trial depends on: the boot, the user, and how this process is confined itself. */
function stateOfMachine(): readonly string[] {
  const read = (path: string) => orEmpty(() => readFileSync(path, 'utf8'))
  const status = read('/proc/self/status').match(/^(CapEff|NoNewPrivs|Seccomp|Seccomp_filters):.*$/gm) ?? []
  const namespaces = ['user', 'mnt', 'pid', 'net'].map((name) => orEmpty(() => readlinkSync(`/proc/self/ns/${name}`)))
  return ['4', read('/proc/sys/kernel/random/boot_id'), String(process.getuid?.()), ...status, ...namespaces]
}

function orEmpty(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

function tryAll(
  level: SandboxLevel,
  candidates: readonly Candidate[],
  platform: Platform,
  deadline: number,
): FoundMechanism {
  const reasons: string[] = []
  for (const candidate of candidates) {
    const tried = tryOne(level, candidate, platform, deadline)
    if ('mechanism' in tried) return tried
    reasons.push(tried.whyNot)
  }
  if (!candidates.some(({ kind }) => kind === 'bubblewrap')) reasons.unshift('bubblewrap (bwrap) is not installed')
  if (!candidates.some(({ kind }) => kind === 'landlock')) reasons.push('this copy of Hookline has no native helper')
  return { whyNot: reasons.join('; ') }
}

function tryOne(
  level: SandboxLevel,
  { kind, program }: Candidate,
  platform: Platform,
  deadline: number,
): FoundMechanism {
  const name = kind === 'bubblewrap' ? 'bubblewrap' : 'Landlock'
  try {
    const version = readVersion(kind, program, deadline)
    const least = kind === 'landlock' ? leastLandlock[level] : 0
    if (kind === 'landlock' && Number(version) < least)
      return { whyNot: `Landlock ${version} of this kernel is too old (${level} needs ${least})` }
    let problem: string | undefined
    for (const mechanism of variantsOf({ kind, program, version })) {
      problem = runTrial(level, mechanism, platform, deadline)
      if (problem === undefined) return { mechanism }
    }
    return { whyNot: `${name} does not work here: ${problem}` }
  } catch (error) {
    return { whyNot: `${name} could not be tried: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** From 0.8 on bubblewrap has a second lock on namespaces, which does not work in every container. The filter is the first. */
function variantsOf(mechanism: Mechanism): readonly Mechanism[] {
  const [major = 0, minor = 0] = mechanism.version.split('.').map(Number)
  const hasLock = mechanism.kind === 'bubblewrap' && (major > 0 || minor >= 8)
  return hasLock ? [{ ...mechanism, disablesNamespaces: true }, mechanism] : [mechanism]
}

function readVersion(kind: Mechanism['kind'], program: string, deadline: number): string {
  const { stdout } = spawnSync(program, [kind === 'bubblewrap' ? '--version' : '--abi'], {
    encoding: 'utf8',
    env: {},
    timeout: timeLeft(deadline),
    killSignal: 'SIGKILL',
  })
  return (stdout ?? '').replace(/^\w+ /, '').trim()
}

/** Why it does not do what the level says; undefined if it does. */
function runTrial(level: SandboxLevel, mechanism: Mechanism, platform: Platform, deadline: number): string | undefined {
  const directory = makeScratch(platform)
  const files = makeRunFiles(filterFor(level, mechanism.kind), platform)
  try {
    const { question, scope } = prepareTrial(level, mechanism, directory)
    const temporary = join(directory, 'tmp')
    const start: Start = {
      shell: process.execPath,
      args: ['-e', trialProgram, JSON.stringify(question)],
      env: { TMPDIR: temporary, ELECTRON_RUN_AS_NODE: '1', ...variablesIn(mechanism, scope) },
    }
    const { shell, args, env } = wrapIn(mechanism, scope, { writable: [], temporary, files }, start)
    const { stdout, stderr, status } = spawnSync(shell, args, {
      encoding: 'utf8',
      env,
      cwd: '/',
      timeout: timeLeft(deadline),
      killSignal: 'SIGKILL',
    })
    const result: unknown = status === 0 ? JSON.parse(stdout) : undefined
    if (!isObject(result) || !Array.isArray(result.found))
      return (stderr ?? '').trim().split('\n')[0]?.slice(0, 200) || 'the trial did not end'
    if (result.found.length > 0) return `in it a program can ${result.found.join(', ')}`
    return files.readStatus() === '' ? 'it does not report that it started' : undefined
  } finally {
    files.remove()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** In the scratch directory: a secret with a link beside it, one in a directory, and a directory that may not be changed. */
function prepareTrial(
  level: SandboxLevel,
  mechanism: Mechanism,
  directory: string,
): { readonly question: TrialQuestion; readonly scope: SandboxScope } {
  const path = (name: string) => join(directory, name)
  for (const name of ['tmp', 'state', 'guarded']) mkdirSync(path(name))
  for (const name of ['secret', 'state/secret']) writeFileSync(path(name), 'secret')
  symlinkSync(path('state'), path('link'))
  const secrets = [path('state/secret'), path('link/secret'), ...(level === 'strict' ? [path('secret')] : [])]
  return {
    question: {
      outside: directory,
      writes: !forbidsWriting(level),
      secrets,
      guarded: path('guarded'),
      connects: hasNetwork(level),
      pid: process.pid,
      signals: mechanism.kind === 'landlock' && Number(mechanism.version) < 6,
    },
    scope: {
      level,
      cwd: '/',
      filter: filterFor(level, mechanism.kind),
      needed: [directory, process.execPath],
      hidden: [
        { path: path('state'), isDirectory: true },
        ...(level === 'strict' ? [{ path: path('secret'), isDirectory: false }] : []),
      ],
      guarded: [path('guarded')],
    },
  }
}

function makeScratch(platform: Platform): string {
  const parent = sandboxDirectory(platform)
  try {
    makeDirectory(parent)
    return realpathSync.native(mkdtempSync(join(parent, 'trial-')))
  } catch {
    // The cache cannot be written.
    return realpathSync.native(mkdtempSync(join(tmpdir(), 'hookline-trial-')))
  }
}

const sandboxDirectory = (platform: Platform): string => join(cacheDirectory(platform), 'sandbox')

/** What a start in a sandbox needs beside its scope. */
export interface StartFiles {
  /** Files that the hook must be able to write. */
  readonly writable: readonly string[]
  /** Used by Landlock alone. */
  readonly temporary: string | undefined
  readonly files: RunFiles
}

/** Starts a program in the sandbox. May throw file system errors. */
export const wrapIn = (
  mechanism: Mechanism,
  scope: SandboxScope,
  { writable, temporary = '/nonexistent', files }: StartFiles,
  start: Start,
): Wrapped =>
  mechanism.kind === 'bubblewrap'
    ? wrapInBubblewrap(mechanism, scope, writable, files, start)
    : wrapInLandlock(mechanism.program, scope, writable, temporary, files, start)

export const variablesIn = (
  { kind }: Mechanism,
  scope: Pick<SandboxScope, 'level'>,
): Readonly<Record<string, string>> => (kind === 'bubblewrap' ? bubblewrapVariables(scope) : {})

function replaceContent(path: string, content: string | Buffer): void {
  const temporary = `${path}.${process.pid}`
  writeFileSync(temporary, content, { mode: 0o600 })
  replaceFile(temporary, path)
}

/** The result of a trial as it is kept. */
interface Trial {
  readonly at: number
  readonly kind?: Mechanism['kind']
  readonly version?: string
  readonly disablesNamespaces?: true
  readonly whyNot?: string
}
const cacheFile = (platform: Platform): string => join(sandboxDirectory(platform), 'trials.json')

function readCache(platform: Platform): Readonly<Record<string, Trial>> {
  try {
    const parsed: unknown = JSON.parse(readRegularText(cacheFile(platform)) ?? '{}')
    // Only this file writes it.
    return isObject(parsed) ? (parsed as Record<string, Trial>) : {}
  } catch {
    return {}
  }
}

/** Which program is started is never read from the file. */
function foundBefore(trial: Trial | undefined, candidates: readonly Candidate[]): FoundMechanism | undefined {
  const candidate = candidates.find(({ kind }) => kind === trial?.kind)
  if (candidate !== undefined) {
    const locks = trial?.disablesNamespaces === true ? ({ disablesNamespaces: true } as const) : {}
    return { mechanism: { ...candidate, version: String(trial?.version), ...locks } }
  }
  if (trial?.whyNot === undefined || !(Date.now() - trial.at < RETRY_MS)) return undefined
  return { whyNot: String(trial.whyNot) }
}

/** Only the results of the last states are kept. */
const MAX_RESULTS = 24

function writeCache(platform: Platform, key: string, trial: Trial): void {
  try {
    const kept = Object.entries(readCache(platform)).slice(1 - MAX_RESULTS)
    makeDirectory(sandboxDirectory(platform))
    replaceContent(cacheFile(platform), JSON.stringify({ ...Object.fromEntries(kept), [key]: trial }))
  } catch {
    // The next process tries again.
  }
}

/** The result for each level, for people. */
export const sandboxReport = (
  platform = thisPlatform(),
): readonly ({ readonly level: SandboxLevel } & FoundMechanism)[] =>
  sandboxLevels.map((level) => ({ level, ...findMechanism(level, platform) }))

/** Why this machine has no sandbox of the level; undefined if it has one. */
export function whyNoSandbox(
  level: SandboxLevel,
  platform = thisPlatform(),
  candidates?: () => readonly Candidate[],
): string | undefined {
  const found = findMechanism(level, platform, candidates)
  return 'whyNot' in found ? describeMissing(level, found.whyNot) : undefined
}

export const describeMissing = (level: SandboxLevel, why: string): string =>
  `the sandbox "${level}" is not available: ${why}`
