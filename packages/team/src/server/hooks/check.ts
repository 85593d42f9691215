/** Checks a draft before it is published: with the same reader that machines use, and for what a script needs to start. */
import type { JsonObject } from '@hookline/core/protocol'
import { findConfigProblem, parseConfig } from '../../wire/config.ts'
import { type HookKind, hookKinds } from '../../wire/hook-kinds.ts'
import { createSetFiles } from '../../wire/hooks-file.ts'
import { isWithoutEffect, readSetFile } from '../../wire/load-problem.ts'
import type { VersionRow } from '../store/hooks.ts'
import { toBundledHook } from './bundle.ts'
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
  | 'kind'
  | 'config'
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

function checkConfiguration(draft: Draft): readonly Finding[] {
  // Only known kinds are saved.
  const kind = draft.kind as HookKind
  const config = parseConfig(draft.config)
  const problem = config === undefined ? 'the configuration is not a JSON object' : findConfigProblem(kind, config)
  if (problem !== undefined)
    return [createError('bad-config', problem, 'See docs/team.md for what each kind of hook has.')]
  const unused = hookKinds[kind].hasEvent ? undefined : findEventField(draft)
  if (unused !== undefined)
    return [createError('bad-config', `\`${unused}\` has no effect for a hook of the kind ${kind}`, 'Remove it.')]
  return readAlone(draft, config)
}

const createError = (code: string, message: string, hint: string): Finding => ({
  code,
  severity: 'error',
  message,
  hint,
  line: 0,
  column: 0,
})

/** Packs and settings have no event, and none of the keys of an entry. */
function findEventField(draft: Draft): string | undefined {
  if (draft.hook_step !== '') return 'hook_step'
  return (['matcher', 'timeout', 'fail_closed', 'loop_limit', 'approvals'] as const).find((key) => draft[key] !== null)
}

/** Reads a file with this hook only, in the format of a machine. Omits the location of a problem, because the file exists only in memory. */
function readAlone(draft: Draft, config: JsonObject | undefined): readonly Finding[] {
  // A draft was checked for its kind when it was received.
  const named = { ...draft, ...(hookKinds[draft.kind as HookKind].hasFile ? { script_name: 'script' } : {}) }
  const hook = toBundledHook({ ...named, operating_systems: '[]' }, { id: 1, isActive: true, version: 1 })
  const files = createSetFiles([{ ...hook, ...(config === undefined ? {} : { config }) }], 'linux')
  if (typeof files === 'string') return [createError('bad-config', files, 'Change it.')]
  return Object.entries(files.files)
    .flatMap(([name, text]) => readSetFile(text, name, 'linux').problems)
    .filter(({ code }) => code !== 'managed-broken')
    .map(({ code, severity, message, hint }) => ({
      code,
      severity: isWithoutEffect(code) ? 'error' : severity,
      message,
      hint,
      line: 0,
      column: 0,
    }))
}
