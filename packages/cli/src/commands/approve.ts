/** `hookline approve`: lets one refused call pass once, or writes a lasting exception for it. */
import {
  type ApprovalStore,
  createApprovalStore,
  nearest,
  type PendingApproval,
  readCode,
  sourceSetup,
  userSettingsFile,
} from '@hookline/core/node'
import { whyNotHere } from '../approve/why-not-here.ts'
import { applyChanges, catchEditErrors } from '../edit/apply-changes.ts'
import { hooksChange } from '../edit/change.ts'
import { emptyOwn } from '../edit/own-target.ts'
import { readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { shownPath } from '../paths.ts'
import { readDuration } from '../switch/duration.ts'
import { clip, json, oneLine, visible } from '../text/plain.ts'
import { styleFor } from '../text/style.ts'
import { shortTime } from '../text/when.ts'

export const help = `Usage: hookline approve [code] [options]

Lets one call pass that your hooks refused: the same tool with the same
arguments in the same workspace, once. The refusal shows you the code. Without
a code it lists what waits. It works only at your own terminal: an agent, or a
program that an agent started, cannot approve anything.

The approval covers the hooks that refused. If another hook refuses the call,
it is still refused. Hooks of your organisation or team can be approved only if
their entry has "approvals": true.

  --for <time>      how long the approval is valid: 30s, 10m (default), at most
                    1d
  --reason <text>   why; it is in the log
  --always          write a lasting exception for exactly this call to your own
                    hookline.json instead. Shows the diff and asks
  --json            without a code: { "pending": [ { code, hooks, event, agent,
                    at, workspaces, shows, asked? } ] }; with a code:
                    { "approved": { code, hooks, until } }

Exit codes: 0 done; 1 nothing was approved; 64 wrong usage.

Example: hookline approve
`

const options = {
  for: { type: 'string' },
  reason: { type: 'string' },
  always: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

const DEFAULT_MS = 10 * 60_000
const LONGEST_MS = 24 * 60 * 60_000
const MAX_REASON = 500

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 1)
  const refusal = whyNotHere(io, positionals[0] !== undefined)
  if (refusal !== undefined) {
    io.stderr.write(`hookline: approve: ${refusal}\n`)
    return exits.finding
  }
  const store = createApprovalStore(sourceSetup().platform)
  const [given] = positionals
  if (given === undefined) return list(store, values.json === true, io)
  const pending = findPending(given, store)
  if (values.always === true) return approveAlways(pending, values.reason, store, io)
  const until = Date.now() + readLength(values.for)
  store.grant(pending, { until, ...readReason(values.reason) })
  if (values.json === true) {
    const { code, hooks } = pending
    io.stdout.write(`${json({ approved: { code, hooks, until: new Date(until).toISOString() } })}\n`)
  } else
    io.stderr.write(
      `Approved once, until ${shortTime(new Date(until), new Date())}: ${describe(pending)}\nCovers: ${pending.hooks.map(oneLine).join(', ')}\nAsk the agent to try again.\n`,
    )
  return exits.fine
}

function list(store: ApprovalStore, asJson: boolean, io: Io): number {
  const now = new Date()
  const pending = store.pending(now.getTime())
  if (asJson)
    io.stdout.write(
      `${json({ pending: pending.map(({ key: _, covers: __, at, ...rest }) => ({ ...rest, at: new Date(at).toISOString() })) })}\n`,
    )
  else if (pending.length === 0) io.stderr.write('Nothing waits for an approval.\n')
  else {
    const style = styleFor(io.stdout, io.env)
    for (const one of pending) {
      const where = one.workspaces.map((root) => oneLine(shownPath(root, io.cwd))).join(', ')
      const agent = one.agent === undefined ? '' : ` by ${one.agent}`
      io.stdout.write(
        `${style.bold(one.code)}  ${shortTime(new Date(one.at), now)}  ${describe(one)}\n         ${style.dim(`${one.asked === true ? 'a question of' : 'refused by'} ${one.hooks.map(oneLine).join(', ')}; ${one.event}${agent} in ${where}`)}\n`,
      )
    }
    io.stderr.write('To let one pass once: hookline approve <code>\n')
  }
  return exits.fine
}

/** The person decides by this text, so hidden characters are shown. */
const describe = ({ shows }: PendingApproval): string => clip(visible(shows), 200)

function findPending(given: string, store: ApprovalStore): PendingApproval {
  const pending = store.pending(Date.now())
  const code = readCode(given)
  const found = pending.find((one) => one.code === code)
  if (found !== undefined) return found
  const near = nearest(
    given.toUpperCase(),
    pending.map((one) => one.code),
  )
  const hint = near === undefined ? 'To list what waits: hookline approve' : `Did you mean ${near}?`
  throw new UsageError(`no refusal with the code ${JSON.stringify(oneLine(given))} waits. ${hint}`)
}

function readLength(text: string | undefined): number {
  const ms = text === undefined ? DEFAULT_MS : readDuration(text)
  if (ms > LONGEST_MS) throw new UsageError('an approval is valid for at most 1d. For a lasting exception use --always')
  return ms
}

function readReason(text: string | undefined): { readonly reason?: string } {
  const reason = oneLine(text ?? '').slice(0, MAX_REASON)
  return reason === '' ? {} : { reason }
}

async function approveAlways(
  pending: PendingApproval,
  reason: string | undefined,
  store: ApprovalStore,
  io: Io,
): Promise<number> {
  return catchEditErrors(io, async () => {
    const exception = {
      call: pending.key,
      covers: pending.covers,
      shows: pending.shows,
      workspaces: pending.workspaces,
      ...readReason(reason),
      at: new Date().toISOString(),
    }
    const change = hooksChange(userSettingsFile(), [{ kind: 'exception', exception }], io.cwd, emptyOwn)
    const result = await applyChanges([change], { asks: 'always' }, io)
    if (result !== 'written') return exits.finding
    store.forget(pending)
    io.stderr.write(
      `Exactly this call now always passes: ${describe(pending)}\nTo undo it, remove the exception from that file.\n`,
    )
    return exits.fine
  })
}
