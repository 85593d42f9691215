/** Reads the signed list of hooks strictly: one invalid value rejects the whole list. */
import type { JsonObject } from '@hookline/core/protocol'
import { isEventName, isObject } from '@hookline/core/protocol'
import { isPause, pauseLimits, type SignedPause } from '@hookline/core/team'
import {
  type Bundle,
  type BundledHook,
  type BundledObservation,
  type BundledPause,
  bundleLimits,
  isPlainScript,
} from '../wire/bundle.ts'
import { findConfigProblem, isFormatKey } from '../wire/config.ts'
import { hookKinds, isHookKind } from '../wire/hook-kinds.ts'
import { selectHooks } from '../wire/hooks-file.ts'
import { isJudged, previewLimits } from '../wire/preview.ts'
import { findRolloutProblem, hasCandidate, type StageName } from '../wire/rollout.ts'
import { findLabelProblem, findScriptNameProblem } from '../wire/script-name.ts'
import { TeamError } from './failure.ts'

export function readBundle(bytes: Buffer, team: string, revision: number): Bundle {
  const bundle = parse(bytes)
  if (bundle.schema !== 1 && bundle.schema !== 2)
    throw bundleError(
      `its schema is ${JSON.stringify(bundle.schema)}, which this version does not support. Run: npm update -g hookline`,
    )
  if (bundle.team_id !== team) throw bundleError(`it belongs to another team (${JSON.stringify(bundle.team_id)})`)
  if (bundle.revision !== revision)
    throw bundleError(`it contains revision ${String(bundle.revision)}, but was signed as revision ${revision}`)
  checkHooks(bundle.hooks)
  checkPauses(bundle.pauses)
  checkRollout(bundle.rollout, revision)
  checkObservation(bundle, revision)
  checkPreview(bundle.preview, revision)
  // The checks above cover every field.
  const checked = bundle as unknown as Bundle
  if (checked.schema === 1 && !checked.hooks.every(isPlainScript))
    throw bundleError('its schema is 1, but it has hooks of schema 2')
  return checked
}

function parse(bytes: Buffer): JsonObject {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    // The condition checks that it is an object.
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // The error below covers invalid JSON too.
  }
  throw bundleError('it is not a JSON object')
}

const bundleError = (problem: string) => new TeamError('refused', `the signed list of hooks is invalid: ${problem}`)

const shapes: Readonly<Record<keyof BundledHook, (value: unknown) => boolean>> = {
  // The first check allows only numbers.
  id: (value) => Number.isSafeInteger(value) && (value as number) > 0,
  kind: (value) => value === undefined || (typeof value === 'string' && isHookKind(value)),
  config: (value) => value === undefined || isObject(value),
  // Any event name is valid: a newer server may know events that this version does not know.
  hook_step: (value) => typeof value === 'string' && value.length <= 200,
  script_name: (value) => typeof value === 'string',
  operating_systems: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
  is_active: (value) => typeof value === 'boolean',
  matcher: (value) => value === undefined || typeof value === 'string',
  timeout: (value) => value === undefined || (typeof value === 'number' && Number.isFinite(value) && value > 0),
  fail_closed: (value) => value === undefined || typeof value === 'boolean',
  loop_limit: (value) => value === undefined || Number.isSafeInteger(value),
  approvals: (value) => value === undefined || typeof value === 'boolean',
  version: (value) => Number.isSafeInteger(value),
  target: (value) => value === undefined || (typeof value === 'string' && /^scripts\/[0-9a-f]{64}$/.test(value)),
}

function checkHooks(hooks: unknown): void {
  if (!Array.isArray(hooks) || hooks.length > bundleLimits.hooks)
    throw bundleError(`"hooks" must be a list of at most ${bundleLimits.hooks} hooks`)
  for (const hook of hooks) checkHook(hook)
}

function checkHook(hook: unknown): void {
  if (typeof hook !== 'object' || hook === null) throw bundleError('one of its hooks is not an object')
  // The line above has checked that it is an object.
  const fields = hook as JsonObject
  const wrong = Object.entries(shapes).find(([key, is]) => !is(fields[key]))
  if (wrong !== undefined)
    throw bundleError(
      `"${wrong[0]}" of hook ${JSON.stringify(fields.id)} has an invalid value: ${JSON.stringify(fields[wrong[0]])}`,
    )
  // The shapes above cover every field.
  checkKind(hook as BundledHook)
}

function checkKind({ id, kind = 'script', config = {}, script_name: name, target }: BundledHook): void {
  const { hasFile } = hookKinds[kind]
  const nameProblem = hasFile ? findScriptNameProblem(name) : findLabelProblem(name)
  if (nameProblem !== undefined)
    throw bundleError(`the ${hasFile ? 'script ' : ''}name ${JSON.stringify(name)} of hook ${id} ${nameProblem}`)
  if ((target !== undefined) !== hasFile)
    throw bundleError(`hook ${id} is of the kind ${kind}, which its "target" contradicts`)
  // A setting that a team cannot set has no effect: the engine reports it, and `status` too.
  const reserved = Object.keys(config).find((key) => kind === 'settings' && isFormatKey(key))
  const problem =
    reserved !== undefined
      ? `"${reserved}" is not a setting`
      : kind === 'settings'
        ? undefined
        : findConfigProblem(kind, config)
  if (problem !== undefined) throw bundleError(`in hook ${id}, ${problem}`)
}

function checkPauses(pauses: unknown): void {
  if (pauses === undefined) return
  if (!Array.isArray(pauses) || pauses.length > pauseLimits.count)
    throw bundleError(`"pauses" must be a list of at most ${pauseLimits.count} pauses`)
  // `isPause` checks every field.
  const wrong = pauses.find((pause) => !isObject(pause) || !isPause(toSignedPause(pause as unknown as BundledPause)))
  if (wrong !== undefined) throw bundleError(`a pause has an invalid value: ${JSON.stringify(wrong).slice(0, 300)}`)
}

function checkRollout(rollout: unknown, revision: number): void {
  if (rollout === undefined) return
  if (!isObject(rollout)) throw bundleError('"rollout" is not an object')
  const wrong = findRolloutProblem(rollout, revision)
  if (wrong !== undefined)
    throw bundleError(
      `"${wrong}" of the rollout has an invalid value: ${JSON.stringify(rollout[wrong])?.slice(0, 300)}`,
    )
  checkHooks(rollout.hooks)
}

/** An observation that this version cannot read is refused as a whole, so that none of its hooks is taken for an enforced one. */
function checkObservation({ observation, rollout }: JsonObject, revision: number): void {
  if (observation === undefined) return
  if (!isObject(observation)) throw bundleError('"observation" is not an object')
  if (rollout !== undefined) throw bundleError('it has a rollout and an observation')
  const { candidate, hooks } = observation
  // The first check allows only numbers.
  if (!Number.isSafeInteger(candidate) || (candidate as number) < 1 || (candidate as number) > revision)
    throw bundleError(
      `"candidate" of the observation has an invalid value: ${JSON.stringify(candidate)?.slice(0, 300)}`,
    )
  checkHooks(hooks)
  // The line above has checked every hook.
  if ((hooks as readonly BundledHook[]).some(({ kind }) => kind === 'settings'))
    throw bundleError('its observation has settings, which cannot be observed')
}

/** A draft with something that runs is refused as a whole: only what has no effects may be judged over the log. */
function checkPreview(preview: unknown, revision: number): void {
  if (preview === undefined) return
  if (!isObject(preview)) throw bundleError('"preview" is not an object')
  const { id, days, hooks } = preview
  const { leastDays, mostDays } = previewLimits
  const isWithin = (value: unknown, least: number, most: number) =>
    // The first check allows only numbers.
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
  if (!isWithin(id, 1, revision) || !isWithin(days, leastDays, mostDays))
    throw bundleError('"id" or "days" of the preview has an invalid value')
  checkHooks(hooks)
  // The line above has checked every hook.
  const runs = (hooks as readonly BundledHook[]).find(({ kind = 'script' }) => !isJudged(kind))
  if (runs !== undefined) throw bundleError(`its preview has hook ${runs.id}, which is not a pack or a rule`)
}

/** The hooks of this machine: the candidate if the team signed that this machine has it, otherwise the stable ones. */
export function chooseRing({ hooks, rollout, observation }: Bundle, device: string): Ring {
  if (observation !== undefined) return { hooks, candidate: 0, stage: 'observe', observation }
  if (rollout === undefined || !hasCandidate(rollout, device)) return { hooks, candidate: 0 }
  return { hooks: rollout.hooks, candidate: rollout.candidate, stage: rollout.stage }
}

export interface Ring {
  readonly hooks: readonly BundledHook[]
  /** The revision that began the rollout, or 0 on a machine with the stable hooks. */
  readonly candidate: number
  /** Of the rollout, on a machine with the candidate or one that observes. */
  readonly stage?: StageName
  /** The hooks that only observe, beside the others. */
  readonly observation?: BundledObservation
}

export const toSignedPause = ({ hook_id: hookId, from, until, by, reason }: BundledPause): SignedPause => ({
  ...{ hookId, from, until, by, reason },
})

export interface ChosenHooks {
  readonly hooks: readonly BundledHook[]
  /** One message for each hook that this version cannot run. */
  readonly problems: readonly string[]
}

/** Chooses the active hooks of this system. An unknown event skips only its own hook. */
export function chooseHooks(hooks: readonly BundledHook[], system: string): ChosenHooks {
  const hooksHere = selectHooks(hooks, system)
  const isKnown = ({ kind = 'script', hook_step }: BundledHook) => !hookKinds[kind].hasEvent || isEventName(hook_step)
  return {
    hooks: hooksHere.filter(isKnown),
    problems: hooksHere
      .filter((hook) => !isKnown(hook))
      .map(
        ({ id, script_name, hook_step }) =>
          `hook ${id} (${script_name}) does not run: this version does not know its event ${JSON.stringify(hook_step)}. Run: npm update -g hookline`,
      ),
  }
}
