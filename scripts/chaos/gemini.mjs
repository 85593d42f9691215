// The same faults through the hook runner of Gemini CLI (@google/gemini-cli-core), one process for each fault and runner.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { faults } from './faults.mjs'
import { kindOf } from './kinds.mjs'
import { processesWith } from './machine.mjs'

const VERSION = '0.61.0'
const program = fileURLToPath(new URL('compare-one.mjs', import.meta.url))
/** For all events of one fault. */
const LIMIT_MS = 20_000
/** When the processes of a hook that was ended must be gone. */
const GONE_MS = 2500

/** HOOKLINE_GEMINI_CORE, or an installation in a cache outside the repository. Undefined if npm cannot install it. */
export function findGeminiCore(env = process.env) {
  if (env.HOOKLINE_GEMINI_CORE !== undefined) return env.HOOKLINE_GEMINI_CORE
  const cache = join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'hookline', `gemini-cli-core-${VERSION}`)
  const core = join(cache, 'node_modules/@google/gemini-cli-core')
  if (existsSync(core)) return core
  const temporary = `${cache}.${process.pid}`
  mkdirSync(temporary, { recursive: true })
  writeFileSync(join(temporary, 'package.json'), '{"private":true}\n')
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--loglevel=error']
  const { status } = spawnSync('npm', [...args, `@google/gemini-cli-core@${VERSION}`], { cwd: temporary })
  if (status === 0) renameSync(temporary, cache)
  else rmSync(temporary, { recursive: true, force: true })
  return existsSync(core) ? core : undefined
}

/** One of each kind. */
const samples = () => {
  const seen = new Set()
  return faults.flatMap((fault, at) => {
    const kind = kindOf(fault)
    if (seen.has(kind)) return []
    seen.add(kind)
    return [{ at, kind, fault }]
  })
}

function runOne(runner, at, directory, core) {
  mkdirSync(directory, { recursive: true })
  const args = ['--expose-gc', program, runner, String(at), directory, core]
  const env = { PATH: process.env.PATH, HOME: directory }
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
    let text = ''
    child.stdout.on('data', (part) => {
      text += part
    })
    let timer
    // To load the runner takes seconds on a busy machine, which says nothing about it.
    child.stdout.once('data', () => {
      timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
    })
    child.on('close', async (_code, signal) => {
      clearTimeout(timer)
      await sleep(GONE_MS)
      const left = processesWith(directory)
      for (const { pid } of left) killQuietly(pid)
      resolve({ ...readResult(text, signal), left: left.length })
    })
  })
}

function killQuietly(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

function readResult(text, signal) {
  try {
    return JSON.parse(text.slice(text.indexOf('\n')))
  } catch {
    return { answer: signal === 'SIGKILL' ? `none within ${LIMIT_MS / 1000} s` : 'the process of the runner died' }
  }
}

/** Rows of { id, kind, meaning, ours, theirs }; undefined without the package. */
export async function compareGemini(directory) {
  const core = findGeminiCore()
  if (core === undefined) return undefined
  const { version } = JSON.parse(readFileSync(join(core, 'package.json'), 'utf8'))
  const rows = []
  for (const { at, kind, fault } of samples()) {
    const ours = await runOne('hookline', at, join(directory, `h${at}`), core)
    const theirs = await runOne('gemini', at, join(directory, `g${at}`), core)
    rows.push({ id: fault.id, kind, meaning: fault.meaning, ours, theirs })
  }
  return { version, rows }
}
