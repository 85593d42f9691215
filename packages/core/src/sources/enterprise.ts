/** The hooks of the organisation, which its device management installs. */
import { start } from '../config/jsonc.ts'
import { isAbsolute, join } from '../config/paths.ts'
import { createReader } from '../config/reader.ts'
import type { Source } from '../ports.ts'
import { documentSource, noEntries, ownDocumentSource, type ReadText, type SourceSetup } from './document.ts'
import { readManaged } from './enterprise-read.ts'
import { enterpriseDirectories } from './locations.ts'

const managed = { source: 'enterprise', trust: 'managed' } as const
/** Refers to `readManaged` lazily, for the same reason as `readAsHooks`. */
const read: ReadText = (text, info, reading) => readManaged(text, info, reading)

/** The hooks.json of the system, or of a second directory, which adds hooks and never replaces any. */
export function enterprise(setup: SourceSetup, directory = enterpriseDirectories(setup.platform).usual): Source {
  if (!isAbsolute(setup.platform.system, directory)) return ignored(directory, setup)
  const file = join(setup.platform.system, directory, 'hooks.json')
  return documentSource({ ...managed, own: false, cwd: directory, file }, setup, read)
}

/** The hookline.json of the system, or of a second directory. `onlyAdds`: the environment names that directory. */
export function enterpriseOwn(setup: SourceSetup, further?: string, onlyAdds = false): Source {
  const { own, usual } = enterpriseDirectories(setup.platform)
  const directory = further ?? own
  // The source of the hooks.json in the same directory reports the problem.
  if (!isAbsolute(setup.platform.system, directory))
    return { name: 'enterprise', load: () => noEntries, mayContain: () => false }
  const file = join(setup.platform.system, directory, 'hookline.json')
  const info = { ...managed, own: true, cwd: further ?? usual, file, ...(onlyAdds ? { onlyAdds } : {}) }
  return ownDocumentSource(info, directory, setup, read)
}

/** A relative directory is ignored: in a workspace it would give a workspace file the rights of the organisation. */
const ignored = (directory: string, { reading }: SourceSetup): Source => ({
  name: 'enterprise',
  load() {
    const reader = createReader({ ...managed, own: false, cwd: directory }, reading)
    const message = `the enterprise directory ${JSON.stringify(directory)} is not an absolute path, so it is ignored`
    reader.report('file-unreadable', start, message, 'Set HOOKLINE_ENTERPRISE_DIR to an absolute path.')
    return { entries: [], problems: reader.problems }
  },
})
