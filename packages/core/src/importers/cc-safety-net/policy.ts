/** The policy of cc-safety-net (how strict it is, and its paths) as parameters of packs. */
import { isObject } from '../../schema.ts'
import { type Draft, objectAt, stringsIn, valueAt } from '../settings/draft.ts'
import type { SettingsDocument } from '../settings/types.ts'

const capabilities = ['fail_closed', 'paranoid_rm', 'paranoid_interpreters'] as const
type Capability = (typeof capabilities)[number]

const ofLevel: Readonly<Record<string, readonly Capability[]>> = {
  standard: [],
  strict: ['fail_closed'],
  paranoid: capabilities,
}

const KEPT = 'The guard here stays on.'

/** `home` replaces `~` in paths. */
export function convertPolicy(document: SettingsDocument, home: string, draft: Draft): void {
  const { value } = document
  if (!isObject(value))
    return void draft.note(document, [], 'broken', 'the policy is not an object', 'It is not converted.')
  const safety = objectAt(value, 'safety')
  const level = valueAt(safety, 'level')
  const overrides = objectAt(safety, 'overrides') ?? {}
  if (level !== undefined && !Object.hasOwn(ofLevel, String(level)))
    draft.note(document, ['safety', 'level'], 'broken', 'safety.level has an unknown value', 'It is not converted.')
  const on = new Set(Object.hasOwn(ofLevel, String(level)) ? ofLevel[String(level)] : [])
  for (const one of capabilities) {
    if (overrides[one] === true) on.add(one)
    if (overrides[one] === false) on.delete(one)
  }
  for (const one of on) convertCapability(one, document, ['safety'], draft)
  convertDestructive(document, home, draft)
  convertSecrets(document, home, draft)
  const known = ['$schema', 'version', 'safety', 'destructive_command_protection', 'secret_protection', 'audit']
  for (const key of Object.keys(value))
    if (!known.includes(key))
      draft.note(document, [key], 'left-out', `\`${key}\` has no counterpart`, 'It is not converted.')
}

/** Inline code is judged by what it does; this rule refuses it unread. */
const oneLiners = {
  any: [
    { program: ['python', 'python2', 'python3'], any_arg: ['-c'], ignore_case: true },
    {
      program: ['node', 'ruby', 'perl'],
      any_arg: ['-e', '-E', '-p', '--eval', '--print'],
      ignore_case: true,
    },
  ],
}

function convertCapability(
  capability: Capability,
  document: SettingsDocument,
  path: readonly string[],
  draft: Draft,
): void {
  switch (capability) {
    case 'fail_closed':
      return void draft.pack('shell-guard', { set: { unknownParse: 'deny' } })
    case 'paranoid_rm':
      draft.pack('shell-guard', { set: { level: 'strict' }, denies: ['delete-recursively'] })
      return void draft.note(
        document,
        path,
        'differs',
        'shell-guard still lets rm -rf delete what a build makes again, such as node_modules',
        'Add a rule of your own if that must be refused too: docs/rules.md.',
      )
    case 'paranoid_interpreters':
      return void draft.rule({
        name: 'cc-safety-net-one-liners',
        file: document.file,
        when: oneLiners,
        reason: 'Put the code into a file and run that.',
        title: 'interpreter one-liners, as cc-safety-net in paranoid mode',
      })
  }
}

function convertDestructive(document: SettingsDocument, home: string, draft: Draft): void {
  const key = 'destructive_command_protection'
  const section = objectAt(document.value, key)
  if (section === undefined) return
  if (section.enabled === false)
    draft.note(document, [key, 'enabled'], 'left-out', 'the protection against destructive commands is off', KEPT)
  else draft.pack('shell-guard')
  noteOverrides(document, key, 'shell-guard', draft)
  const allowed = stringsIn(section.allow_paths)
  if (allowed !== undefined && allowed.length > 0)
    draft.pack('shell-guard', { add: { allowPaths: allowed.map((path) => fromHome(path, home)) } })
}

function convertSecrets(document: SettingsDocument, home: string, draft: Draft): void {
  const key = 'secret_protection'
  const section = objectAt(document.value, key)
  if (section === undefined) return
  if (section.enabled === false)
    draft.note(document, [key, 'enabled'], 'left-out', 'the protection of secrets is off', KEPT)
  else draft.pack('protect-files')
  noteOverrides(document, key, 'protect-files', draft)
  const denied = (stringsIn(section.deny_paths) ?? []).map((path) => fromHome(path, home))
  if (denied.length > 0) draft.pack('protect-files', { add: { deny: denied.flatMap((path) => [path, `${path}/**`]) } })
  const allowed = (stringsIn(section.allow_paths) ?? []).map((path) => fromHome(path, home))
  if (allowed.length > 0) draft.pack('protect-files', { add: { allow: allowed } })
}

/** A rule that is off there has no rule here that covers exactly the same. */
function noteOverrides(document: SettingsDocument, key: string, pack: string, draft: Draft): void {
  for (const [rule, value] of Object.entries(
    objectAt(objectAt({ [key]: valueAt(document.value, key) }, key), 'overrides') ?? {},
  ))
    draft.note(
      document,
      [key, 'overrides', rule],
      'left-out',
      `${rule} is set to ${JSON.stringify(value)}, and no rule here covers exactly the same`,
      `To find the rule and its level: hookline rules ${pack}`,
    )
}

const fromHome = (path: string, home: string): string =>
  (path === '~' || path.startsWith('~/') ? home + path.slice(1) : path).replace(/(?<=.)\/+$/, '')

const isOn = (value: string | undefined): boolean => value === '1' || value?.toLowerCase() === 'true'

/** The switches in the environment, which older versions have without `CC_`. */
export function convertSwitches(
  document: SettingsDocument,
  env: Readonly<Record<string, string | undefined>>,
  draft: Draft,
): void {
  const read = (name: string) => env[`CC_SAFETY_NET_${name}`] ?? env[`SAFETY_NET_${name}`]
  const level = read('LEVEL')
  const on = new Set<Capability>(level === undefined || !Object.hasOwn(ofLevel, level) ? [] : ofLevel[level])
  if (isOn(read('STRICT'))) on.add('fail_closed')
  if (isOn(read('PARANOID')) || isOn(read('PARANOID_RM'))) on.add('paranoid_rm')
  if (isOn(read('PARANOID')) || isOn(read('PARANOID_INTERPRETERS'))) on.add('paranoid_interpreters')
  for (const one of on) convertCapability(one, document, [], draft)
  if (isOn(read('WORKTREE')))
    draft.note(
      document,
      [],
      'left-out',
      'CC_SAFETY_NET_WORKTREE lets git discard changes in linked worktrees',
      'shell-guard asks there as everywhere. To let one call pass: hookline approve',
    )
}
