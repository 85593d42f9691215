/** Reads the modes of files from git's index, with one call of git for each work tree. */
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { runGit } from '@hookline/core/git'

/** Windows allows about 32,000 characters in a command line. */
const MAX_ARGUMENTS_LENGTH = 24_000

type Modes = ReadonlyMap<string, string>

/** Returns a function for one file. All files that are asked for at once are asked of git together. */
export function createGitModes(): (file: string) => Promise<string | undefined> {
  let files: string[] = []
  let reading: Promise<Modes> | undefined
  return async (file) => {
    files.push(file)
    reading ??= new Promise((resolve) => {
      setImmediate(() => {
        const asked = files
        files = []
        reading = undefined
        resolve(readModes(asked))
      })
    })
    return (await reading).get(file)
  }
}

interface TrackedFile {
  readonly file: string
  readonly top: string
  /** The path below the top of the work tree, as git writes it. */
  readonly name: string
}

async function readModes(files: readonly string[]): Promise<Modes> {
  const tracked = [...new Set(files)].flatMap(findTracked)
  const tops = [...new Set(tracked.map(({ top }) => top))]
  const found = await Promise.all(
    tops.flatMap((top) => splitByLength(tracked.filter((one) => one.top === top)).map((part) => listModes(top, part))),
  )
  return new Map(found.flat())
}

/** The real directory counts, as it does for git itself. Empty outside a work tree. */
function findTracked(file: string): readonly TrackedFile[] {
  try {
    const directory = realpathSync(dirname(file))
    const top = findTop(directory)
    if (top === undefined) return []
    return [{ file, top, name: relative(top, join(directory, basename(file))).replaceAll(sep, '/') }]
  } catch {
    return []
  }
}

function findTop(directory: string): string | undefined {
  if (existsSync(join(directory, '.git'))) return directory
  const parent = dirname(directory)
  return parent === directory ? undefined : findTop(parent)
}

function splitByLength(files: readonly TrackedFile[]): readonly (readonly TrackedFile[])[] {
  const parts: TrackedFile[][] = []
  let left = 0
  for (const one of files) {
    left -= one.name.length + 1
    if (left < 0 || parts.length === 0) {
      parts.push([])
      left = MAX_ARGUMENTS_LENGTH - one.name.length
    }
    parts.at(-1)?.push(one)
  }
  return parts
}

async function listModes(top: string, files: readonly TrackedFile[]): Promise<readonly (readonly [string, string])[]> {
  const names = files.map(({ name }) => name)
  const { stdout } = await runGit(['--literal-pathspecs', 'ls-files', '-s', '-z', '--', ...names], { cwd: top })
  const modes = new Map<string, string>()
  for (const line of stdout.split('\0')) {
    const [, mode, name] = /^(\d{6}) [^\t]*\t(.*)$/s.exec(line) ?? []
    // A file with a conflict has several lines, of which the first counts.
    if (mode !== undefined && name !== undefined && !modes.has(name)) modes.set(name, mode)
  }
  return files.flatMap(({ file, name }) => {
    const mode = modes.get(name)
    return mode === undefined ? [] : [[file, mode] as const]
  })
}
