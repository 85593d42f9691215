/** Checks trust, the log, the launcher, Node and the edition. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { callsHookline, type Entry, sandboxReport } from '@hookline/core/node'
import { otelDestinations, otelStatus } from '@hookline/core/otel'
import { thisPlatform } from '@hookline/core/team'
import { findLauncher, listDaemons, usesLauncher } from '../connect/launcher.ts'
import type { Io } from '../io.ts'
import { arrivalText, otelLabel } from '../otel/text.ts'
import { counted } from '../text/entry-text.ts'
import { oneLine } from '../text/plain.ts'
import { shortTime } from '../text/when.ts'
import type { Finding } from './finding.ts'
import { trustCommand } from './next.ts'
import type { Survey } from './survey.ts'

export function trustFinding({ trust, root }: Pick<Survey, 'trust' | 'root'>): Finding {
  const base = { area: 'trust', subject: oneLine(root) } as const
  const next = trustCommand(root)
  const at =
    trust.approved === undefined || trust.approved.at === ''
      ? ''
      : ` ${shortTime(new Date(trust.approved.at), new Date())}`
  const since = at === '' ? '' : ` since${at}`
  if (trust.content.items.length === 0 && trust.approved === undefined)
    return { ...base, state: 'ok', says: 'has no hooks of its own, so there is nothing to trust' }
  switch (trust.state) {
    case 'trusted':
      return { ...base, state: 'ok', says: `trusted${since}, unchanged` }
    case 'followed':
      return {
        ...base,
        state: 'warn',
        says: `followed${since}, so every later change is accepted without asking`,
        next,
      }
    case 'changed':
      return {
        ...base,
        state: 'fail',
        says: `${trust.lost === true ? 'trusted before, but the record of trust is gone' : `changed since it was trusted${at === '' ? '' : ` (${at.trim()})`}`}: its hooks do not run${closedText(trust.approved?.gates ?? [])}`,
        next,
      }
    case 'untrusted':
      return {
        ...base,
        state: 'warn',
        says: `not trusted, so its ${counted(trust.request.entries.length, 'hook does', 'hooks do')} not run`,
        next,
      }
  }
}

/** A gate that the trusted version did not guard stays open, whatever the file contains now. */
const closedText = (gates: readonly string[]): string =>
  gates.length === 0
    ? ', and no gate is closed'
    : `, and the ${gates.length === 1 ? 'gate they guarded denies' : 'gates they guarded deny'}: ${gates.join(', ')}`

const DAY_MS = 24 * 3600 * 1000

export function logFinding(stateDirectory: string, now: number): Finding {
  const directory = join(stateDirectory, 'log')
  const base = { area: 'system', subject: 'log' } as const
  const at = lastWritten(directory)
  const next = 'run this while the agent works: hookline listen'
  if (at === undefined)
    return { ...base, state: 'not-proved', says: 'no log yet, because no agent has sent an event to Hookline', next }
  const says = `last written ${ago(now - at)} ago, ${oneLine(directory)}`
  return now - at < DAY_MS ? { ...base, state: 'ok', says } : { ...base, state: 'not-proved', says, next }
}

function lastWritten(directory: string): number | undefined {
  try {
    const times = readdirSync(directory).map((name) => statSync(join(directory, name)).mtimeMs)
    return times.length === 0 ? undefined : Math.max(...times)
  } catch {
    return undefined
  }
}

function ago(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  if (minutes < 60) return counted(minutes, 'minute')
  return minutes < 48 * 60 ? counted(Math.round(minutes / 60), 'hour') : counted(Math.round(minutes / 1440), 'day')
}

/** Where telemetry goes, and whether it arrives. Nothing where none is configured. */
export function otelFindings({ settings }: Pick<Survey, 'settings'>, now: Date): readonly Finding[] {
  return otelDestinations(settings).map((destination): Finding => {
    const status = otelStatus(thisPlatform(), destination)
    const base = {
      area: 'system',
      subject: 'telemetry',
      says: `${otelLabel(status)}: ${arrivalText(status, now)}`,
    } as const
    if (status.unusable !== undefined || status.failure !== undefined)
      return { ...base, state: 'warn', next: 'hookline otel test' }
    return status.sentAt === undefined
      ? { ...base, state: 'not-proved', next: 'hookline otel test' }
      : { ...base, state: 'ok' }
  })
}

/** Whether agents start the launcher, which asks the daemon, or Node. */
export function launcherFinding(entries: readonly Entry[], env: Io['env']): Finding {
  const base = { area: 'system', subject: 'launcher', state: 'ok' } as const
  const launcher = findLauncher()
  if (launcher === undefined)
    return { ...base, says: 'this copy of Hookline has none for this system, so each event starts Node' }
  if (!usesLauncher(env))
    return {
      ...base,
      says: 'there is one, which on Windows is used after HOOKLINE_DAEMON=on is set and "hookline connect" has run; each event starts Node',
    }
  const calls = entries.filter(callsHookline)
  const slow = calls.filter(({ command = '' }) => !/[\\/]native[\\/][\w-]+[\\/]hookline\b/.test(command))
  const running = listDaemons(launcher, env).length
  const daemon =
    running === 0 ? 'no daemon is running; the next event starts one' : `${counted(running, 'daemon')} running`
  const says =
    slow.length === 0
      ? `in use; ${daemon}`
      : `${counted(slow.length, 'entry', 'entries')} of ${calls.length} that call Hookline start Node instead of it, which takes longer: ${oneLine(launcher)}`
  return { ...base, says }
}

/** What puts hooks into a sandbox here, by a trial of each level. */
export function sandboxFinding(entries: readonly Entry[]): Finding {
  const base = { area: 'system', subject: 'sandbox' } as const
  const groups = new Map<string, string[]>()
  for (const { level, ...found } of sandboxReport()) {
    const name = 'mechanism' in found ? `${titles[found.mechanism.kind]} ${found.mechanism.version}` : found.whyNot
    groups.set(name, [...(groups.get(name) ?? []), level])
  }
  const says = [...groups].map(([name, levels]) => `${levels.join(', ')}: ${oneLine(name)}`).join('; ')
  const closed = entries.filter(({ unrunnable }) => unrunnable?.code === 'sandbox').length
  if (closed === 0) return { ...base, state: 'ok', says }
  const hooks = counted(closed, 'hook needs a sandbox and does', 'hooks need a sandbox and do')
  return { ...base, state: 'fail', says: `${hooks} not run. ${says}`, next: 'hookline list' }
}
const titles = { bubblewrap: 'bubblewrap', landlock: 'Landlock' } as const

export function systemFindings(edition: string, version: string): readonly Finding[] {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  const fine = major > 20 || (major === 20 && minor >= 19)
  return [
    {
      area: 'system',
      subject: 'node',
      ...(fine
        ? { state: 'ok', says: version }
        : { state: 'fail', says: `${version} is too old. Hookline needs 20.19 or later`, next: 'https://nodejs.org' }),
    } as const,
    { area: 'system', subject: 'edition', state: 'ok', says: edition },
  ]
}
