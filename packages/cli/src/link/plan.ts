/** Plans the changes of agents' settings files with which they call Hookline at every event. */
import { join } from 'node:path'
import type { Entry } from '@hookline/core/node'
import { hooksFileSchema } from '@hookline/core/protocol'
import { type CallChoices, type Connection, callEdits, wholeFilesOf } from '../connect/settings.ts'
import {
  CannotEdit,
  changeOf,
  type FileChange,
  hooksChange,
  hooksChangeOn,
  isNothing,
  oncePerFile,
  readText,
} from '../edit/change.ts'
import { schemaBeside } from '../edit/schema-file.ts'
import { shownPath } from '../paths.ts'

/** `entries` are those of every source. `earlier` are planned changes of the same files. */
export const planCalls = (
  connections: readonly Connection[],
  entries: readonly Entry[],
  cwd: string,
  choices: CallChoices = {},
  earlier: readonly FileChange[] = [],
): readonly FileChange[] =>
  oncePerFile(connections.flatMap((one) => planFile(one, entries, cwd, choices, earlier))).filter(
    (change) => !isNothing(change),
  )

function planFile(
  connection: Connection,
  entries: readonly Entry[],
  cwd: string,
  choices: CallChoices,
  earlier: readonly FileChange[],
): readonly FileChange[] {
  const { agent, file } = connection
  const calls = 'added'
  if (agent.settings?.wholeFiles !== undefined) return planWholeFiles(connection, cwd, choices)
  const edits = callEdits(connection, entries, choices)
  if (edits.length === 0) return []
  const before = earlier.find(({ path }) => path === file)
  if (before !== undefined) return [hooksChangeOn(before, edits)]
  if (agent.settings?.schema !== true) return [{ ...hooksChange(file, edits, cwd, '{}\n'), calls }]
  if (readText(file, cwd) !== undefined) return [{ ...hooksChange(file, edits, cwd), calls }]
  const schema = schemaBeside(file, hooksFileSchema(), cwd)
  return [schema.file, { ...hooksChange(file, [schema.change, ...edits], cwd), calls }]
}

const planWholeFiles = (connection: Connection, cwd: string, choices: CallChoices): readonly FileChange[] =>
  Object.entries(wholeFilesOf(connection, choices)).map(([name, { text, executable }]) => {
    const path = join(connection.root, name)
    const before = readText(path, cwd)
    // Agents also read files of this name that people wrote.
    if (before !== undefined && before.trim() !== '' && !/hookline\S* run /.test(before))
      throw new CannotEdit(
        `${shownPath(path, cwd)} is not Hookline's, so it was not replaced. Rename it, or let it end with the call of Hookline`,
      )
    return changeOf(path, text, cwd, { calls: 'added', ...(executable ? { executable } : {}) })
  })
