/** Runs the rules over files in memory, which are read as Hookline reads them, with made-up facts about the machine. */
import { createHash } from 'node:crypto'
import { editions } from '@hookline/core'
import { readClaude, readHooks } from '@hookline/core/node'
import type { Facts } from '../context/facts.ts'
import { type LintInput, lint } from '../lint.ts'
import type { Finding, Rule } from '../rule.ts'

export type Files = Readonly<Record<string, string>>
const root = '/w'
const home = '/home/ann'

const hookFiles = {
  '.cursor/hooks.json': { source: 'project', own: false, root, cwd: root, trust: 'untrusted', read: readHooks },
  '.hookline/hookline.json': { source: 'project', own: true, root, cwd: root, trust: 'untrusted', read: readHooks },
  '.claude/settings.json': {
    source: 'claude-project',
    own: false,
    root,
    cwd: root,
    trust: 'untrusted',
    read: readClaude,
  },
  '/home/ann/.cursor/hooks.json': { source: 'user', own: false, cwd: `${home}/.cursor`, trust: 'own', read: readHooks },
} as const

const absolute = (path: string): string => (path.startsWith('/') ? path : `${root}/${path}`)
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** Unless the test says otherwise, scripts are executable and every program is installed. */
export function fakeFacts(files: Files, facts: Partial<Facts> = {}): Facts {
  const contents = new Map(Object.entries(files).map(([path, text]) => [absolute(path), text]))
  return {
    system: 'linux',
    home,
    read: (path) => contents.get(path),
    isFile: (path) => contents.has(path) || /^\/(usr\/)?bin\/(sh|bash|env)$/.test(path),
    executable: (path) => (contents.has(path) ? true : undefined),
    gitMode: async () => undefined,
    onPath: () => true,
    noEndpoint: async () => undefined,
    noSandbox: () => undefined,
    onDesktopPath: () => true,
    parse: async () => undefined,
    ...facts,
  }
}

function readFiles(files: Files, facts: Facts): LintInput {
  const reading = { edition: editions.hookline, hash, system: facts.system, files: { isFile: facts.isFile } } as const
  const loaded = Object.entries(hookFiles).flatMap(([path, { read, ...location }]) => {
    const text = files[path]
    if (text === undefined) return []
    const file = absolute(path)
    return [{ file, source: location.source, ...read(text, { ...location, file }, reading) }]
  })
  return {
    entries: loaded.flatMap(({ entries }) => entries),
    problems: loaded.flatMap(({ problems }) => problems),
    files: loaded.map(({ file, source }) => ({ file, source })),
    root,
  }
}

export async function lintFiles(
  files: Files,
  facts: Partial<Facts> = {},
  rules?: readonly Rule[],
): Promise<readonly Finding[]> {
  const all = fakeFacts(files, facts)
  return lint(readFiles(files, all), all, rules)
}

/** Returns `warning 5:20` for each finding with the given code. */
export const positionsOf = (findings: readonly Finding[], code: string): readonly string[] =>
  findings.filter((one) => one.code === code).map(({ severity, line, column }) => `${severity} ${line}:${column}`)

/** A hooks.json with entries of one event, each on a line of its own; the first is on line 3. */
export const cursor = (event: string, ...entries: readonly object[]): string =>
  `{ "version": 1, "hooks": {\n  "${event}": [\n${entries.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]\n} }\n`

export const claude = (event: string, ...commands: readonly string[]): string =>
  `{ "hooks": {\n  "${event}": [{ "hooks": [\n${commands.map((command) => `    ${JSON.stringify({ type: 'command', command })}`).join(',\n')}\n  ] }]\n} }\n`
