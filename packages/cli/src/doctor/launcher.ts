/** Checks whether agents start the launcher, which asks the daemon, or Node. */
import type { Entry } from '@hookline/core/node'
import { callsHookline } from '@hookline/core/node'
import { findLauncher, listDaemons } from '../connect/launcher.ts'
import { counted } from '../entry-text.ts'
import type { Io } from '../io.ts'
import { oneLine } from '../plain.ts'
import type { Finding } from './finding.ts'

export function launcherFinding(entries: readonly Entry[], env: Io['env']): Finding {
  const base = { area: 'system', subject: 'launcher', state: 'ok' } as const
  const launcher = findLauncher()
  if (launcher === undefined)
    return { ...base, says: 'this copy of Hookline has none for this system, so each event starts Node' }
  const calls = entries.filter(callsHookline)
  const slow = calls.filter(({ command = '' }) => !/[\\/]native[\\/][\w-]+[\\/]hookline\b/.test(command))
  const running = listDaemons(launcher, env).length
  const daemon =
    running === 0 ? 'no daemon is running; the next event starts one' : `${counted(running, 'daemon')} running`
  const says =
    slow.length === 0
      ? `${oneLine(launcher)}, ${daemon}`
      : `${counted(slow.length, 'entry', 'entries')} of ${calls.length} that call Hookline start Node instead of it, which takes longer: ${oneLine(launcher)}`
  return { ...base, says }
}
