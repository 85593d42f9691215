/** Summarises the demo. */
import { eventNames } from '@hookline/core/protocol'
import type { DemoRow } from './row.ts'

export interface Summary {
  /** The number of different events that fired, and of all events. */
  readonly fired: number
  readonly of: number
  readonly missing: readonly string[]
  readonly processes: number
  readonly denied: number
  readonly asked: number
  readonly failed: number
  /** The sum of all hooks' durations. Hooks of one event run at the same time. */
  readonly hookMs: number
}

export function summarise(rows: readonly DemoRow[]): Summary {
  const seen = new Set<string>(rows.map((row) => row.event))
  const hooks = rows.flatMap((row) => row.hooks)
  return {
    fired: seen.size,
    of: eventNames.length,
    missing: eventNames.filter((name) => !seen.has(name)),
    processes: hooks.length,
    denied: rows.filter((row) => row.kind === 'refuse').length,
    asked: rows.filter((row) => row.verdict === 'ask').length,
    failed: hooks.filter((hook) => hook.outcome === 'failed').length,
    hookMs: hooks.reduce((sum, hook) => sum + hook.ms, 0),
  }
}

/** `stays`: the workspace is kept until the panel ends. */
export function summaryLines(summary: Summary, times: number, elapsedMs: number, stays = false): readonly string[] {
  const { fired, of, missing, processes, denied, asked, failed, hookMs } = summary
  return [
    '',
    `${fired} of ${of} events fired, ${times} times in total, in ${(elapsedMs / 1000).toFixed(1)} s.`,
    ...(missing.length === 0 ? [] : [`Not fired: ${missing.join(', ')}.`]),
    `${processes} hook processes, ${hookMs} ms in hooks (sum): ${denied} denied, ${asked} asked, ${failed} failed.`,
    `Everything ran in a temporary workspace and home, which ${stays ? 'are deleted when this ends' : 'have been deleted'}.`,
    '',
    'Try it in your project:',
    "  hookline trigger beforeShellExecution --set command='git push'   what your hooks decide",
    '  hookline list                                                    which hooks are active',
    '  hookline check                                                   what is wrong with them',
  ]
}
