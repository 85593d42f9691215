/** Checks with the engine's own reader and limits whether a machine can load the hook files of a set. */
import { hash } from 'node:crypto'
import { type ProblemCode, problemCodes } from '@hookline/core/protocol'
import {
  createPackLoader,
  editions,
  maxFileBytes,
  type PackRegistry,
  readHooks,
  thisPlatform,
} from '@hookline/core/team'

export type SystemName = 'linux' | 'darwin' | 'win32'
type Loaded = ReturnType<typeof readHooks>

let registry: PackRegistry | undefined
/** The packs of this process, which are not loaded yet after the first call. */
export const packRegistry = (): PackRegistry => {
  registry ??= createPackLoader(thisPlatform(), () => import('@hookline/packs'))
  return registry
}

/** Call this before `readSetFile` and `findLoadProblem`. They do not check packs that are not loaded. */
export const loadPacks = (): Promise<void> => packRegistry().load()

/** Reads a hook file of a team as a machine does. */
export function readSetFile(text: string, name: string, system: SystemName): Loaded {
  const source = { source: 'team', own: name === 'hookline.json', file: name, cwd: '/', trust: 'managed' } as const
  return readHooks(text, source, {
    edition: editions.hookline,
    hash: (of) => hash('sha256', of),
    system,
    packs: packRegistry(),
  })
}

/** Returns the problem that would close the gates, or undefined if all files load. */
export function findLoadProblem(files: Readonly<Record<string, string>>, system: SystemName): string | undefined {
  for (const [name, text] of Object.entries(files)) {
    const size = Buffer.byteLength(text)
    if (size > maxFileBytes) return `its ${name} has ${size} bytes. The limit is ${maxFileBytes} (1 MiB)`
    const { broken, entries, problems } = readSetFile(text, name, system)
    if (broken === true) return problems[0]?.message ?? `its ${name} cannot be read`
    const closed = entries.find((entry) => entry.broken !== undefined)
    if (closed !== undefined) return closed.broken?.message
  }
  return undefined
}

/** What a file has without effect, such as a setting that a team cannot set. It does not prevent the set from loading. */
export const findIgnored = (files: Readonly<Record<string, string>>, system: SystemName): readonly string[] =>
  Object.entries(files)
    .flatMap(([name, text]) => readSetFile(text, name, system).problems)
    .flatMap(({ code, message }) => (isWithoutEffect(code) ? [message] : []))

/** Whether something is written that has no effect. In a workspace some of it is a note; a team cannot publish it. */
export const isWithoutEffect = (code: ProblemCode): boolean => problemCodes[code].withoutEffect
