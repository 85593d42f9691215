/** Finds hook files of the user and of workspaces of which no hook is read, because of an error in the file. */
import type { Problem } from '@hookline/core/node'

/** Problems for which the reader ignores the whole file. */
const codes: ReadonlySet<string> = new Set([
  'file-unreadable',
  'not-a-file',
  'too-large',
  'encoding',
  'syntax',
  'too-deep',
  'not-an-object',
  'bad-version',
])
const editableSources: ReadonlySet<string> = new Set(['user', 'project'])

/** The first such problem of each file. A broken managed file denies instead, and agents' settings are reported with the agent. */
export function unusableFiles(problems: readonly Problem[]): readonly Problem[] {
  const found = problems.filter(
    ({ code, source, severity }) => severity === 'error' && codes.has(code) && editableSources.has(source),
  )
  return found.filter((one, at) => found.findIndex(({ file }) => file === one.file) === at)
}
