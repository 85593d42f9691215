/** Formats proofs for people, and finds their exit code. */
import type { ApplyResult } from '../edit/apply-changes.ts'
import { exits } from '../io.ts'
import { oneLine } from '../text/plain.ts'
import type { Style } from '../text/style.ts'
import type { Proved } from './prove.ts'

/** Without the times if the terminal is too narrow for them. `columns` is undefined for a file. */
export function provedText(all: readonly Proved[], style: Style, columns: number | undefined): string {
  const proved = all.filter(({ more, state }) => more !== true || state !== 'proved')
  const counted = all.length - proved.length
  const width = Math.max(...proved.map(({ subject }) => subject.length))
  const by = Math.max(...proved.map((one) => byText(one).length))
  const isWide =
    '✓ proved: allow   '.length + width + 2 + by + '  1000.0 ms'.length <= (columns ?? Number.POSITIVE_INFINITY)
  const lines = proved.map((one) => {
    const time = isWide ? `  ${`${one.durationMs.toFixed(1)} ms`.padStart(9)}` : ''
    const summary = `${(one.monitor === true ? `would ${one.kind} (monitor only)` : one.kind).padEnd(7)} ${one.subject.padEnd(width)}  ${isWide ? byText(one).padEnd(by) : byText(one)}${time}`
    const why = one.why === undefined ? '' : `  ${oneLine(one.why)}`
    if (one.state === 'proved') return `${style.green('✓')} proved: ${summary}`
    return one.state === 'failed'
      ? `${style.red('✗')} FAILED: ${summary}${why}`
      : `${style.yellow('–')} not proved: ${one.kind} ${one.subject}${why}`
  })
  const more = counted === 0 ? [] : [`${style.green('✓')} proved: ${counted} more`]
  return [...lines, ...more].map((line) => `${line}\n`).join('')
}

/** An allow has no hook beside it, because allow is the default when no hook denies. */
const byText = ({ kind, by, through }: Proved): string => through ?? (kind === 'allow' ? '–' : by.join(', '))

export const exitFor = (result: ApplyResult, proved: readonly Proved[]): number =>
  result === 'declined' || proved.some(({ state }) => state === 'failed') ? exits.finding : exits.fine
