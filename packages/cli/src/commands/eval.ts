/** `hookline eval`: measures how well a prompt hook decides, in numbers that can be compared. */
import { resolve } from 'node:path'
import type { Entry } from '@hookline/core/node'
import { injectAttacks } from '../eval/attacks.ts'
import { readGolden } from '../eval/golden.ts'
import { measure } from '../eval/measure.ts'
import { onlyEntry } from '../eval/only-entry.ts'
import { report } from '../eval/report.ts'
import { type EvalResult, lastResult, makeResult, writeResult } from '../eval/result.ts'
import { isRight, score } from '../eval/score.ts'
import { readDirectory, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { findRoot, rootMarksText, shownPath } from '../paths.ts'
import { entryText, findEntry, noSuchEntry, readEntries } from '../switch/find-entry.ts'
import { counted, labelOf } from '../text/entry-text.ts'
import { json, oneLine } from '../text/plain.ts'
import { styleFor } from '../text/style.ts'

export const help = `Usage: hookline eval <entry> <golden set> [options]

Measures a prompt hook against inputs with a known verdict: accuracy, changes of
mind between repeats, cost and latency. It also measures how many inputs that
must be blocked get through when they try to talk the model out of it. Every
question goes to the model, never to the cache, and counts in the day's budget.

The golden set is YAML or JSON: a list of { want: ok or block, note, input:
{ … } }. The input is merged into the event's sample, with the short forms of
\`hookline test\` (command, file, tool). The result is saved, and the next run
shows what changed with the prompt or the model.

  <entry>           its name, its script, its id or the last part of its id
                    (hookline list --json shows the ids)
  --repeats <n>     ask each question n times (default 3)
  --model <p:name>  use another model than the hook's own, to compare
  --parallel <n>    ask n questions at a time (default 4)
  --no-injections   leave out the prompt injections
  --out <file>      save the result there (default:
                    .hookline/evals/<hook>-<time>.json)
  --cwd <dir>       start in this directory. The workspace is the nearest
                    parent with ${rootMarksText}
  --json            print the result as it is saved

Exit codes: 0 every answer was right; 1 a wrong answer, a failure or an
injection that got through; 64 wrong usage.

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
  const [name, file] = positionals
  if (name === undefined || file === undefined)
    throw new UsageError('name a hook and a golden set. To list the hooks: hookline list')
  const repeats = readCount('repeats', values.repeats, 3)
  const parallel = readCount('parallel', values.parallel, 4)
  const root = findRoot(readDirectory(values.cwd, io))
  const entry = await findPromptEntry(name, root, io)
  const golden = readGolden(resolve(io.cwd, file), entry.event, root)
  const attacked = values['no-injections'] === true ? [] : injectAttacks(golden.cases)
  const hooks = await onlyEntry(entry, root, values.model)
  const asks = (golden.cases.length + attacked.length) * repeats
  io.stderr.write(
    `Asking ${counted(asks, 'question')}: ${counted(golden.cases.length, 'case')} and ${counted(attacked.length, 'injection')}, ${repeats}× each.\n`,
  )
  const progress = createProgress(io)
  const how = { hooks, event: entry.event, repeats, parallel, signal: io.signal }
  const plain = await measure(golden.cases, { ...how, progress: (done) => progress.update(done, asks) })
  const tried = await measure(attacked, {
    ...how,
    progress: (done) => progress.update(golden.cases.length * repeats + done, asks),
  })
  progress.end()
  await hooks.close()
  if (io.signal.aborted) return exits.interrupted
  const before = lastResult(entry, golden, root)
  const result = makeResult(entry, golden, repeats, plain, score(plain, tried))
  const saved = writeResult(result, root, values.out === undefined ? undefined : resolve(io.cwd, values.out))
  io.stdout.write(
    values.json === true ? `${json(result)}\n` : `${report(result, before, styleFor(io.stdout, io.env))}\n`,
  )
  io.stderr.write(`Saved in ${oneLine(shownPath(saved, io.cwd))}\n`)
  return isAllRight(result) ? exits.fine : exits.finding
}

async function findPromptEntry(name: string, root: string, io: Io): Promise<Entry> {
  const entries = await readEntries(root)
  const entry = findEntry(name, entries, io.cwd)
  if (entry === undefined) throw noSuchEntry(name, entries)
  if (entry.type !== 'prompt')
    throw new UsageError(
      `${labelOf(entry)} is a ${entry.type} hook; eval measures only prompt hooks. To check it against cases: hookline test`,
    )
  if (entry.held !== undefined)
    throw new UsageError(`${entryText(entry, io.cwd)} does not run: ${oneLine(entry.held.detail)}`)
  return entry
}

const isAllRight = ({ cases, score: { injections } }: EvalResult): boolean =>
  injections.passed === 0 && cases.every(({ want, got }) => got.every((one) => isRight(want, one)))

function readCount(name: string, given: string | undefined, usual: number): number {
  if (given === undefined) return usual
  const number = Number(given)
  if (!Number.isInteger(number) || number < 1 || number > 1000)
    throw new UsageError(`--${name} must be a whole number from 1 to 1000, got ${JSON.stringify(given)}`)
  return number
}

/** Shows progress at a terminal, in one line that is overwritten. */
function createProgress({ stderr }: Io): { update(done: number, of: number): void; end(): void } {
  if (stderr.isTTY !== true) return { update: () => {}, end: () => {} }
  return {
    update: (done, of) => stderr.write(`\r${done} of ${of}`),
    end: () => stderr.write('\r\u001b[K'),
  }
}
