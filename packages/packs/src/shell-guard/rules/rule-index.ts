/** Which rules name a program, and which check all commands: the locations of the rules, such as `3.0` for the first rule of the fourth family. */
import { writeNameIndex } from '@hookline/core/shell'
import { ruleFamilies } from './index.ts'

const located = ruleFamilies.flatMap((rules, family) =>
  rules().map((rule, at) => ({ rule, location: `${family}.${at}` })),
)

/** Both are constants in the bundle of the command, which then makes only the families that a text needs. */
export const ruleIndex: string = makeIndex()
export const alwaysChecked: string = located
  .filter(({ rule }) => rule.programs === undefined)
  .map(({ location }) => location)
  .join()

/** There are thousands of names, and most have one rule. */
function makeIndex(): string {
  const locations = new Map<string, string>()
  for (const { rule, location } of located)
    for (const name of new Set(rule.programs)) {
      const known = locations.get(name)
      locations.set(name, known === undefined ? location : `${known},${location}`)
    }
  return writeNameIndex(locations)
}
