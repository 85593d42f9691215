/** `allowlist.toml` of dcg. Only a whole command becomes an exception; everything else would let through more than was meant. */
import { isObject } from '../../schema.ts'
import { type Draft, isText } from '../settings/draft.ts'
import type { SettingsDocument, SettingsPath } from '../settings/types.ts'

const APPROVE = 'When it is refused, let exactly that call pass: hookline approve --always'

/** `paths` of an entry limit it to directories. `isHere` says whether a pattern matches this workspace. */
export function convertAllowlist(
  document: SettingsDocument,
  now: Date,
  isHere: (pattern: string) => boolean,
  draft: Draft,
): void {
  const list = isObject(document.value) ? document.value.allow : undefined
  if (!Array.isArray(list)) return
  for (const [at, entry] of list.entries()) convertEntry(entry, ['allow', at], { document, now, isHere, draft })
}

interface AllowlistContext {
  readonly document: SettingsDocument
  readonly now: Date
  readonly isHere: (pattern: string) => boolean
  readonly draft: Draft
}

function convertEntry(entry: unknown, path: SettingsPath, { document, now, isHere, draft }: AllowlistContext): void {
  const say = (kind: 'left-out' | 'disabled' | 'broken' | 'differs', message: string, fix: string) =>
    draft.note(document, path, kind, message, fix)
  if (!isObject(entry) || !isText(entry.reason))
    return void say('broken', 'an entry without a reason', 'It is not converted.')
  const { exact_command, rule, command_prefix, pattern, reason } = entry
  if (isExpired(entry, now)) return void say('disabled', 'the entry has expired', 'It is not converted.')
  if (isText(rule))
    return void say(
      'left-out',
      `${rule} is allowed as a whole, and no rule here covers exactly the same`,
      'To set a rule yourself: hookline rules shell-guard',
    )
  if (isText(command_prefix))
    return void say('left-out', `commands that begin with ${JSON.stringify(command_prefix)}`, APPROVE)
  if (isText(pattern)) return void say('left-out', `commands that match ${JSON.stringify(pattern)}`, APPROVE)
  if (!isText(exact_command)) return void say('broken', 'an entry without a command', 'It is not converted.')
  const limit = ['expires_at', 'ttl', 'session', 'conditions', 'environments', 'context'].find(
    (key) => entry[key] !== undefined,
  )
  if (limit !== undefined)
    return void say(
      'left-out',
      `${JSON.stringify(exact_command)} is allowed with \`${limit}\`, which an exception here does not have`,
      'When it is refused, approve it for a while: hookline approve --for 1h',
    )
  const paths = Array.isArray(entry.paths) ? entry.paths.filter(isText) : []
  if (paths.length > 0 && !paths.some(isHere))
    return void say(
      'differs',
      'the entry is for other directories',
      'To convert it, import in the workspace that it is for.',
    )
  draft.allow({ command: exact_command, reason, file: document.file, line: document.lineOf(path) })
}

function isExpired({ expires_at, ttl, added_at }: Readonly<Record<string, unknown>>, now: Date): boolean {
  if (isText(expires_at)) return isPast(expires_at, now)
  const length = isText(ttl) ? /^(\d+)\s*([smhdw])$/.exec(ttl.trim()) : null
  if (length === null || !isText(added_at)) return false
  const unit = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }[length[2] ?? ''] ?? 0
  return Date.parse(added_at) + Number(length[1]) * unit * 1000 <= now.getTime()
}

/** A day alone lasts until its end. */
const isPast = (text: string, now: Date): boolean => {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const end = Date.parse(isDay ? `${text}T23:59:59Z` : text)
  return !Number.isNaN(end) && end < now.getTime()
}
