/** Which tables have a program, as numbers in the lists of tables. Both are constants in the bundle of the command. */
import { writeNameIndex } from '@hookline/core/shell'
import { readServices } from './services/grammar.ts'
import { serviceTables, toolTables } from './tables.ts'

export const toolIndex: string = writeNameIndex(
  new Map(toolTables.flatMap((table, at) => Object.keys(table()).map((name) => [name, String(at)]))),
)

export const serviceIndex: string = writeNameIndex(indexServices())

function indexServices(): ReadonlyMap<string, string> {
  const locations = new Map<string, string>()
  for (const [at, table] of serviceTables.entries())
    for (const name of readServices(table()).names()) {
      const known = locations.get(name)
      locations.set(name, known === undefined ? String(at) : `${known},${at}`)
    }
  return locations
}
