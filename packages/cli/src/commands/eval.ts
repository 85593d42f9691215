/** `hookline eval`: how good a prompt hook is, in numbers that can be compared. */
import { resolve } from 'node:path'
import type { Entry } from '@hookline/core/node'
import { labelOf } from '../entry-text.ts'
import { injected } from '../eval/attacks.ts'
import { readGolden } from '../eval/golden.ts'
import { measure } from '../eval/measure.ts'
import { onlyEntry } from '../eval/only-entry.ts'
import { report } from '../eval/report.ts'
import { type EvalResult, lastResult, resultOf, writeResult } from '../eval/result.ts'
import { isRight, score } from '../eval/score.ts'
import { readDirectory, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { findRoot, rootMarksText, shownPath } from '../paths.ts'
import { json, oneLine } from '../plain.ts'
import { styleFor } from '../style.ts'
import { entriesOf, entryText, findEntry, noSuchEntry } from '../switch/find-entry.ts'

export const help = `Usage: hookline eval <entry> <golden set> [options]

Measures a prompt hook against inputs whose verdict you know: accuracy, flips between
repeats, cost, latency, and how many inputs that must be blocked pass when they try to
talk the model out of it. Every question is asked: nothing comes from the cache. Calls
count in the day's budget.
The golden set is YAML or JSON: a list of { want: ok or block, note, input: { … } }; the
input is laid over the event's sample, with the short forms of hookline test (command,
file, tool).
The result is kept, and the next one shows what changed with the prompt or the model.

  <entry>           its id or its last part, its name, or its script (hookline list --json)
  --repeats <n>     ask each question so many times (default 3)
  --model <p:name>  another model than the hook's own, to compare
  --parallel <n>    so many questions at a time (default 4)
  --no-injections   only the golden set itself
  --out <file>      keep the result there (default .hookline/evals/<hook>-<time>.json)
  --cwd <dir>       start here; the workspace is the nearest directory upward
                    that holds ${rootMarksText}
  --json            the result, as it is kept

Exit codes: 0 all as wanted, 1 a wrong answer, a failure or an injection that passed,
64 wrong usage.

Example: hookline eval no-prod evals/no-prod.yaml --repeats 5
`

const options = {
  repeats: { type: 'string' },
  model: { type: 'string' },
  parallel: { type: 'string' },
  'no-injections': { type: 'boolean' },
  out: { type: 'string' },
  cwd: { type: 'string' },
  json: { type: 'boolean' },
} as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 2)
  const [word, file] = positionals
  if (word === undefined || file === undefined) throw new UsageError('which hook, and which golden set?')
  const repeats = count('repeats', values.repeats, 3)
  const parallel = count('parallel', values.parallel, 4)
  const root = findRoot(readDirectory(values.cwd, io))
  const entry = await promptEntry(word, root, io)
  const golden = readGolden(resolve(io.cwd, file), entry.event, root)
  const attacked = values['no-injections'] === true ? [] : injected(golden.cases)
  const hooks = await onlyEntry(entry, root, values.model)
  const asks = (golden.cases.length + attacked.length) * repeats
  io.stderr.write(
    `Asks ${asks} times: ${golden.cases.length} cases and ${attacked.length} injections, ${repeats}× each.\n`,
  )
  const progress = createProgress(io)
  const how = { hooks, event: entry.event, repeats, parallel, signal: io.signal }
  const plain = await measure(golden.cases, { ...how, progress: (done) => progress.tell(done, asks) })
  const tried = await measure(attacked, {
    ...how,
    progress: (done) => progress.tell(golden.cases.length * repeats + done, asks),
  })
  progress.end()
  await hooks.close()
  if (io.signal.aborted) return exits.interrupted
  const before = lastResult(entry, golden, root)
  const result = resultOf(entry, golden, repeats, plain, score(plain, tried))
  const kept = writeResult(result, root, values.out === undefined ? undefined : resolve(io.cwd, values.out))
  io.stdout.write(
    values.json === true ? `${json(result)}\n` : `${report(result, before, styleFor(io.stdout, io.env))}\n`,
  )
  io.stderr.write(`Kept in ${oneLine(shownPath(kept, io.cwd))}\n`)
  return isFine(result) ? exits.fine : exits.finding
}

async function promptEntry(word: string, root: string, io: Io): Promise<Entry> {
  const entries = await entriesOf(root)
  const entry = findEntry(word, entries, io.cwd)
  if (entry === undefined) throw noSuchEntry(word, entries)
  if (entry.type !== 'prompt')
    throw new UsageError(
      `${labelOf(entry)} asks no model: it is a ${entry.type}. hookline test checks such hooks against cases`,
    )
  if (entry.held !== undefined)
    throw new UsageError(`${entryText(entry, io.cwd)} does not run: ${oneLine(entry.held.detail)}`)
  return entry
}

const isFine = ({ cases, score: { injections } }: EvalResult): boolean =>
  injections.passed === 0 && cases.every(({ want, got }) => got.every((one) => isRight(want, one)))

function count(name: string, given: string | undefined, usual: number): number {
  if (given === undefined) return usual
  const number = Number(given)
  if (!Number.isInteger(number) || number < 1 || number > 1000)
    throw new UsageError(`--${name} is a whole number from 1 to 1000, not ${JSON.stringify(given)}`)
  return number
}

/** One line that is written over, for people at a terminal. */
function createProgress({ stderr }: Io): { tell(done: number, of: number): void; end(): void } {
  if (stderr.isTTY !== true) return { tell: () => {}, end: () => {} }
  return {
    tell: (done, of) => stderr.write(`\r${done} of ${of}`),
    end: () => stderr.write('\r\u001b[K'),
  }
}
