/** Finds the rules that check a command by the name of its program. */
import { createNameIndex, type ShellCommand } from '@hookline/core/shell'
import type { Rule } from '../rule.ts'
import { ruleFamilies } from './index.ts'
import { alwaysChecked, ruleIndex } from './rule-index.ts'

const index = createNameIndex(ruleIndex)
const made = new Map<string, readonly Rule[]>()

function rulesAt(locations: string): readonly Rule[] {
  const known = made.get(locations)
  if (known !== undefined) return known
  const rules = locations.split(',').flatMap((location) => {
    const [family, at] = location.split('.')
    return ruleFamilies[Number(family)]?.()[Number(at)] ?? []
  })
  made.set(locations, rules)
  return rules
}

/** First the rules that check all commands, then those of this program. `mkfs.ext4` is checked like `mkfs`. */
export function findRules({ name }: ShellCommand): readonly Rule[] {
  const own = index.find(name) ?? index.find(name.replace(/\..*$/, ''))
  return rulesAt(own === undefined ? alwaysChecked : `${alwaysChecked},${own}`)
}

export const isKnownProgram = (name: string): boolean => index.find(name) !== undefined

/** Windows and macOS find programs in any case. */
let spellings: ReadonlyMap<string, string> | undefined
export function inKnownCase(command: ShellCommand): ShellCommand {
  if (!/[A-Z-]/.test(command.name) || isKnownProgram(command.name)) return command
  spellings ??= new Map(index.names().map((name) => [name.toLowerCase(), name]))
  const name = spellings.get(command.name.toLowerCase())
  return name === undefined ? command : { ...command, name }
}
