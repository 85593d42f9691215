/** The shell guard's judgement: a text in, what speaks against it out. Pure, and without a process. */
import { isRehearsal, readShell, type ShellCommand, type ShellReading, type ShellWord } from '@hookline/core/shell'
import { containedCommands, isOwnMatter } from './contained.ts'
import { asksForHelp, joined } from './options.ts'
import { placeOf, type Surroundings } from './places.ts'
import type { Finding, Level, Rule, Sight, View, WholeRule } from './rule.ts'
import { commandRules, wholeRules } from './rules/index.ts'

export const rules: readonly (Rule | WholeRule)[] = [...commandRules, ...wholeRules]

const always = commandRules.filter((rule) => rule.programs === undefined)
const byProgram = new Map<string, readonly Rule[]>()
for (const rule of commandRules)
  for (const name of rule.programs ?? []) byProgram.set(name, [...(byProgram.get(name) ?? always), rule])

/** Programs of Windows and of macOS are found in any case. */
const spellings = new Map([...byProgram.keys()].map((name) => [name.toLowerCase(), name]))
function inKnownCase(command: ShellCommand): ShellCommand {
  if (byProgram.has(command.name) || !/[A-Z-]/.test(command.name)) return command
  const name = spellings.get(command.name.toLowerCase())
  return name === undefined ? command : { ...command, name }
}

export interface Judged extends Finding {
  readonly rule: string
  readonly instead: string
  /** The command it was found in, as it would run. */
  readonly command: string
}

const depth: Readonly<Record<Level, number>> = { critical: 0, high: 1, strict: 2 }

/** `mkfs.ext4` is judged as `mkfs`. */
const rulesFor = ({ name }: ShellCommand): readonly Rule[] =>
  byProgram.get(name) ?? byProgram.get(name.replace(/\..*$/, '')) ?? always

/** All that speaks against the text at this level, the gravest first. */
export function judge(
  text: string,
  level: Level,
  where: Surroundings,
  reading: ShellReading = readShell(text),
): readonly Judged[] {
  const found: Judged[] = []
  const keep = (finding: Finding | undefined, { name, instead }: Rule | WholeRule, command: string): void => {
    if (finding !== undefined && depth[finding.level] <= depth[level])
      found.push({ ...finding, rule: name, instead, command })
  }
  const view = viewOf(text, level, where, reading)
  for (const rule of wholeRules) keep(rule.findInText(view), rule, text)
  const contained = containedCommands(reading.commands)
  for (const [at, command] of reading.commands.entries()) {
    if (isOwnArgument(command) || isIdle(command, reading.commands[at + 1])) continue
    const own = inKnownCase(command)
    const isContained = contained.has(command)
    const sight = sightOf(own, view, isContained)
    for (const rule of rulesFor(own))
      if (!isContained || !isOwnMatter(rule.name)) keep(asGuess(rule.find(sight), command), rule, joined(command.words))
  }
  return found.sort((one, two) => weight(one) - weight(two))
}

/** Words behind a program that is not known, read as if it started them. */
const isGuess = ({ via }: ShellCommand): boolean => via.at(-1)?.endsWith(' …') === true

/** It explains itself or rehearses. What another program starts with its words, and code, is judged for itself; git has rules of its own. */
const isIdle = (command: ShellCommand, next: ShellCommand | undefined): boolean =>
  command.code === undefined &&
  !(next !== undefined && next.via.length > command.via.length && !isGuess(next)) &&
  (asksForHelp(command) || (command.name !== 'git' && isRehearsal(command)))

/** Whether the words are only guessed to be a command, behind a program whose words rules of its own judge. */
const isOwnArgument = ({ guessed, via }: ShellCommand): boolean =>
  guessed === true && via.some((one) => one.endsWith(' …') && byProgram.has(one.slice(0, -2)))

/** What an unknown program may or may not run is asked about. */
const asGuess = (finding: Finding | undefined, { guessed }: ShellCommand): Finding | undefined =>
  finding === undefined || guessed !== true ? finding : { ...finding, verdict: 'ask' }

/** What rules that come near it say of a command they let pass. */
export function remarksOn(text: string, level: Level, where: Surroundings): readonly string[] {
  const view = viewOf(text, level, where, readShell(text))
  return view.reading.commands.flatMap((command) =>
    rulesFor(command).flatMap(({ name, remark }) => {
      const said = remark?.(sightOf(command, view))
      return said === undefined ? [] : [`shell-guard/${name}: no match (${said})`]
    }),
  )
}

const viewOf = (text: string, level: Level, where: Surroundings, reading: ShellReading): View => ({
  reading,
  text,
  level,
  where,
  placeOf: (word, cwd) => placeOf(word, cwd, where),
})
/** All paths of a container of its own are temporary. */
const sightOf = (command: ShellCommand, view: View, isContained = false): Sight => ({
  ...view,
  command,
  placeOf: (word: ShellWord) => (isContained ? 'temporary' : placeOf(word, command.cwd, view.where)),
})

const weight = (one: Judged): number => (one.verdict === 'deny' ? 0 : 10) + depth[one.level]
