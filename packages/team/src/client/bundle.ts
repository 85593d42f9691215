/** The list of hooks that was signed, read strictly: a list with something strange in it is refused as a whole. */
import { isEventName } from '@hookline/core/protocol'
import { type Bundle, type BundledHook, bundleLimits } from '../wire/bundle.ts'
import { hooksFor } from '../wire/hooks-file.ts'
import { badScriptName } from '../wire/script-name.ts'
import { TeamError } from './failure.ts'

export function readBundle(bytes: Buffer, team: string, revision: number): Bundle {
  const bundle = parse(bytes)
  if (bundle.schema !== 1)
    throw refused(`it has the form ${JSON.stringify(bundle.schema)}, which this version does not know: update hookline`)
  if (bundle.team_id !== team) throw refused('it is of another team')
  if (bundle.revision !== revision)
    throw refused(`it is revision ${String(bundle.revision)} in a list signed as ${revision}`)
  if (!Array.isArray(bundle.hooks) || bundle.hooks.length > bundleLimits.hooks)
    throw refused(`it has no list of at most ${bundleLimits.hooks} hooks`)
  for (const hook of bundle.hooks) checkHook(hook)
  return bundle as unknown as Bundle
}

function parse(bytes: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw refused('it is no JSON object')
}

const refused = (why: string) => new TeamError('refused', `the list of hooks cannot be used: ${why}`)

const shapes: Readonly<Record<keyof BundledHook, (value: unknown) => boolean>> = {
  id: (value) => Number.isSafeInteger(value) && (value as number) > 0,
  // It is shown, and kept, where this version does not know the event.
  hook_step: (value) => typeof value === 'string' && value.length <= 200,
  script_name: (value) => typeof value === 'string',
  operating_systems: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  is_active: (value) => typeof value === 'boolean',
  matcher: (value) => value === undefined || typeof value === 'string',
  timeout: (value) => value === undefined || (typeof value === 'number' && Number.isFinite(value) && value > 0),
  fail_closed: (value) => value === undefined || typeof value === 'boolean',
  loop_limit: (value) => value === undefined || Number.isSafeInteger(value),
  version: (value) => Number.isSafeInteger(value),
  target: (value) => typeof value === 'string' && /^scripts\/[0-9a-f]{64}$/.test(value),
}

function checkHook(hook: unknown): void {
  if (typeof hook !== 'object' || hook === null) throw refused('a hook in it is no object')
  const found = hook as Readonly<Record<string, unknown>>
  const wrong = Object.entries(shapes).find(([key, is]) => !is(found[key]))
  if (wrong !== undefined) throw refused(`"${wrong[0]}" of hook ${JSON.stringify(found.id)} is not as it has to be`)
  const name = found.script_name as string
  const why = badScriptName(name)
  if (why !== undefined)
    throw refused(`hook ${String(found.id)} has the script name ${JSON.stringify(name)}, which ${why}`)
}

export interface Choice {
  readonly hooks: readonly BundledHook[]
  /** Those that cannot be used here, each with the reason. */
  readonly problems: readonly string[]
}

/** Active ones of this system. An event that this version does not know is the problem of that hook alone. */
export function choose(bundle: Bundle, system: string): Choice {
  const mine = hooksFor(bundle.hooks, system)
  const isKnown = ({ hook_step }: BundledHook) => isEventName(hook_step)
  return {
    hooks: mine.filter(isKnown),
    problems: mine
      .filter((hook) => !isKnown(hook))
      .map(
        ({ id, script_name, hook_step }) =>
          `hook ${id} (${script_name}) is for ${JSON.stringify(hook_step)}, an event that this version does not know: it does not run`,
      ),
  }
}
