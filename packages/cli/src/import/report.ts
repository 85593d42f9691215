/** What became of each rule, and what its owner should know. */
import type { Note } from '@hookline/core/importers'
import { counted } from '../entry-text.ts'
import { oneLine } from '../plain.ts'
import type { Gathered } from './gather.ts'
import { carriedOver } from './plan.ts'

/** In this order: what does not judge first. */
const heads: Readonly<Record<Note['kind'], string>> = {
  broken: 'cannot be read',
  'left-out': 'not carried over',
  never: 'never fires',
  blind: 'sees less than it seems',
  differs: 'differs here',
  disabled: 'disabled',
}

export function reportText(
  { conversions, notes, slugs, cured }: Gathered,
  gone: readonly string[],
  standalone: boolean,
): string {
  const carried = carriedOver(conversions)
  const by = standalone ? 'as scripts' : 'as rule hooks'
  const lines = [
    `${counted(slugs.length, 'rule')} read, ${carried.length} carried over${carried.length === 0 ? '' : ` ${by}`}.`,
    ...carried.map(({ rule, hooks }) => `  ${oneLine(rule.slug)}: ${hooks.map(said).join(', ')}`),
    ...(standalone && carried.length > 0 ? ['The scripts need python3 on every machine that runs them.'] : []),
    ...(gone.length === 0 ? [] : ['Taken out, of an earlier import:', ...gone.map((one) => `  ${oneLine(one)}`)]),
    ...(cured.length === 0 ? [] : [`${counted(cured.length, 'rule file')} cured.`]),
    ...Object.keys(heads).flatMap((kind) => section(kind as Note['kind'], notes)),
    ...(notes.some(({ write }) => write !== undefined)
      ? ['', 'All of these lines at once: hookline import hookify --cure']
      : []),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

const said = ({ event, verdict }: { readonly event: string; readonly verdict?: string }): string =>
  verdict === undefined ? event : `${event} ${verdict}`

/** The same said of several files is said once. */
function section(kind: Note['kind'], notes: readonly Note[]): readonly string[] {
  const own = notes.filter((note) => note.kind === kind)
  if (own.length === 0) return []
  const places = new Map<string, string[]>()
  for (const { file, line, message, cure, write = [] } of own) {
    const text = `${oneLine(message)}. ${oneLine(cure)}`
    const lines = [`${oneLine(file)}:${line}`, ...write.map((one) => `    ${/^ */.exec(one)?.[0]}${oneLine(one)}`)]
    places.set(text, [...(places.get(text) ?? []), ...lines])
  }
  return [
    '',
    `${heads[kind]}:`,
    ...[...places].flatMap(([text, at]) => [`  ${text}`, ...at.map((place) => `    ${place}`)]),
  ]
}
