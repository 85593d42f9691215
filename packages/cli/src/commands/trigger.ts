/** `hookline trigger`: sends one event through the real pipeline and shows the result. */
import { createHooks, type Effect, type Hooks, type Question } from '@hookline/core/node'
import type { EventName } from '@hookline/core/protocol'
import { canAsk, confirm } from '../confirm.ts'
import { readDirectory, readEdition, readFlags } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { findRoot } from '../paths.ts'
import { hookRootsOf } from '../run/roots.ts'
import { counted } from '../text/entry-text.ts'
import { json, oneLine } from '../text/plain.ts'
import { styleFor } from '../text/style.ts'
import { chainLines } from '../trigger/chain.ts'
import { asMisuse, eventOptions, eventOptionsHelp, eventsHelp, readEvent } from '../trigger/event-flags.ts'
import { hostLines, hostView, readHost } from '../trigger/host-view.ts'
import { buildInput } from '../trigger/input.ts'
import { report } from '../trigger/report.ts'

export const help = `Usage: hookline trigger <event> [options]

Sends one event through the real pipeline, with the stored trust, and prints the
plan (which hooks run, and why the others do not), the runs, the decision and
its effect. The hooks really run. Without --input the event carries a realistic
sample.

${eventOptionsHelp}
  --explain             show each hook's reply in order, and how they were
                        merged
  --host <agent>        show the event in the format of an agent: what a hook
                        reads there, and what hookline run would print. --input
                        may then be in that format. Also: summary, the short
                        input of some integrations
  --json                print only the effect, as the library returns it; with
                        --host also "host"

Exit codes: 0 whatever the decision; 1 a hook failed; 64 wrong usage.

${eventsHelp}

Example: hookline trigger beforeShellExecution --command 'git push --force'
`

const options = { ...eventOptions, explain: { type: 'boolean' }, host: { type: 'string' } } as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 1)
  const event = readEvent(positionals[0], 'trigger')
  const host = readHost(values.host)
  const root = findRoot(readDirectory(values.cwd, io))
  const edition = readEdition(values.edition)
  const input = await buildInput(event, root, values, io, host)
  const hooks = await createHooks({
    ...edition,
    workspaceRoots: hookRootsOf([root], input),
    experiments: values.experiment ?? [],
    env: io.env,
    watch: false,
    log: { host: 'trigger', purpose: 'trial' },
    // Decide as for that agent.
    ...(host?.agent === undefined ? {} : { agent: host.name }),
    ...onAsk(io, host !== undefined),
  })
  const effect = await fireAndWait(hooks, event, input, io).catch((thrown) => {
    throw asMisuse(thrown, values.set)
  })
  if (io.signal.aborted) return exits.interrupted
  const view = host === undefined ? undefined : hostView(effect, host)
  if (values.json === true) io.stdout.write(`${json(view === undefined ? effect : { ...effect, host: view })}\n`)
  else {
    const style = styleFor(io.stdout, io.env)
    const parts = [
      report(effect, { style, cwd: io.cwd }),
      ...(values.explain === true ? chainLines(effect, style) : []),
      ...(view === undefined ? [] : hostLines(view, style)),
    ]
    io.stdout.write(`${parts.join('\n').trimEnd()}\n`)
    hint(hooks, io)
  }
  return effect.runs.some((run) => run.outcome.kind === 'failed') ? exits.finding : exits.fine
}

/** An agent asks the user itself, so with --host a question stays a question. */
function onAsk(io: Io, asHost: boolean) {
  if (asHost) return { onAsk: 'host' } as const
  return canAsk(io) ? { onAsk: (question: Question) => ask(question, io) } : {}
}

/** Waits for events that are otherwise not waited for. Their record has the result. */
async function fireAndWait(hooks: Hooks, event: EventName, input: object, io: Io): Promise<Effect> {
  let recorded: Effect | undefined
  const background: Effect['runs'][number][] = []
  hooks.on('record', (record) => {
    if (record.of === undefined) recorded = record.effect
    else background.push(...record.effect.runs)
  })
  try {
    // `fire` itself checks the input against the event's row.
    const effect = await hooks.untyped.fire(event, input, { signal: io.signal })
    await hooks.close()
    const awaited = recorded ?? effect
    return background.length === 0 ? awaited : { ...awaited, runs: [...awaited.runs, ...background] }
  } finally {
    await hooks.close()
  }
}

async function ask(question: Question, io: Io): Promise<'allow' | 'deny'> {
  const message = question.userMessage ?? question.agentMessage
  const names = question.entries.map((entry) => oneLine(entry.label)).join(', ')
  const reason = message === undefined ? '' : `: ${oneLine(message)}`
  const signal = AbortSignal.any([question.signal, io.signal])
  return (await confirm(io, `${names} asks${reason}\nAllow?`, { signal })) ? 'allow' : 'deny'
}

function hint({ problems, entries }: Hooks, io: Io): void {
  const errors = problems.filter((problem) => problem.severity === 'error').length
  if (errors > 0) io.stderr.write(`${counted(errors, 'error')} in the hook files. To see them: hookline check\n`)
  else if (entries.length === 0)
    io.stderr.write(
      'No hooks are configured here. To set some up: hookline init\nTo see which agents and files Hookline finds here: hookline doctor\n',
    )
}
