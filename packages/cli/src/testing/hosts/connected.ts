/** Machines on which an agent is connected. The command runs once for each agent: it writes the same whatever hooks there are. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import type { Sandbox } from '../cli.ts'

export interface WrittenFile {
  readonly path: string
  /** With a mark where it names the directory of the machine. */
  readonly text: string
  readonly mode: number
}

const mark = '[machine]'
const written = new Map<string, readonly WrittenFile[]>()

/** Connects the agent by running the command, and returns what that wrote. */
export function runConnect(agent: string, scratch: Sandbox): readonly WrittenFile[] {
  const before = new Set(listFiles(scratch.home))
  const connected = scratch.hookline(['connect', agent, '--yes'])
  expect(connected, connected.stderr).toMatchObject({ code: 0 })
  return listFiles(scratch.home)
    .filter((path) => !before.has(path))
    .map((path) => readWritten(path, scratch))
}

function readWritten(path: string, { directory, home }: Sandbox): WrittenFile {
  const file = join(home, path)
  const text = readFileSync(file, 'utf8').replaceAll(directory, mark)
  return { path, text, mode: statSync(file).mode & 0o777 }
}

/** Connects the agent by writing what the command wrote on another machine. Returns it. */
export function connect(agent: string, scratch: Sandbox): readonly WrittenFile[] {
  const known = written.get(agent)
  if (known === undefined) {
    const files = runConnect(agent, scratch)
    written.set(agent, files)
    return files
  }
  for (const { path, text, mode } of known) {
    const file = join(scratch.home, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text.replaceAll(mark, scratch.directory))
    chmodSync(file, mode)
  }
  return known
}

/** Without the cache, which all machines share. */
const listFiles = (home: string): readonly string[] =>
  readdirSync(home, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('cache') && statSync(join(home, path)).isFile())
    .toSorted()
