/** `hookline disable`: turns a hook, a pack or a rule of a pack off until it is enabled or a time has passed. */
import {
  canBreakGlass,
  canDisable,
  createDisabledStore,
  type Disabled,
  type Entry,
  longestOverrideMs,
  sourceSetup,
} from '@hookline/core/node'
import { whyNotHere } from '../approve/why-not-here.ts'
import { readDirectory, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { findRoot, rootMarksText } from '../paths.ts'
import { readDuration } from '../switch/duration.ts'
import { entryText, findEntry, noSuchEntry, readConfigured } from '../switch/find-entry.ts'
import { findSwitchable, rootsOf, type Switchable } from '../switch/find-rule.ts'
import { locationOf } from '../text/entry-text.ts'
import { json, oneLine } from '../text/plain.ts'
import { shortTime } from '../text/when.ts'

export const help = `Usage: hookline disable <entry> [--for 1h]

Turns one hook, one pack or one rule of a pack off for you on this machine. The
files do not change; \`hookline list\` shows what is off. If the entry of a hook
is edited, it runs again.

You can turn off a hook or pack of your organisation or team only if it allows
that ("breakGlass"): in your own terminal, with a reason, for at most 60
minutes. The log has the reason in the record of every event that the hook
missed.

  <entry>         a hook: its name, its script, its id or the last part of its
                  id (hookline list --json shows the ids); a pack: shell-guard;
                  or a rule: shell-guard/force-push (hookline rules lists them)
  --for <time>    turn it off for 30m, 1h or 2d; without --for until you run
                  hookline enable
  --reason <why>  for a hook or pack of your organisation or team: why
  --cwd <dir>     start in this directory. The workspace is the nearest
                  parent with ${rootMarksText}
  --json          { "disabled": { id, event, label, until } }; of a pack or a
                  rule { "disabled": { kind, id, hooks, until } }

Exit codes: 0 done; 1 it cannot be turned off; 64 wrong usage.

Example: hookline disable shell-guard --for 30m
`

const options = {
  for: { type: 'string' },
  reason: { type: 'string' },
  cwd: { type: 'string' },
  json: { type: 'boolean' },
} as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 1)
  const [name] = positionals
  if (name === undefined) throw new UsageError('name a hook. To list the hooks: hookline list')
  const until = values.for === undefined ? undefined : Date.now() + readDuration(values.for)
  const { entries, settings } = await readConfigured(findRoot(readDirectory(values.cwd, io)))
  const entry = findEntry(name, entries, io.cwd)
  const found = entry === undefined ? findSwitchable(name, entries) : undefined
  const managed = (entry === undefined ? (found?.entries ?? []) : [entry]).filter((one) => canBreakGlass(one, settings))
  if (managed.length > 0 && !managed.some(canDisable) && (found === undefined || rootsOf(found).length === 0)) {
    const id = entry?.id ?? name
    const item = entry === undefined ? ({ id, kind: 'pack' } as const) : { id }
    if (found?.kind === 'rule')
      throw new UsageError(
        `name the pack or one of its hooks: a rule of your organisation or team cannot be turned off by itself`,
      )
    return breakGlass(item, managed, until, values.reason, values.json === true, io)
  }
  if (found !== undefined) return disableAll(found, until, values.json === true, io)
  if (entry === undefined) throw noSuchEntry(name, entries)
  if (!canDisable(entry)) {
    const reason = entry.broken === undefined ? `comes from your ${owner(entry.origin.source)}` : 'is a closed gate'
    io.stderr.write(`hookline: ${entryText(entry, io.cwd)} ${reason}, so you cannot turn it off here.\n`)
    return exits.finding
  }
  const now = Date.now()
  const end = until === undefined ? {} : { until }
  const workspace = entry.origin.root === undefined ? {} : { root: entry.origin.root }
  createDisabledStore(sourceSetup().platform).add(
    { id: entry.id, ...workspace, at: new Date(now).toISOString(), ...end },
    now,
  )
  const when = until === undefined ? {} : { until: new Date(until).toISOString() }
  if (values.json === true)
    io.stdout.write(`${json({ disabled: { id: entry.id, event: entry.event, label: entry.label, ...when } })}\n`)
  else
    io.stderr.write(
      `Off${when.until === undefined ? '' : ` until ${shortTime(new Date(until ?? 0), new Date())}`}: ${entryText(entry, io.cwd)}\n` +
        `To turn it on again: hookline enable ${oneLine(entry.name === name ? name : entry.id)}\n`,
    )
  return exits.fine
}

/** Turns off a managed hook or pack for a short time, where its source allows it (CONTRACT §4). */
function breakGlass(
  item: Pick<Disabled, 'id' | 'kind'>,
  entries: readonly Entry[],
  until: number | undefined,
  reason: string | undefined,
  asJson: boolean,
  io: Io,
): number {
  const now = Date.now()
  if (until === undefined || until - now > longestOverrideMs)
    throw new UsageError('a hook of your organisation or team can be turned off for at most 60 minutes: add --for 30m')
  if (reason === undefined || reason.trim() === '')
    throw new UsageError('say why it is turned off, for the record: add --reason "…"')
  const refusal = whyNotHere(io, true, 'turned off')
  if (refusal !== undefined) {
    io.stderr.write(`hookline: ${refusal}\n`)
    return exits.finding
  }
  const at = new Date(now).toISOString()
  createDisabledStore(sourceSetup().platform).add({ ...item, at, until, reason: oneLine(reason) }, now)
  const end = new Date(until).toISOString()
  if (asJson)
    io.stdout.write(`${json({ disabled: { ...item, hooks: entries.map(({ id }) => id), until: end, reason } })}\n`)
  else
    io.stderr.write(
      `Off until ${shortTime(new Date(until), new Date(now))}, on the record: ${entries.map((one) => entryText(one, io.cwd)).join(', ')}\n` +
        `To turn it on again: hookline enable ${oneLine(item.id)}\n`,
    )
  return exits.fine
}

/** Turns off a pack or a rule, in the user's own file and in that of the workspace. */
function disableAll(found: Switchable, until: number | undefined, asJson: boolean, io: Io): number {
  const { kind, id, entries } = found
  const roots = rootsOf(found)
  const managed = entries.find((entry) => !canDisable(entry))
  if (roots.length === 0) {
    const whose = managed === undefined ? 'organisation' : owner(managed.origin.source)
    io.stderr.write(`hookline: ${id} comes from your ${whose}, so you cannot turn it off here.\n`)
    return exits.finding
  }
  const now = Date.now()
  const store = createDisabledStore(sourceSetup().platform)
  const end = until === undefined ? {} : { until }
  for (const root of roots) {
    const workspace = root === undefined ? {} : { root }
    store.add({ id, kind, ...workspace, at: new Date(now).toISOString(), ...end }, now)
  }
  const hooks = entries.filter(canDisable)
  const when = until === undefined ? {} : { until: new Date(until).toISOString() }
  if (asJson) io.stdout.write(`${json({ disabled: { kind, id, hooks: hooks.map((one) => one.id), ...when } })}\n`)
  else
    io.stderr.write(
      [
        `Off${until === undefined ? '' : ` until ${shortTime(new Date(until), new Date(now))}`}: the ${kind} ${id} (${[...new Set(hooks.map((one) => locationOf(one, io.cwd)))].join(', ')})`,
        ...(managed === undefined ? [] : [`The ${kind} of your ${owner(managed.origin.source)} stays on.`]),
        `To turn it on again: hookline enable ${id}`,
        '',
      ].join('\n'),
    )
  return exits.fine
}

const owner = (source: string): string => (source === 'team' ? 'team' : 'organisation')
