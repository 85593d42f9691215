/** `GET /api/script`: the script of a hook, to read. Only files that a configured entry names. */
import { closeSync, readSync } from 'node:fs'
import { openRegular } from '@hookline/core/files'
import type { Entry } from '@hookline/core/node'
import type { Script } from '@hookline/web/wire'
import { isFile } from '../../hooktest/scratch/stat.ts'
import { realOf } from '../../log/real-path.ts'
import { isInside } from '../../paths.ts'
import type { Scene } from '../scene/scene.ts'
import type { Ask, Route } from '../server/ask.ts'
import { notFound } from '../server/failure.ts'

const MOST_BYTES = 256 * 1024

export const scriptRoute: Route = { method: 'GET', path: '/api/script', answer: script }

function script({ scene, query }: Ask): Script {
  const entry = entryOf(scene, query.get('hook') ?? '')
  const file = scriptOf(scene, entry)
  if (file === undefined) throw notFound('This hook has no script that can be shown: its command is all there is.')
  const { text, cut } = beginning(file)
  return { file, text, cut }
}

export function entryOf({ hooks }: Scene, id: string): Entry {
  const entry = hooks.entries.find((one) => one.id === id)
  if (entry === undefined) throw notFound('There is no such hook any more: its file was changed.', 'hookline list')
  return entry
}

/** The first file that its command names, else its module; of a stranger's hook only what lies in the workspace itself. */
export function scriptOf({ configs, root }: Scene, entry: Entry): string | undefined {
  const own = entry.origin.root ?? root
  const isStrange = entry.trust === 'untrusted' || entry.trust === 'changed'
  const mayShow = (file: string) => !isStrange || isInside(realOf(file), realOf(own))
  return configs.store.findNamedPaths(own, entry).find((file) => isFile(file) && mayShow(file))
}

function beginning(file: string): { readonly text: string; readonly cut: boolean } {
  const bytes = Buffer.alloc(MOST_BYTES + 1)
  const opened = openRegular(file)
  if (opened.kind !== 'opened') throw new Error(`${file} cannot be read`)
  const { descriptor } = opened
  try {
    const size = readSync(descriptor, bytes, 0, bytes.length, 0)
    const part = bytes.subarray(0, Math.min(size, MOST_BYTES))
    const text = part.includes(0)
      ? `(${size > MOST_BYTES ? 'more than ' : ''}${part.length} bytes, not text)`
      : part.toString('utf8')
    return { text, cut: size > MOST_BYTES }
  } finally {
    closeSync(descriptor)
  }
}
