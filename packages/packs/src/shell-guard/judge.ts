/** Runs the rules of the shell guard over a text and returns what they find. Pure, starts no process. */
import { isRehearsal, readShell, type ShellCommand, type ShellReading, type ShellWord } from '@hookline/core/shell'
import { containedCommands, isOwnMatter } from './contained.ts'
import { asksForHelp, joined } from './options.ts'
import { type CommandContext, kindOfPath } from './path-kind.ts'
import type { CommandView, Finding, Level, Rule, TextView, WholeRule } from './rule.ts'
import { findRules, inKnownCase, isKnownProgram } from './rules/by-program.ts'
import { wholeRules } from './rules/index.ts'

export interface RuleFinding extends Finding {
  readonly rule: string
  readonly instead: string
  /** The command in which it was found, as it would run. */
  readonly command: string
}

const depth: Readonly<Record<Level, number>> = { critical: 0, high: 1, strict: 2 }

/** Whether a finding of this level counts for a pack at that level. */
export const isAtLevel = (finding: Level, pack: Level): boolean => depth[finding] <= depth[pack]

/** All findings at this level, the most severe first. */
export function judge(
  text: string,
  level: Level,
  where: CommandContext,
  reading: ShellReading = readShell(text),
): readonly RuleFinding[] {
  const found: RuleFinding[] = []
  const keep = (finding: Finding | undefined, { name, instead }: Rule | WholeRule, command: string): void => {
    if (finding !== undefined && isAtLevel(finding.level, level))
      found.push({ ...finding, rule: name, instead, command })
  }
  const view = createTextView(text, level, where, reading)
  for (const rule of wholeRules()) keep(rule.findInText(view), rule, text)
  const contained = containedCommands(reading.commands)
  for (const [at, command] of reading.commands.entries()) {
    if (isOwnArgument(command) || isIdle(command, reading.commands[at + 1])) continue
    const own = inKnownCase(command)
    const isContained = contained.has(command)
    const sight = createCommandView(own, view, isContained)
    for (const rule of findRules(own))
      if (!isContained || !isOwnMatter(rule.name)) keep(asGuess(rule.find(sight), command), rule, joined(command.words))
  }
  return found.sort((one, two) => weight(one) - weight(two))
}

/** The words after an unknown program, read as if it started them. */
const isGuess = ({ via }: ShellCommand): boolean => via.at(-1)?.endsWith(' …') === true

/** The command only prints help or is a dry run. Commands that it starts, and code, are checked separately; git has its own rules. */
const isIdle = (command: ShellCommand, next: ShellCommand | undefined): boolean =>
  command.code === undefined &&
  !(next !== undefined && next.via.length > command.via.length && !isGuess(next)) &&
  (asksForHelp(command) || (command.name !== 'git' && isRehearsal(command)))

/** The words are only guessed to be a command, and the program before them has its own rules. */
const isOwnArgument = ({ guessed, via }: ShellCommand): boolean =>
  guessed === true && via.some((one) => one.endsWith(' …') && isKnownProgram(one.slice(0, -2)))

/** A command that an unknown program may or may not run leads to a question, not a refusal. */
const asGuess = (finding: Finding | undefined, { guessed }: ShellCommand): Finding | undefined =>
  finding === undefined || guessed !== true ? finding : { ...finding, verdict: 'ask' }

/** The remarks of rules on a command that they allow. */
export function remarksOn(text: string, level: Level, where: CommandContext): readonly string[] {
  const view = createTextView(text, level, where, readShell(text))
  return view.reading.commands.flatMap((command) =>
    findRules(command).flatMap(({ name, remark }) => {
      const reason = remark?.(createCommandView(command, view))
      return reason === undefined ? [] : [`shell-guard/${name}: no match (${reason})`]
    }),
  )
}

const createTextView = (text: string, level: Level, where: CommandContext, reading: ShellReading): TextView => ({
  reading,
  text,
  level,
  where,
  kindOf: (word, cwd) => kindOfPath(word, cwd, where),
})
/** All paths in a new container are temporary. */
const createCommandView = (command: ShellCommand, view: TextView, isContained = false): CommandView => ({
  ...view,
  command,
  kindOf: (word: ShellWord) => (isContained ? 'temporary' : kindOfPath(word, command.cwd, view.where)),
})

const weight = (one: RuleFinding): number => (one.verdict === 'deny' ? 0 : 10) + depth[one.level]
