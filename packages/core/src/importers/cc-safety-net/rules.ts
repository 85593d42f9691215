/** Custom rules of cc-safety-net, in a file of version 1 or in a rulebook, as conditions on the programs that a command starts. */
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { type Draft, isText, objectAt, slug, stringsIn, valueAt } from '../settings/draft.ts'
import type { SettingsDocument, SettingsPath } from '../settings/types.ts'

export interface Rulebook {
  readonly document: SettingsDocument
  /** The name before the rule's own; a file of version 1 has none. */
  readonly name?: string
  /** Changes of single rules, by `<rulebook>/<rule>`. */
  readonly overrides: JsonObject
  /** Programs that start the command behind them. */
  readonly wrappers: readonly string[]
}

export function convertRules(book: Rulebook, draft: Draft): void {
  const { document } = book
  const rules = valueAt(document.value, 'rules')
  if (rules === undefined) return
  if (!Array.isArray(rules))
    return void draft.note(document, ['rules'], 'broken', '`rules` is not a list', 'Its rules are not converted.')
  for (const [at, rule] of rules.entries()) convertRule(rule, at, book, draft)
}

function convertRule(
  rule: unknown,
  at: number,
  { document, name: book, overrides, wrappers }: Rulebook,
  draft: Draft,
): void {
  const path = ['rules', at]
  const name = valueAt(rule, 'name')
  const reason = valueAt(rule, 'reason')
  const when = isObject(rule) ? conditionOf(rule, wrappers) : undefined
  if (!isText(name) || !isText(reason) || when === undefined)
    return void draft.note(
      document,
      path,
      'broken',
      `the rule ${isText(name) ? name : at + 1} is not complete`,
      'It needs a name, a command, a reason, and block_args or match. It is not converted.',
    )
  const title = book === undefined ? name : `${book}/${name}`
  if (valueAt(overrides, title) === 'off')
    return void draft.note(document, path, 'disabled', `${title} is off`, 'The rule is not converted.')
  const given = objectAt(overrides, title)?.reason
  draft.rule({
    name: `cc-safety-net-${slug(title)}`,
    file: document.file,
    when,
    reason: isText(given) ? given : reason,
    title: `rule ${title} of cc-safety-net`,
  })
  noteDifferences(rule, document, path, draft)
}

function noteDifferences(rule: unknown, document: SettingsDocument, path: SettingsPath, draft: Draft): void {
  if (valueAt(rule, 'subcommand') === undefined && valueAt(rule, 'match') === undefined) return
  draft.note(
    document,
    path,
    'differs',
    'its subcommand is found anywhere among the arguments, and inside scripts such as sh -c',
    'A few more commands are refused.',
  )
}

/** Undefined if the rule lacks something. */
function conditionOf(rule: JsonObject, wrappers: readonly string[]): JsonObject | undefined {
  const { command, subcommand } = rule
  const found = rule.match === undefined ? argumentsOf(rule) : matchOf(rule.match)
  if (!isText(command) || found === undefined || (subcommand !== undefined && !isText(subcommand))) return undefined
  const words = [...(isText(subcommand) ? [subcommand] : []), ...found.words]
  const own = { program: command, ignore_case: true, ...(words.length === 0 ? {} : { words }), ...found.others }
  if (wrappers.length === 0) return own
  const behind = { field: 'command', regex: `\\b${command}\\b`, ignore_case: true }
  return { any: [own, { all: [{ ...own, program: wrappers }, behind] }] }
}

interface RuleArguments {
  readonly words: readonly string[]
  readonly others: JsonObject
}

/** Version 1: one of these arguments, also among letters that are written together. */
function argumentsOf({ block_args }: JsonObject): RuleArguments | undefined {
  const blocked = stringsIn(block_args)
  return blocked === undefined || blocked.length === 0 ? undefined : { words: [], others: { any_arg: blocked } }
}

/** Version 2: exact words. */
function matchOf(match: unknown): RuleArguments | undefined {
  const words = stringsIn(valueAt(match, 'command_path'))
  const any = listOf(match, 'any_args')
  const none = listOf(match, 'exclude_args')
  if (words === undefined || words.length === 0 || any === undefined || none === undefined) return undefined
  return {
    words,
    others: { ...(any.length === 0 ? {} : { any_word: any }), ...(none.length === 0 ? {} : { no_word: none }) },
  }
}

/** Empty if the key is missing, and undefined if its value is something else than a list of texts. */
const listOf = (value: unknown, key: string): readonly string[] | undefined => {
  const given = valueAt(value, key)
  return given === undefined ? [] : stringsIn(given)
}
