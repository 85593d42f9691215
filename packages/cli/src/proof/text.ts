/** What a person reads of proofs, and the exit code that follows from them. */
import type { Carried } from '../edit/carry-out.ts'
import { exits } from '../io.ts'
import { oneLine } from '../plain.ts'
import type { Style } from '../style.ts'
import type { Proved } from './prove.ts'

export function provedText(all: readonly Proved[], style: Style): string {
  const proved = all.filter(({ more, state }) => more !== true || state !== 'proved')
  const counted = all.length - proved.length
  const width = Math.max(...proved.map(({ subject }) => subject.length))
  const by = Math.max(...proved.map((one) => byText(one).length))
  const lines = proved.map((one) => {
    const time = `${one.durationMs.toFixed(1)} ms`.padStart(8)
    const said = `${(one.monitor === true ? `would ${one.kind} (monitor only)` : one.kind).padEnd(7)} ${one.subject.padEnd(width)}  ${byText(one).padEnd(by)}  ${time}`
    const why = one.why === undefined ? '' : `  ${oneLine(one.why)}`
    if (one.state === 'proved') return `${style.green('✓')} proved: ${said}`
    return one.state === 'failed'
      ? `${style.red('✗')} FAILED: ${said}${why}`
      : `${style.yellow('–')} not proved: ${one.kind} ${one.subject}${why}`
  })
  const more = counted === 0 ? [] : [`${style.green('✓')} proved: ${counted} more`]
  return [...lines, ...more].map((line) => `${line}\n`).join('')
}

/** A yes is nobody's: it is what happens when no hook says no. */
const byText = ({ kind, by, through }: Proved): string => through ?? (kind === 'allow' ? '–' : by.join(', '))

export const exitFor = (result: Carried, proved: readonly Proved[]): number =>
  result === 'declined' || proved.some(({ state }) => state === 'failed') ? exits.finding : exits.fine
