/** Reports how each rule was converted, and what its author should know. */
import type { Note } from '@hookline/core/importers'
import { counted } from '../text/entry-text.ts'
import { oneLine } from '../text/plain.ts'
import type { Gathered } from './gather.ts'
import { convertedRules } from './plan.ts'

/** The sections, with the worst problems first. */
const headings: Readonly<Record<Note['kind'], string>> = {
  broken: 'cannot be read',
  'left-out': 'not converted',
  never: 'never fires',
  blind: 'matches less than it seems to',
  differs: 'behaves differently here',
  disabled: 'disabled',
}

export function reportText(
  { conversions, notes, slugs, fixed }: Gathered,
  gone: readonly string[],
  standalone: boolean,
): string {
  const converted = convertedRules(conversions)
  const by = standalone ? 'as scripts' : 'as rule hooks'
  const lines = [
    `${counted(slugs.length, 'rule')} read, ${converted.length} converted${converted.length === 0 ? '' : ` ${by}`}.`,
    ...converted.map(({ rule, hooks }) => `  ${oneLine(rule.slug)}: ${hooks.map(hookText).join(', ')}`),
    ...(standalone && converted.length > 0 ? ['The scripts need python3 on every machine that runs them.'] : []),
    ...(gone.length === 0 ? [] : ['Removed, from an earlier import:', ...gone.map((one) => `  ${oneLine(one)}`)]),
    ...(fixed.length === 0 ? [] : [`${counted(fixed.length, 'rule file')} fixed.`]),
    ...noteSections(notes),
    ...(notes.some(({ write }) => write !== undefined)
      ? ['', 'To fix all of these lines: hookline import hookify --cure']
      : []),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** All notes, by kind. */
export const noteSections = (notes: readonly Note[]): readonly string[] =>
  // The keys of the table are the kinds.
  Object.keys(headings).flatMap((kind) => section(kind as Note['kind'], notes))

const hookText = ({ event, verdict }: { readonly event: string; readonly verdict?: string }): string =>
  verdict === undefined ? event : `${event} ${verdict}`

/** The same note about several files is printed once. */
function section(kind: Note['kind'], notes: readonly Note[]): readonly string[] {
  const own = notes.filter((note) => note.kind === kind)
  if (own.length === 0) return []
  const locations = new Map<string, string[]>()
  for (const { file, line, message, cure, write = [] } of own) {
    const text = `${oneLine(message)}. ${oneLine(cure)}`
    const lines = [`${oneLine(file)}:${line}`, ...write.map((one) => `    ${/^ */.exec(one)?.[0]}${oneLine(one)}`)]
    const known = locations.get(text) ?? []
    if (write.length > 0 || !known.includes(lines[0] ?? '')) locations.set(text, [...known, ...lines])
  }
  return [
    '',
    `${headings[kind]}:`,
    ...[...locations].flatMap(([text, lines]) => [`  ${text}`, ...lines.map((line) => `    ${line}`)]),
  ]
}
