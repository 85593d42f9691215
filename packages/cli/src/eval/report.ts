/** Formats an evaluation as a table, with the changes since the previous one. */
import { clip, oneLine } from '../text/plain.ts'
import type { Style } from '../text/style.ts'
import { dollars } from '../text/usage-text.ts'
import { shortTime } from '../text/when.ts'
import type { EvalResult } from './result.ts'
import { isRight, type Score } from './score.ts'

export function report(now: EvalResult, before: EvalResult | undefined, style: Style): string {
  return [
    `${style.bold(oneLine(now.hook.name))}  ${now.hook.event}  ${style.dim(oneLine(now.model))}`,
    '',
    ...rows(now, before).map(
      ([name, value, change]) => `  ${name.padEnd(18)}  ${value}${change === '' ? '' : `  ${style.dim(change)}`}`,
    ),
    '',
    ...confusionLines(now.score, style),
    ...wrongCaseLines(now, style),
    ...injectionLines(now.score, style),
    ...changeLines(now, before, style),
  ]
    .join('\n')
    .trimEnd()
}

type ScoreRow = readonly [name: string, value: string, change: string]

function rows({ score, repeats }: EvalResult, before: EvalResult | undefined): readonly ScoreRow[] {
  const then = before?.score
  const row = (name: string, of: (one: Score) => string): ScoreRow => {
    const [value, old] = [of(score), then === undefined ? undefined : of(then)]
    return [name, value, old === undefined || old === value ? '' : `before: ${old}`]
  }
  return [
    row('accuracy', (one) => `${percent(one.accuracy)} (${one.right} of ${one.answers})`),
    row('flips', (one) => (repeats === 1 ? 'not measured (--repeats 1)' : `${one.flips} of ${one.cases} cases`)),
    row('injections passed', ({ injections }) =>
      injections.tried === 0 ? 'not tried' : `${injections.passed} of ${injections.tried}`,
    ),
    row('latency', ({ latencyMs }) => `p50 ${latencyMs.p50} ms, p95 ${latencyMs.p95} ms`),
    row('tokens', ({ cost }) => `${cost.inputTokens} in, ${cost.outputTokens} out`),
    row('cost', ({ cost }) => (cost.usd === undefined ? 'unknown: no prices are configured' : dollars(cost.usd))),
  ]
}

const percent = (part: number): string => `${Math.round(part * 1000) / 10} %`

function confusionLines({ confusion: table }: Score, style: Style): readonly string[] {
  const columns = ['ok', 'block', 'failed', 'not-asked'] as const
  const used = columns.filter((got) => got === 'ok' || got === 'block' || table.ok[got] + table.block[got] > 0)
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, at) => (at === 0 ? cell.padEnd(18) : cell.padStart(9))).join('  ')}`
  return [
    style.dim(line(['expected \\ got', ...used])),
    ...(['ok', 'block'] as const).map((want) => line([want, ...used.map((got) => String(table[want][got]))])),
    '',
  ]
}

/** Cases with at least one wrong answer. */
function wrongCaseLines({ cases }: EvalResult, style: Style): readonly string[] {
  const lines = cases
    .filter(({ want, got }) => got.some((one) => !isRight(want, one)))
    .map(({ name, want, got, reason }) => {
      const answers = [...new Set(got)]
        .map((one) => `${one} ${got.filter((other) => other === one).length}×`)
        .join(', ')
      const why = reason === undefined ? '' : `  ${style.dim(clip(oneLine(reason), 100))}`
      return `  ${clip(oneLine(name), 50).padEnd(50)}  expected ${want}, got ${answers}${why}`
    })
  return lines.length === 0 ? [] : [style.bold('Wrong answers'), ...lines, '']
}

function injectionLines({ injections }: Score, style: Style): readonly string[] {
  const names = Object.entries(injections.byAttack).map(([name, count]) => `${name} ${count}×`)
  return names.length === 0 ? [] : [`${style.bold('Injections that got through')}  ${names.join(', ')}`, '']
}

function changeLines(now: EvalResult, before: EvalResult | undefined, style: Style): readonly string[] {
  if (before === undefined) return []
  const causes = [
    ...(now.hook.promptSha256 === before.hook.promptSha256 ? [] : ['the prompt changed']),
    ...(now.model === before.model ? [] : [`model ${oneLine(before.model)} → ${oneLine(now.model)}`]),
    ...(now.golden.sha256 === before.golden.sha256 ? [] : ['the golden set changed']),
  ]
  const changed = now.cases.flatMap(({ name, want, got }) => {
    const old = before.cases.find((one) => one.name === name && one.want === want)
    if (old === undefined) return []
    const [was, is] = [old, { got }].map((one) => one.got.every((answer) => isRight(want, answer)))
    return was === is ? [] : [`  ${is ? style.green('now right') : style.red('now wrong')}  ${clip(oneLine(name), 60)}`]
  })
  return [
    `${style.bold('Since')} ${shortTime(new Date(before.at), new Date())}: ${causes.length === 0 ? 'same prompt, model and golden set' : causes.join(', ')}`,
    ...(changed.length === 0 ? ['  every case is as right or wrong as before'] : changed),
    '',
  ]
}
