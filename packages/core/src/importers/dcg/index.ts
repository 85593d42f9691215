/** Converts the settings of dcg: packs, overrides, policy and allowlists. */
import { isObject, type JsonObject } from '../../schema.ts'
import { createDraft, type Draft, isText, objectAt, stringsIn } from '../settings/draft.ts'
import type { SettingsConversion, SettingsDocument, SettingsPath } from '../settings/types.ts'
import { convertAllowlist } from './allowlist.ts'
import { literalOf, readExpression } from './expression.ts'
import { categoryOf, coveredCategories, deniedBy } from './packs.ts'

/** The files of one level: a workspace, or a person's own. */
export interface DcgSettings {
  readonly level: 'project' | 'user'
  readonly config?: SettingsDocument
  readonly allowlist?: SettingsDocument
  /** The variables in the environment, if they belong to this level. */
  readonly variables?: SettingsDocument
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether a path or pattern of paths is this workspace. */
  readonly isHere: (pattern: string) => boolean
  readonly now: Date
}

/** What a section is read with. `full`: it may do more than restrict. */
interface Section {
  readonly document: SettingsDocument
  readonly draft: Draft
  readonly full: boolean
  readonly isHere: DcgSettings['isHere']
}
type Reader = (value: unknown, path: SettingsPath, section: Section) => void

const KEPT = 'Nothing here is loosened for it.'

export function convertDcg(settings: DcgSettings): SettingsConversion {
  const { level, config, allowlist, variables, env, isHere, now } = settings
  const draft = createDraft()
  if (config !== undefined) {
    const section = { document: config, draft, full: level === 'user', isHere }
    if (isObject(config.value)) convertSections(config.value, section)
    draft.pack('shell-guard')
  }
  if (allowlist !== undefined) convertList(allowlist, settings, draft)
  if (variables !== undefined) convertVariables(variables, env, { document: variables, draft, full: true, isHere })
  return draft.done()

  function convertList(document: SettingsDocument, { level: of }: DcgSettings, into: Draft): void {
    if (of === 'user') return void convertAllowlist(document, now, isHere, into)
    into.note(
      document,
      [],
      'left-out',
      'dcg ignores the allowlist of a workspace unless DCG_CONFIG names its .dcg.toml, and Hookline ignores it too',
      KEPT,
    )
  }
}

/** Settings of dcg itself: its display, its log, its updates. */
const ownSections = ['output', 'theme', 'logging', 'history', 'allowlist']

const readers: Readonly<Record<string, Reader>> = {
  general: readGeneral,
  packs: readPacks,
  policy: readPolicy,
  overrides: readOverrides,
  heredoc: readHeredoc,
  git_awareness: readGit,
  agents: readAgents,
  projects: readProjects,
  rules: readRuleTargets,
}

function convertSections(value: JsonObject, section: Section): void {
  for (const [key, one] of Object.entries(value)) {
    const reader = Object.hasOwn(readers, key) ? readers[key] : undefined
    if (reader !== undefined) reader(one, [key], section)
    else if (ownSections.includes(key)) noteOwn([key], section)
    else if (key !== '$schema') lose([key], `\`${key}\` has no counterpart`, KEPT, section)
  }
}

const listed = (value: unknown): IterableIterator<[number, string]> => [...(stringsIn(value) ?? [])].entries()

const lose = (path: SettingsPath, message: string, fix: string, { document, draft }: Section): void =>
  draft.note(document, path, 'left-out', message, fix)

const noteOwn = (path: SettingsPath, { document, draft }: Section): void =>
  draft.note(
    document,
    path,
    'differs',
    'settings of dcg itself (display, log, updates)',
    'Hookline has settings of its own: docs/log.md.',
  )

/** A workspace's file cannot loosen dcg either. */
function isIgnored(path: SettingsPath, section: Section): boolean {
  if (section.full) return false
  lose(path, 'dcg ignores this in the file of a workspace, and Hookline ignores it too', KEPT, section)
  return true
}

function readGeneral(value: unknown, path: SettingsPath, section: Section): void {
  for (const [key, one] of Object.entries(isObject(value) ? value : {}))
    if ((key === 'fail_closed' && one === true) || (key === 'unverified_decision' && one === 'deny'))
      section.draft.pack('shell-guard', { set: { unknownParse: 'deny' } })
    else if (key !== 'fail_closed' && key !== 'unverified_decision') noteOwn([...path, key], section)
}

function readPacks(value: unknown, path: SettingsPath, section: Section): void {
  const { document, draft } = section
  const packs = isObject(value) ? value : {}
  for (const [at, id] of listed(packs.enabled)) enablePack(id, [...path, 'enabled', at], section)
  for (const [at, id] of listed(packs.disabled))
    lose(
      [...path, 'disabled', at],
      `the pack ${id} is off, and the packs here judge its commands all the same`,
      'To set a rule yourself: hookline rules shell-guard',
      section,
    )
  for (const [at, file] of listed(packs.custom_paths))
    lose(
      [...path, 'custom_paths', at],
      `the rules in ${file} are not converted`,
      'Write each as a rule: docs/rules.md.',
      section,
    )
  for (const key of ['enabled', 'disabled', 'custom_paths'])
    if (packs[key] !== undefined && stringsIn(packs[key]) === undefined)
      draft.note(document, [...path, key], 'broken', `packs.${key} is not a list of texts`, 'It is not converted.')
}

function enablePack(id: string, path: SettingsPath, section: Section): void {
  const { document, draft } = section
  const category = categoryOf(id)
  if (!coveredCategories.has(category))
    return void lose(
      path,
      `the pack ${id} has no counterpart`,
      'Write a rule for what it must refuse: docs/rules.md.',
      section,
    )
  draft.pack('shell-guard')
  if (category === 'strict_git') {
    draft.pack('git-policy')
    draft.pack('shell-guard', { set: { level: 'strict' } })
  }
  draft.note(
    document,
    path,
    'differs',
    `shell-guard judges the commands of its packs by rules of its own, and often asks where dcg refuses`,
    'To see them: hookline rules shell-guard',
  )
}

function readPolicy(value: unknown, path: SettingsPath, section: Section): void {
  const policy = isObject(value) ? value : {}
  for (const key of ['default_mode', 'observe_until'])
    if (policy[key] !== undefined)
      lose(
        [...path, key],
        `policy.${key} has no counterpart for all rules at once`,
        'To set single rules: hookline rules shell-guard',
        section,
      )
  for (const key of ['packs', 'rules'])
    for (const [id, mode] of Object.entries(objectAt(policy, key) ?? {})) {
      const denies = deniedBy[key === 'packs' ? id : (id.split(':', 1)[0] ?? id)]
      if (mode === 'deny' && denies !== undefined) {
        section.draft.pack('shell-guard', { denies })
        section.draft.note(
          section.document,
          [...path, key, id],
          'differs',
          `shell-guard now refuses all that its rules ${denies.join(', ')} find`,
          'That is more than dcg refuses.',
        )
      } else
        lose(
          [...path, key, id],
          `${id} is set to ${JSON.stringify(mode)}, and no rule here covers exactly the same`,
          'To set a rule yourself: hookline rules shell-guard',
          section,
        )
    }
}

function readOverrides(value: unknown, path: SettingsPath, section: Section): void {
  const overrides = isObject(value) ? value : {}
  const blocked = Array.isArray(overrides.block) ? overrides.block : []
  // dcg does not let a workspace's file add expressions. A rule that denies only restricts, so it is converted.
  for (const [at, one] of blocked.entries()) blockPattern(one, [...path, 'block', at], section)
  const allowed = Array.isArray(overrides.allow) ? overrides.allow : []
  for (const [at, one] of allowed.entries()) allowPattern(one, [...path, 'allow', at], section)
}

function blockPattern(one: unknown, path: SettingsPath, section: Section): void {
  const { document, draft } = section
  const pattern = isObject(one) ? one.pattern : undefined
  const reason = isObject(one) && isText(one.reason) ? one.reason : 'A rule of dcg refuses this.'
  if (!isText(pattern))
    return void draft.note(document, path, 'broken', 'a block without a pattern', 'It is not converted.')
  const read = readExpression(pattern)
  if (typeof read === 'string')
    return void lose(
      path,
      `the expression has ${read}, which has no equivalent`,
      'Write the rule anew: docs/rules.md.',
      section,
    )
  const { regex, ignoreCase } = read
  draft.rule({
    name: 'dcg-block',
    file: document.file,
    when: { field: 'command', regex, ...(ignoreCase ? { ignore_case: true } : {}) },
    reason,
    title: 'a block of dcg',
  })
}

function allowPattern(one: unknown, path: SettingsPath, section: Section): void {
  const { document, draft } = section
  if (isIgnored(path, section)) return
  const pattern = isObject(one) ? one.pattern : one
  if (!isText(pattern))
    return void draft.note(document, path, 'broken', 'an allow without a pattern', 'It is not converted.')
  const command = isObject(one) && one.when !== undefined ? undefined : literalOf(pattern)
  if (command !== undefined)
    return void draft.allow({ command, reason: 'allowed in dcg', file: document.file, line: document.lineOf(path) })
  lose(
    path,
    `commands that match ${JSON.stringify(pattern)}`,
    'When it is refused, let exactly that call pass: hookline approve --always',
    section,
  )
}

function readHeredoc(value: unknown, path: SettingsPath, section: Section): void {
  for (const [key, one] of Object.entries(isObject(value) ? value : {}))
    if (key.startsWith('fallback_on_')) {
      if (one === false) section.draft.pack('shell-guard', { set: { unknownParse: 'deny' } })
    } else if (key !== 'enabled' || one === false)
      lose(
        [...path, key],
        `heredoc.${key}: shell-guard always reads here-documents, within limits of its own`,
        KEPT,
        section,
      )
}

function readGit(value: unknown, path: SettingsPath, section: Section): void {
  const git = isObject(value) ? value : {}
  if (git.enabled !== true) return
  const branches = stringsIn(git.protected_branches) ?? ['main', 'production', 'release/*']
  section.draft.pack('shell-guard', { add: { protectedBranches: branches } })
  lose(
    path,
    'how strict dcg is depends on the branch; here only the protected branches are kept',
    'shell-guard is as strict on every branch.',
    section,
  )
}

function readAgents(value: unknown, path: SettingsPath, section: Section): void {
  for (const [name, profile] of Object.entries(isObject(value) ? value : {})) {
    if (!isObject(profile)) continue
    for (const [at, id] of listed(profile.extra_packs)) enablePack(id, [...path, name, 'extra_packs', at], section)
    for (const key of ['disabled_packs', 'additional_allowlist', 'disabled_allowlist'])
      if (
        profile[key] !== undefined &&
        profile[key] !== false &&
        !(Array.isArray(profile[key]) && profile[key].length === 0)
      )
        lose([...path, name, key], `settings for one agent (${name}.${key}) have no counterpart`, KEPT, section)
  }
}

function readProjects(value: unknown, path: SettingsPath, section: Section): void {
  for (const [directory, one] of Object.entries(isObject(value) ? value : {})) {
    if (!section.isHere(directory)) {
      section.draft.note(
        section.document,
        [...path, directory],
        'differs',
        `settings for another directory`,
        'To convert them, import there.',
      )
      continue
    }
    const { packs, overrides } = isObject(one) ? one : {}
    if (packs !== undefined) readPacks(packs, [...path, directory, 'packs'], section)
    if (overrides !== undefined) readOverrides(overrides, [...path, directory, 'overrides'], section)
    section.draft.note(
      section.document,
      [...path, directory],
      'differs',
      'settings for this directory',
      'Here they are in force in all your workspaces.',
    )
  }
}

function readRuleTargets(value: unknown, path: SettingsPath, section: Section): void {
  for (const id of Object.keys(isObject(value) ? value : {}))
    if (!isIgnored([...path, id], section))
      lose(
        [...path, id],
        `${id} has paths that it leaves out, and no rule here covers exactly the same`,
        'To let shell-guard delete in a directory: hookline add shell-guard --set allowPaths+=<dir>',
        section,
      )
}

function convertVariables(document: SettingsDocument, env: DcgSettings['env'], section: Section): void {
  const list = (name: string) =>
    (env[name] ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
  for (const id of list('DCG_PACKS')) enablePack(id, [], section)
  for (const id of list('DCG_DISABLE')) lose([], `DCG_DISABLE turns the pack ${id} off`, KEPT, section)
  if (/^(1|true|yes|on)$/i.test(env.DCG_FAIL_CLOSED ?? '') || env.DCG_UNVERIFIED_DECISION === 'deny')
    section.draft.pack('shell-guard', { set: { unknownParse: 'deny' } })
  for (const name of ['DCG_POLICY_DEFAULT_MODE', 'DCG_BYPASS'])
    if (isText(env[name])) section.draft.note(document, [], 'left-out', `${name} has no counterpart`, KEPT)
}
