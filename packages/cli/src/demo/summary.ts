/** What the demonstration adds up to. */
import { eventNames } from '@hookline/core/protocol'
import type { Row } from './row.ts'

export interface Summary {
  /** Different events, of how many. */
  readonly fired: number
  readonly of: number
  readonly missing: readonly string[]
  readonly processes: number
  readonly denied: number
  readonly asked: number
  readonly failed: number
  /** The time of all hooks added up; those of one event run at once. */
  readonly hookMs: number
}

export function summarise(rows: readonly Row[]): Summary {
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

/** `stays`: the workspace is still there to be looked at. */
export function summaryLines(summary: Summary, times: number, elapsedMs: number, stays = false): readonly string[] {
  const { fired, of, missing, processes, denied, asked, failed, hookMs } = summary
  return [
    '',
    `${fired} of ${of} events fired, ${times} times in all, in ${(elapsedMs / 1000).toFixed(1)} s.`,
    ...(missing.length === 0 ? [] : [`Not fired: ${missing.join(', ')}.`]),
    `${processes} hook processes, ${hookMs} ms in hooks (added up): ${denied} denied, ${asked} asked, ${failed} failed.`,
    `Everything ran in a temporary workspace and home, which ${stays ? 'go when this ends' : 'are gone again'}.`,
    '',
    'Try it in your project:',
    "  hookline trigger beforeShellExecution --set command='git push'   what your hooks say to this",
    '  hookline list                                                    which hooks are in force',
    '  hookline check                                                   what is wrong with them',
  ]
}
