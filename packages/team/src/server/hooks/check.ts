/** Looks at a draft before anybody has it: the same reader that machines use, and what a script needs to start at all. */
import { editions } from '@hookline/core'
import { readHooks } from '@hookline/core/node'
import { sha256 } from '../signing/tuf.ts'
import type { VersionRow } from '../store/hooks.ts'
import { scriptFindings } from './check-script.ts'

export interface Finding {
  readonly code: string
  readonly severity: 'error' | 'warning' | 'note'
  readonly message: string
  readonly hint: string
  readonly line: number
  readonly column: number
}

/** What a version is, without who made it when. */
export type Draft = Pick<
  VersionRow,
  | 'hook_step'
  | 'script_name'
  | 'operating_systems'
  | 'matcher'
  | 'timeout'
  | 'fail_closed'
  | 'loop_limit'
  | 'script_content'
>

export const check = (draft: Draft): readonly Finding[] => [...scriptFindings(draft), ...readerFindings(draft)]

export const errorsIn = (draft: Draft): readonly Finding[] =>
  check(draft).filter(({ severity }) => severity === 'error')

/** The place of a problem in a file that only exists here would say nothing: it is left out. */
function readerFindings(draft: Draft): readonly Finding[] {
  const place = { source: 'team', own: false, file: 'hooks.json', cwd: '/', trust: 'trusted' } as const
  const reading = { edition: editions.hookline, hash: sha256, system: 'linux' } as const
  const { problems } = readHooks(createHooksFile(draft), place, reading)
  return problems.map(({ code, severity, message, hint }) => ({ code, severity, message, hint, line: 0, column: 0 }))
}

/** A hooks.json with this hook alone, as it will stand on a machine. */
export function createHooksFile({ hook_step, matcher, timeout, fail_closed, loop_limit }: Draft, command = './script') {
  const entry = {
    command,
    ...(matcher === null ? {} : { matcher }),
    ...(timeout === null ? {} : { timeout }),
    ...(fail_closed === null ? {} : { failClosed: fail_closed === 1 }),
    ...(loop_limit === null ? {} : { loop_limit }),
  }
  return JSON.stringify({ version: 1, hooks: { [hook_step]: [entry] } })
}
