/** One run's own place: workspace, home and temporary directory, thrown away afterwards. */
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Job } from '../read/types.ts'
import { copyFiles } from './copy.ts'
import { scratchDirectory } from './scratch-directory.ts'

export interface Scratch {
  readonly root: string
  readonly home: string
  readonly env: Readonly<Record<string, string>>
  place(path: string): string
  read(path: string): string | null
  /** The same value without the names of this place. */
  masked<T>(value: T): T
  remove(): void
}

export function createScratch({
  template,
  files,
  links,
  env,
}: Pick<Job, 'template' | 'files' | 'links' | 'env'>): Scratch {
  const directory = scratchDirectory()
  const [root, home, tmp] = [
    join(directory, 'work', basename(template)),
    join(directory, 'home'),
    join(directory, 'tmp'),
  ]
  const place = (path: string) => (path.startsWith('~/') ? join(home, path.slice(2)) : join(root, path))
  for (const folder of [root, home, tmp]) mkdirSync(folder, { recursive: true })
  copyFiles(template, root)
  for (const [path, target] of Object.entries(links)) link(place(path), target)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(place(path)), { recursive: true })
    writeFileSync(place(path), content)
  }
  return {
    root,
    home,
    env: { ...bare(home, tmp), ...env },
    place,
    read: (path) => contentOf(place(path)),
    masked: (value) =>
      mask(value, [
        [root, '<root>'],
        [home, '<home>'],
        [tmp, '<tmp>'],
      ]),
    remove: () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** What a hook finds in its environment, and nothing else of the person's. */
const kept = ['PATH', 'LANG', 'LC_ALL', 'SYSTEMROOT', 'COMSPEC', 'PATHEXT']
function bare(home: string, tmp: string): Record<string, string> {
  const own = kept.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    ...Object.fromEntries(own),
    HOME: home,
    USERPROFILE: home,
    TMPDIR: tmp,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.local/state'),
    XDG_DATA_HOME: join(home, '.local/share'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_RUNTIME_DIR: tmp,
  }
}

function link(path: string, target: string): void {
  if (existsSync(path) || !existsSync(target)) return
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}

/** Null: there is none. A directory has no content to compare. */
function contentOf(path: string): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return null
  return stats.isFile() ? readFileSync(path, 'utf8') : `(a ${stats.isDirectory() ? 'directory' : 'link'})`
}

function mask<T>(value: T, names: readonly (readonly [string, string])[]): T {
  if (typeof value === 'string')
    return names.reduce((text, [from, to]) => text.replaceAll(from, to), value as string) as T
  if (Array.isArray(value)) return value.map((one) => mask(one, names)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [mask(key, names), mask(one, names)])) as T
}
