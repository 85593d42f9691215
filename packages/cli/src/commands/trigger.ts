/** `hookline trigger`: one event through the real pipeline, and what came of it. */
import { createHooks, type Effect, type Hooks, inWords, type Question, suggestEvent } from '@hookline/core/node'
import { type EventName, eventNames, isEventName } from '@hookline/core/protocol'
import { canAsk, confirm } from '../confirm.ts'
import { counted } from '../entry-text.ts'
import { readDirectory, readEdition, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { findRoot } from '../paths.ts'
import { json, oneLine } from '../plain.ts'
import { styleFor } from '../style.ts'
import { buildInput } from '../trigger/input.ts'
import { report } from '../trigger/report.ts'

export const help = `Usage: hookline trigger <event> [options]

Sends one event through the real pipeline, with the stored trust, and prints the
plan (what runs, and why the rest does not), the runs, the decision and its effect.
The hooks really run. Without --input the event carries a realistic sample.

  --input <file|->      the event's input as JSON, instead of the sample
  --set <key=value>     lays a value over it: dotted keys, JSON where it is JSON,
                        else text; may be repeated
  --cwd <dir>           start here; the workspace is the nearest directory upward
                        that holds .cursor, .hookline, .claude or .git
  --edition <e>         2.3, 2.4, 3 or hookline (default)
  --experiment <flag>   switch on an experiment of an edition; may be repeated
  --json                print the effect as the library returns it, nothing else

Exit codes: 0 whatever the decision, 1 a hook failed, 64 wrong usage.

Events: ${eventNames.join(' ')}

Example: hookline trigger beforeShellExecution --set command='git push --force'
`

const options = {
  input: { type: 'string' },
  set: { type: 'string', multiple: true },
  cwd: { type: 'string' },
  edition: { type: 'string' },
  experiment: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 1)
  const event = readEvent(positionals[0])
  const root = findRoot(readDirectory(values.cwd, io))
  const edition = readEdition(values.edition)
  const input = await buildInput(event, root, values, io)
  const hooks = await createHooks({
    ...edition,
    workspaceRoots: [root],
    experiments: values.experiment ?? [],
    env: io.env,
    watch: false,
    ...(canAsk(io) ? { onAsk: (question: Question) => ask(question, io) } : {}),
  })
  const effect = await fired(hooks, event, input, io).catch((thrown) => {
    throw values.set !== undefined && isBadInput(thrown) ? new UsageError(`${thrown.message} ${jsonFirst}`) : thrown
  })
  if (io.signal.aborted) return exits.interrupted
  if (values.json === true) io.stdout.write(`${json(effect)}\n`)
  else {
    io.stdout.write(report(effect, { style: styleFor(io.stdout, io.env), cwd: io.cwd }))
    hint(hooks, io)
  }
  return effect.runs.some((run) => run.outcome.kind === 'failed') ? exits.finding : exits.fine
}

const jsonFirst = `(--set reads JSON first: write key='"true"' for the text true.)`
const isBadInput = (thrown: unknown): thrown is Error =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'bad-input' && !/ is string /.test(thrown.message)

function readEvent(name: string | undefined): EventName {
  if (name === undefined) throw new UsageError('which event? hookline trigger --help lists them')
  if (isEventName(name)) return name
  const meant = inWords(name, suggestEvent(name))
  throw new UsageError(`there is no event ${JSON.stringify(name)}${meant === '' ? '' : `; ${meant}`}`)
}

/** An event that is fired and forgotten is waited for here: what came of it is in its record. */
async function fired(hooks: Hooks, event: EventName, input: object, io: Io): Promise<Effect> {
  let recorded: Effect | undefined
  hooks.on('record', (record) => {
    recorded = record.effect
  })
  try {
    // The input is checked against the event's row by `fire` itself.
    const effect = await hooks.fire(event, input as never, { signal: io.signal })
    await hooks.close()
    return recorded ?? effect
  } finally {
    await hooks.close()
  }
}

async function ask(question: Question, io: Io): Promise<'allow' | 'deny'> {
  const said = question.userMessage ?? question.agentMessage
  const names = question.entries.map((entry) => oneLine(entry.label)).join(', ')
  const asked = said === undefined ? '' : `: ${oneLine(said)}`
  const signal = AbortSignal.any([question.signal, io.signal])
  return (await confirm(io, `${names} asks${asked}\nAllow?`, signal)) ? 'allow' : 'deny'
}

function hint({ problems, entries }: Hooks, io: Io): void {
  const errors = problems.filter((problem) => problem.severity === 'error').length
  if (errors > 0) io.stderr.write(`${counted(errors, 'error')} in the hook files: hookline check\n`)
  else if (entries.length === 0)
    io.stderr.write('No hooks are configured here at all: hookline check says where it looks.\n')
}
