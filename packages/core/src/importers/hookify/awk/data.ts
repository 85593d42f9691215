/** A rule's conditions as the words that the awk program walks over: tables in numbers, paths, nothing of the rule's own text. */
import type { Converted } from '../convert.ts'
import { automatonOf } from './automaton.ts'
import { NoAutomaton, nfaOf } from './nfa.ts'

type Condition = Readonly<Record<string, unknown>>
/** One argument of a command may hold 128 KiB, a script should be far below. */
const MOST = 60_000

export type AwkData = { readonly kind: 'data'; readonly text: string } | { readonly kind: 'none'; readonly why: string }

export function awkData(hooks: readonly Converted[]): AwkData {
  try {
    const text = hooks
      .map(({ event, when }) => {
        const words = condition(when)
        return [event, words.length, ...words].join(' ')
      })
      .join(' ')
    return text.length > MOST ? { kind: 'none', why: 'too large a table' } : { kind: 'data', text }
  } catch (error) {
    if (error instanceof NoAutomaton) return { kind: 'none', why: error.message }
    throw error
  }
}

type Words = readonly (string | number)[]

function condition(when: Condition): Words {
  for (const name of ['all', 'any'])
    if (Array.isArray(when[name])) return [name, when[name].length, ...when[name].flatMap(condition)]
  if (when.not !== undefined) return ['not', ...condition(when.not as Condition)]
  const paths = [when.field].flat().map(String)
  if (paths.includes('transcript')) throw new NoAutomaton('the transcript, which is a file of its own')
  if (when.starts_with === '') return ['there', paths.length, ...paths]
  const [operator, pattern] = Object.entries(when).find(([name]) => name !== 'field' && name !== 'join') ?? []
  const { starts, rows } = automatonOf(
    nfaOf(operator === 'not_contains' ? 'contains' : (operator ?? ''), String(pattern)),
  )
  return [
    operator === 'not_contains' ? 'lacks' : 'has',
    typeof when.join === 'string' ? (when.join.codePointAt(0) ?? '-') : '-',
    paths.length,
    ...paths,
    starts.length,
    ...starts.flat(),
    rows[0]?.length ?? 0,
    rows.length,
    ...rows.flat(),
  ]
}
