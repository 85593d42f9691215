/** The organisation's hooks, put in place by its device management. */
import { start } from '../config/jsonc.ts'
import { isAbsolute, join } from '../config/paths.ts'
import { createReader } from '../config/reader.ts'
import type { Source } from '../ports.ts'
import { ownDocumentSource, documentSource, noEntries, type ReadText, type SourceSetup } from './document.ts'
import { readManaged } from './enterprise-read.ts'
import { enterpriseDirectories } from './locations.ts'

const managed = { source: 'enterprise', trust: 'managed' } as const
/** Named when a file is there to read, as `asHooks` is. */
const read: ReadText = (text, place, reading) => readManaged(text, place, reading)

/** The hooks.json of the system, or of a further directory, which adds and never replaces. */
export function enterprise(setup: SourceSetup, directory = enterpriseDirectories(setup.platform).usual): Source {
  if (!isAbsolute(setup.platform.system, directory)) return ignored(directory, setup)
  const file = join(setup.platform.system, directory, 'hooks.json')
  return documentSource({ ...managed, own: false, cwd: directory, file }, setup, read)
}

/** The hookline.json of the system, or of a further directory. */
export function enterpriseOwn(setup: SourceSetup, further?: string): Source {
  const { own, usual } = enterpriseDirectories(setup.platform)
  const directory = further ?? own
  // Said once, for the hooks.json there.
  if (!isAbsolute(setup.platform.system, directory))
    return { name: 'enterprise', load: () => noEntries, mayContain: () => false }
  const file = join(setup.platform.system, directory, 'hookline.json')
  return ownDocumentSource({ ...managed, own: true, cwd: further ?? usual, file }, directory, setup, read)
}

/** Seen from wherever an agent happens to stand, it would be a file of the workspace with the organisation's rights. */
const ignored = (directory: string, { reading }: SourceSetup): Source => ({
  name: 'enterprise',
  load() {
    const reader = createReader({ ...managed, own: false, cwd: directory }, reading)
    const message = `the enterprise directory ${JSON.stringify(directory)} is not an absolute path; it is not read`
    reader.report('file-unreadable', start, message, 'Write the whole path in HOOKLINE_ENTERPRISE_DIR.')
    return { entries: [], problems: reader.problems }
  },
})
