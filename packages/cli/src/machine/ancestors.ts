/** Finds out whether an agent started this process, directly or through other programs. A faked terminal does not change that. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { agents } from '@hookline/core/agents'
import { agentShellVariable } from '@hookline/core/node'

export interface ProcessFacts {
  readonly parent: number
  /** The short name of the program, as the system keeps it. */
  readonly name: string
  readonly words: readonly string[]
  /** Variables of the process, as far as they can be read. */
  readonly env: Readonly<Record<string, string>>
}
/** Undefined if there is no such process, or if nothing can be read about it. */
export type ReadProcess = (pid: number) => ProcessFacts | undefined

/** Deeper chains do not occur, and a chain without an end is a mistake. */
const MAX_DEPTH = 128

/**
 * The agent that this process descends from; `unknown` if that cannot be found out. With `skipsEditors`, an editor with an agent
 * does not count: a person works in its terminals too.
 */
export function findAgentAncestor(
  pid: number,
  read: ReadProcess,
  { skipsEditors = false }: { readonly skipsEditors?: boolean } = {},
): string | 'unknown' | undefined {
  let current = pid
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const facts = read(current)
    // The first process of a container or of the system may be invisible.
    if (facts === undefined) return depth === 0 ? 'unknown' : undefined
    const agent = agents.find((one) => isProgramOf(one, facts, skipsEditors))
    // This process itself is Hookline, whatever its words contain.
    if (depth > 0 && agent !== undefined) return agent.title
    if (agentShellVariable(facts.env) !== undefined) return 'an agent'
    if (facts.parent <= 0) return undefined
    current = facts.parent
  }
  return 'unknown'
}

function isProgramOf(
  { processes: all }: (typeof agents)[number],
  { name, words }: ProcessFacts,
  skipsEditors: boolean,
): boolean {
  if (all === undefined) return false
  const counts = (one: string) => !skipsEditors || all.editor?.includes(one) !== true
  const processes = { names: all.names.filter(counts), paths: all.paths.filter(counts) }
  const [program = '', script = ''] = words
  const names = [name, basename(program)].map((one) => one.toLowerCase().replace(/\.(exe|cmd|js|mjs|cjs)$/, ''))
  if (names.some((one) => processes.names.includes(one))) return true
  // An interpreter with the agent's script: `node …/@anthropic-ai/claude-code/cli.js`.
  return [program, script].some(
    (word) =>
      processes.paths.some((path) => word.replaceAll('\\', '/').includes(path)) ||
      (word === script &&
        processes.names.includes(
          basename(word)
            .toLowerCase()
            .replace(/\.[cm]?js$/, ''),
        )),
  )
}

/** Undefined on a system that does not show the parents of a process. */
export function processReader(system: NodeJS.Platform = process.platform): ReadProcess | undefined {
  if (system === 'linux') return readProc
  if (system === 'darwin') return readPs(listProcesses())
  return undefined
}

const readProc: ReadProcess = (pid) => {
  const stat = readText(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // The name is in parentheses and may contain any character.
  const end = stat.lastIndexOf(')')
  const parent = Number(stat.slice(end + 2).split(' ')[1])
  return {
    parent: Number.isInteger(parent) ? parent : 0,
    name: stat.slice(stat.indexOf('(') + 1, end),
    words: (readText(`/proc/${pid}/cmdline`) ?? '').split('\0').filter((word) => word !== ''),
    env: Object.fromEntries(
      (readText(`/proc/${pid}/environ`) ?? '').split('\0').map((line) => {
        const at = line.indexOf('=')
        return [line.slice(0, Math.max(0, at)), line.slice(at + 1)]
      }),
    ),
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function listProcesses(): string {
  return spawnSync('/bin/ps', ['-axwwo', 'pid=,ppid=,command='], { encoding: 'utf8', timeout: 10_000 }).stdout ?? ''
}

/** Reads the output of `ps -axwwo pid=,ppid=,command=`. A path with a space in it is not split correctly, so both readings count. */
export function readPs(output: string): ReadProcess {
  const all = new Map<number, ProcessFacts>()
  for (const line of output.split('\n')) {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    if (pid === undefined) continue
    const words = command.split(/\s+/)
    all.set(Number(pid), { parent: Number(parent), name: basename(command.split(' -')[0] ?? ''), words, env: {} })
  }
  return (pid) => all.get(pid)
}
