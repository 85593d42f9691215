/** Which table has a program, as a number in the list of tables. */
import { writeNameIndex } from '../name-index.ts'
import { addLowerCase, programTables, rowsByName } from './tables.ts'

/** A constant in the bundle of the command: see `name-index.ts`. */
export const tableIndex: string = makeIndex()

function makeIndex(): string {
  const locations = new Map<string, string>()
  for (const [at, table] of programTables.entries())
    for (const name of rowsByName(table()).keys()) locations.set(name, String(at))
  return writeNameIndex(addLowerCase(locations))
}
