/** `GET /api/script`: the text of a hook's script. Only files that a configured entry names can be read. */
import { closeSync, readSync } from 'node:fs'
import { openRegular } from '@hookline/core/files'
import type { Script } from '@hookline/web/wire'
import { findEntry, findScript } from '../scene/find-script.ts'
import { notFound } from '../server/failure.ts'
import type { PanelRequest, Route } from '../server/route.ts'

const MAX_BYTES = 256 * 1024

export const scriptRoute: Route = { method: 'GET', path: '/api/script', answer: readScript }

function readScript({ scene, query }: PanelRequest): Script {
  const entry = findEntry(scene, query.get('hook') ?? '')
  const file = findScript(scene, entry)
  if (file === undefined)
    throw notFound('This hook has no script that the panel can show. It consists of its command only.')
  const { text, cut } = readBeginning(file)
  return { file, text, cut }
}

function readBeginning(file: string): { readonly text: string; readonly cut: boolean } {
  const bytes = Buffer.alloc(MAX_BYTES + 1)
  const opened = openRegular(file)
  if (opened.kind !== 'opened') throw new Error(`${file} cannot be read`)
  const { descriptor } = opened
  try {
    const size = readSync(descriptor, bytes, 0, bytes.length, 0)
    const part = bytes.subarray(0, Math.min(size, MAX_BYTES))
    const text = part.includes(0)
      ? `(${size > MAX_BYTES ? 'more than ' : ''}${part.length} bytes, not text)`
      : part.toString('utf8')
    return { text, cut: size > MAX_BYTES }
  } finally {
    closeSync(descriptor)
  }
}
