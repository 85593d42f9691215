/** Checks a draft before it is published: with the same reader that machines use, and for what a script needs to start. */
import { editions } from '@hookline/core'
import { readHooks } from '@hookline/core/node'
import { sha256 } from '../signing/tuf.ts'
import type { VersionRow } from '../store/hooks.ts'
import { findScriptProblems } from './check-script.ts'

export interface Finding {
  readonly code: string
  readonly severity: 'error' | 'warning' | 'note'
  readonly message: string
  readonly hint: string
  readonly line: number
  readonly column: number
}

/** The content of a version, without its author and time. */
export type Draft = Pick<
  VersionRow,
  | 'hook_step'
  | 'script_name'
  | 'operating_systems'
  | 'matcher'
  | 'timeout'
  | 'fail_closed'
  | 'loop_limit'
  | 'approvals'
  | 'script_content'
>

export const check = (draft: Draft): readonly Finding[] => [...findScriptProblems(draft), ...checkConfiguration(draft)]

export const findErrors = (draft: Draft): readonly Finding[] =>
  check(draft).filter(({ severity }) => severity === 'error')

/** Omits the location of a problem, because the file exists only in memory. */
function checkConfiguration(draft: Draft): readonly Finding[] {
  const source = { source: 'team', own: false, file: 'hooks.json', cwd: '/', trust: 'trusted' } as const
  const reading = { edition: editions.hookline, hash: sha256, system: 'linux' } as const
  const { problems } = readHooks(createSingleHookFile(draft), source, reading)
  return problems.map(({ code, severity, message, hint }) => ({ code, severity, message, hint, line: 0, column: 0 }))
}

/** Creates a hooks.json with this hook only, in the format of a machine. */
function createSingleHookFile(draft: Draft, command = './script') {
  const { hook_step, matcher, timeout, fail_closed, loop_limit, approvals } = draft
  const entry = {
    command,
    ...(matcher === null ? {} : { matcher }),
    ...(timeout === null ? {} : { timeout }),
    ...(fail_closed === null ? {} : { failClosed: fail_closed === 1 }),
    ...(loop_limit === null ? {} : { loop_limit }),
    ...(approvals === null ? {} : { approvals: approvals === 1 }),
  }
  return JSON.stringify({ version: 1, hooks: { [hook_step]: [entry] } })
}
