/** Compares the hooks that were approved with those that are there now. */
import { type TrustContent, type TrustItem, type TrustRecord, trustedText } from '@hookline/core/node'
import { createTwoFilesPatch } from 'diff'

export interface Difference {
  readonly sign: '-' | '+' | '~'
  readonly text: string
  /** What changed in the text of the file, as a unified diff without its header. */
  readonly diff?: string
}

/** The approved text with a hash, if it was kept. */
export type KeptText = (hash: string) => string | undefined

/** Entries whose file is shown as a diff are not listed again. */
export function differences(now: TrustContent, approved: TrustRecord, keptText: KeptText): Difference[] {
  const before = approved.items.map(itemOf)
  const after = now.items.map(itemOf)
  const files = fileDifferences(now, approved, keptText)
  const shown = new Set(files.flatMap(({ path, diff }) => (diff === undefined ? [] : [path])))
  const isListed = ({ file }: Item) => !shown.has(file)
  return [
    ...without(before, after)
      .filter(isListed)
      .map(({ text }) => ({ sign: '-', text }) as const),
    ...without(after, before)
      .filter(isListed)
      .map(({ text }) => ({ sign: '+', text }) as const),
    ...files.map(({ path: _, ...difference }) => difference),
    ...pluginDifferences(now, approved),
  ]
}

/** The files that differ from what was approved, relative to the root. */
export function changedPaths(now: TrustContent, approved: TrustRecord): readonly string[] {
  const [before, after] = [approved.items.map(itemOf), now.items.map(itemOf)]
  const items = [...without(before, after), ...without(after, before)].map(({ file }) => file)
  const files = fileDifferences(now, approved, () => undefined).map(({ path }) => path)
  return [...new Set([...files, ...items, ...pluginDifferences(now, approved).map(({ text }) => text)])]
}

/** Changes of the workspace's plugins, which matter once a hook names them. */
export function pluginDifferences({ plugins = [] }: TrustContent, approved: TrustRecord): readonly Difference[] {
  const isIn = (list: typeof plugins, path: string) => list.some((one) => one.path === path)
  const changed = plugins.filter((one) =>
    approved.plugins.some(({ path, sha256 }) => path === one.path && sha256 !== one.sha256),
  )
  return [
    ...approved.plugins.filter(({ path }) => !isIn(plugins, path)).map(({ path }) => ({ sign: '-', path }) as const),
    ...plugins.filter(({ path }) => !isIn(approved.plugins, path)).map(({ path }) => ({ sign: '+', path }) as const),
    ...changed.map(({ path }) => ({ sign: '~', path }) as const),
  ].map(({ sign, path }) => ({ sign, text: `plugin ${path.slice(1)}` }))
}

type File = TrustContent['files'][number]
type FileDifference = Difference & { readonly path: string }

function fileDifferences(now: TrustContent, approved: TrustRecord, keptText: KeptText): readonly FileDifference[] {
  const root = approved.files.some(({ path }) => path.startsWith(now.root)) ? now.root : approved.root
  const old = byPath([...approved.files, ...approved.configs], root)
  const current = byPath([...now.files, ...now.configs], now.root)
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((path): readonly FileDifference[] => {
    const [was, is] = [old.get(path), current.get(path)]
    if (was !== undefined && is !== undefined) return changed(path, was, is, keptText)
    if (is !== undefined) return [{ sign: '+', path, ...withDiff(path, '', trustedText(is.path), short(is)) }]
    return was === undefined ? [] : [{ sign: '-', path, ...withDiff(path, keptText(was.sha256), '', short(was)) }]
  })
}

function changed(path: string, was: File, is: File, keptText: KeptText): readonly FileDifference[] {
  const mode = is.executable === true ? 'executable now' : 'no longer executable'
  const runs: readonly FileDifference[] =
    was.executable === is.executable ? [] : [{ sign: '~', path, text: `${path}  ${mode}` }]
  if (was.sha256 === is.sha256) return runs
  const hashes = `${short(was)} → ${is.sha256.slice(0, 16)}`
  return [{ sign: '~', path, ...withDiff(path, keptText(was.sha256), trustedText(is.path), hashes) }, ...runs]
}

/** Without both texts only the hashes are known: the file is larger than 256 KiB, not text, or was approved before texts were kept. */
function withDiff(
  path: string,
  before: string | undefined,
  after: string | undefined,
  hashes: string,
): Pick<Difference, 'text' | 'diff'> {
  if (isSettingsPart(before) || isSettingsPart(after)) return { text: `${path}  ${hashes}` }
  if (before === undefined || after === undefined) return { text: `${path}  ${hashes} (no diff: its text is not kept)` }
  const patch = createTwoFilesPatch(path, path, before, after, undefined, undefined, { context: 3 })
  const from = patch.indexOf('@@')
  return { text: path, diff: from < 0 ? '' : patch.slice(from).trimEnd() }
}

/** The hooks of an agent's settings file are bound as one line of JSON. Their entries show the change better. */
const isSettingsPart = (text: string | undefined): boolean => text?.startsWith('[["') === true

/** Files by their path relative to the root, because the same root can be spelled in several ways. */
const byPath = (files: readonly File[], root: string): ReadonlyMap<string, File> =>
  new Map(files.map((file) => [file.path.startsWith(root) ? file.path.slice(root.length + 1) : file.path, file]))

const short = (file: File): string => `sha256 ${file.sha256.slice(0, 16)}`

interface Item {
  readonly file: string
  readonly text: string
}
const itemOf = ({ file, event, text }: TrustItem): Item => ({
  file: file.slice(1),
  text: `${file.slice(1)}  ${event ?? 'settings'}  ${text}`,
})

/** The items of `all` that are not in `others`. Repeated items count: two against one is a difference. */
function without(all: readonly Item[], others: readonly Item[]): readonly Item[] {
  const left = others.map(({ text }) => text)
  return all.filter(({ text }) => {
    const at = left.indexOf(text)
    if (at < 0) return true
    left.splice(at, 1)
    return false
  })
}
