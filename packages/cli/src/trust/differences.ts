/** Compares the hooks that were approved with those that are there now. Pure. */
import type { TrustContent, TrustItem, TrustRecord } from '@hookline/core/node'

export interface Difference {
  readonly sign: '-' | '+' | '~'
  readonly text: string
}

export function differences(now: TrustContent, approved: TrustRecord): Difference[] {
  const before = approved.items.map(itemText)
  const after = now.items.map(itemText)
  return [
    ...without(before, after).map((text) => ({ sign: '-', text }) as const),
    ...without(after, before).map((text) => ({ sign: '+', text }) as const),
    ...fileDifferences(now, approved),
    ...pluginDifferences(now, approved),
  ]
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

function fileDifferences(now: TrustContent, approved: TrustRecord): readonly Difference[] {
  const root = approved.files.some(({ path }) => path.startsWith(now.root)) ? now.root : approved.root
  const old = byPath([...approved.files, ...approved.configs], root)
  const current = byPath([...now.files, ...now.configs], now.root)
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((path): readonly Difference[] => {
    const [was, is] = [old.get(path), current.get(path)]
    if (was === undefined) return [{ sign: '+', text: `${path}  ${short(is)}` }]
    if (is === undefined) return [{ sign: '-', text: `${path}  ${short(was)}` }]
    return changed(path, was, is)
  })
}

function changed(path: string, was: File, is: File): readonly Difference[] {
  const bytes = was.sha256 === is.sha256 ? [] : [`${path}  ${short(was)} → ${is.sha256.slice(0, 16)}`]
  const mode = is.executable === true ? 'executable now' : 'no longer executable'
  const runs = was.executable === is.executable ? [] : [`${path}  ${mode}`]
  return [...bytes, ...runs].map((text) => ({ sign: '~', text }))
}

/** Files by their path relative to the root, because the same root can be spelled in several ways. */
const byPath = (files: readonly File[], root: string): ReadonlyMap<string, File> =>
  new Map(files.map((file) => [file.path.startsWith(root) ? file.path.slice(root.length + 1) : file.path, file]))

const short = (file: File | undefined): string => `sha256 ${file?.sha256.slice(0, 16) ?? ''}`

const itemText = ({ file, event, text }: TrustItem): string => `${file.slice(1)}  ${event ?? 'settings'}  ${text}`

/** The items of `all` that are not in `others`. Repeated items count: two against one is a difference. */
function without(all: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others]
  return all.filter((one) => {
    const at = left.indexOf(one)
    if (at < 0) return true
    left.splice(at, 1)
    return false
  })
}
