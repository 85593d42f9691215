/** Converts the settings of cc-safety-net: custom rules, policy and switches in the environment. */
import { isObject } from '../../schema.ts'
import { createDraft, isText, objectAt, stringsIn, valueAt } from '../settings/draft.ts'
import type { SettingsConversion, SettingsDocument } from '../settings/types.ts'
import { convertPolicy, convertSwitches } from './policy.ts'
import { convertRules } from './rules.ts'

/** The files of one level: a workspace, or a person's own. */
export interface SafetyNetSettings {
  /** `.safety-net.json` or `config.json`, with the rules in it. Version 2 no longer reads them. */
  readonly inline?: SettingsDocument
  /** `rules/rule.json`: which rulebooks are in use. */
  readonly sources?: SettingsDocument
  readonly policy?: SettingsDocument
  /** The switches, if they belong to this level. */
  readonly switches?: SettingsDocument
  /** Undefined if there is no such file. */
  readonly readRulebook: (name: string) => SettingsDocument | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
}

export function convertSafetyNet(settings: SafetyNetSettings): SettingsConversion {
  const { inline, sources, policy, switches, env, home } = settings
  const draft = createDraft()
  if (sources !== undefined) convertSources(sources, settings, draft)
  if (inline !== undefined) {
    if (isObject(inline.value)) convertRules({ document: inline, overrides: {}, wrappers: [] }, draft)
    else draft.note(inline, [], 'broken', 'the file is not an object', 'It is not converted.')
    draft.note(
      inline,
      [],
      'differs',
      'cc-safety-net 2 no longer reads this file, so its rules are not in force there',
      'They are converted and in force here.',
    )
  }
  if (policy !== undefined) convertPolicy(policy, home, draft)
  if (switches !== undefined) convertSwitches(switches, env, draft)
  // Its own rules and its protection of secrets are on unless the policy says otherwise.
  const isOn = (key: string) => valueAt(objectAt(policy?.value, key), 'enabled') !== false
  if (inline ?? sources ?? policy ?? switches) {
    if (isOn('destructive_command_protection')) draft.pack('shell-guard')
    if (isOn('secret_protection')) draft.pack('protect-files')
  }
  return draft.done()
}

function convertSources(
  document: SettingsDocument,
  { readRulebook }: SafetyNetSettings,
  draft: ReturnType<typeof createDraft>,
): void {
  const { value } = document
  if (!isObject(value))
    return void draft.note(document, [], 'broken', 'the file is not an object', 'It is not converted.')
  const overrides = objectAt(value, 'overrides') ?? {}
  const wrappers = stringsIn(value.transparent_wrappers) ?? []
  const rules = Array.isArray(value.rules) ? value.rules : []
  for (const [at, source] of rules.entries()) {
    // A rulebook of a repository is copied beside the others, under the last part of its name.
    const name = isText(source) ? source.split('/').at(-1) : undefined
    const book = isSafeName(name) ? readRulebook(name) : undefined
    if (name === undefined || book === undefined)
      draft.note(
        document,
        ['rules', at],
        'left-out',
        `the rulebook ${isText(source) ? source : at + 1} is not on this machine`,
        'To fetch it: npx cc-safety-net rule update',
      )
    else if (isObject(book.value)) convertRules({ document: book, name, overrides, wrappers }, draft)
    else draft.note(book, [], 'broken', 'the rulebook is not an object', 'It is not converted.')
  }
}

/** A name that is one directory, and not above it. */
const isSafeName = (name: string | undefined): name is string => name !== undefined && /^[A-Za-z][\w-]*$/.test(name)
