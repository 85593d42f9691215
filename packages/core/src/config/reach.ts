/** For which hooks a setting of one file counts that also applies to the hooks of other files (CONTRACT §4). */
import { isManagedSource, trustRank } from '../agents/sources.ts'
import type { Origin, Settings } from '../flow.ts'

/** `loosens`: the setting may make a hook count less. `confines`: it takes rights from a hook. */
type Kind = 'loosens' | 'confines'

/**
 * A file decides for the hooks of sources that are trusted less, and of its own source. Of several teams each decides only for
 * its own hooks, because a person may belong to a team of their own.
 */
export function reaches(settings: Settings, origin: Origin, kind: Kind): boolean {
  if (settings.file === origin.file) return true
  if (settings.onlyAdds === true && (kind === 'loosens' || isManagedSource(origin.source))) return false
  const difference = trustRank(settings.source) - trustRank(origin.source)
  if (difference !== 0) return difference > 0
  return settings.source !== 'team' || directoryOf(settings.file) === directoryOf(origin.file)
}

/** Whether the file is trusted more than the hook's source. */
export const isStronger = (settings: Settings, origin: Origin): boolean =>
  trustRank(settings.source) > trustRank(origin.source)

/** The files of a team are in one directory. */
const directoryOf = (file = ''): string => file.replace(/[\\/][^\\/]*$/, '')
