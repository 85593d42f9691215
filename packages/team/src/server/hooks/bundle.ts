/** Creates the files to sign: the list of hooks, and their scripts and modules by hash. Names in the list are labels, never paths. */

import type { JsonObject } from '@hookline/core/protocol'
import { type Bundle, type BundledHook, type BundledPause, isPlainScript } from '../../wire/bundle.ts'
import { type HookKind, hookKinds } from '../../wire/hook-kinds.ts'
import { hashDevice } from '../../wire/rollout.ts'
import { sha256 } from '../signing/tuf.ts'
import type { HookWithVersion } from '../store/hooks.ts'
import type { PauseRow } from '../store/pauses.ts'
import type { PreviewRow } from '../store/previews.ts'
import { type RolloutRow, readCanaries } from '../store/rollouts.ts'
import type { Draft } from './check.ts'
import { isObserved } from './rollout/observed.ts'

export const bundleName = 'bundle.json'

export interface Targets {
  readonly list: readonly BundledHook[]
  /** Empty if no rollout is under way. */
  readonly candidate: readonly BundledHook[]
  /** Of the candidate, those that machines only observe. */
  readonly observed: readonly BundledHook[]
  /** Empty if no preview is asked for. */
  readonly previewed: readonly BundledHook[]
  readonly bundle: string
  /** All files by name, including the bundle. */
  readonly files: ReadonlyMap<string, Uint8Array>
}

export interface Rollout {
  readonly row: RolloutRow
  readonly hooks: readonly HookWithVersion[]
}

/** What machines are asked to judge. */
export interface PreviewToSign {
  readonly row: PreviewRow
  readonly hooks: readonly HookWithVersion[]
}

/** What stands in the list beside the stable hooks. */
export interface Beside {
  readonly pauses: readonly BundledPause[]
  readonly rollout: Rollout | undefined
  readonly preview: PreviewToSign | undefined
}

export function createTargets(
  team: string,
  revision: number,
  hooks: readonly HookWithVersion[],
  { pauses, rollout, preview }: Beside,
): Targets {
  const files = new Map<string, Uint8Array>()
  const list = bundleHooks(hooks, files)
  const candidate = bundleHooks(rollout?.hooks ?? [], files)
  const previewed = bundleHooks(preview?.hooks ?? [], files)
  // Clients of schema 1 ignore the candidate, so only the stable hooks count.
  const schema = list.every(isPlainScript) ? 1 : 2
  const signed: Bundle = {
    ...{ schema, team_id: team, revision, hooks: list },
    ...(pauses.length === 0 ? {} : { pauses }),
    ...(rollout === undefined ? {} : toRing(rollout.row, hooks, candidate)),
    ...(preview === undefined ? {} : { preview: { id: preview.row.id, days: preview.row.days, hooks: previewed } }),
  }
  const bundle = JSON.stringify(signed)
  files.set(bundleName, Buffer.from(bundle))
  return { list, candidate, observed: signed.observation?.hooks ?? [], previewed, bundle, files }
}

/** Also adds their scripts and modules to the files. */
const bundleHooks = (hooks: readonly HookWithVersion[], files: Map<string, Uint8Array>): readonly BundledHook[] =>
  hooks.map(({ hook, version }) => {
    const item = toBundledHook(version, { id: hook.id, isActive: hook.is_active === 1, version: version.version })
    if (item.target !== undefined) files.set(item.target, Buffer.from(version.script_content))
    return item
  })

function toRing(
  { stage, ...row }: RolloutRow,
  stable: readonly HookWithVersion[],
  hooks: readonly BundledHook[],
): Pick<Bundle, 'rollout' | 'observation'> {
  const { candidate, percent, salt } = row
  if (stage === 'observe') {
    const toState = ({ id, version, is_active }: BundledHook) => ({ id, version, active: is_active })
    return { observation: { candidate, hooks: hooks.filter((hook) => isObserved(toState(hook), stable)) } }
  }
  const canaries = readCanaries(row).map((id) => hashDevice(salt, id))
  return { rollout: { candidate, stage, percent, salt, canaries, hooks } }
}

interface HookState {
  readonly id: number
  readonly isActive: boolean
  readonly version: number
}

/** The kind and `config` of the draft are valid. */
export function toBundledHook(draft: Draft, { id, isActive, version }: HookState): BundledHook {
  // Only known kinds are saved.
  const kind = draft.kind as HookKind
  return {
    id,
    ...(kind === 'script' ? {} : { kind }),
    // The checks allow only JSON objects.
    ...(draft.config === '' ? {} : { config: JSON.parse(draft.config) as JsonObject }),
    hook_step: draft.hook_step,
    script_name: draft.script_name,
    // The column holds a JSON list of strings.
    operating_systems: JSON.parse(draft.operating_systems) as string[],
    is_active: isActive,
    ...(draft.matcher === null ? {} : { matcher: draft.matcher }),
    ...(draft.timeout === null ? {} : { timeout: draft.timeout }),
    ...(draft.fail_closed === null ? {} : { fail_closed: draft.fail_closed === 1 }),
    ...(draft.loop_limit === null ? {} : { loop_limit: draft.loop_limit }),
    ...(draft.approvals === null ? {} : { approvals: draft.approvals === 1 }),
    version,
    ...(hookKinds[kind].hasFile ? { target: `scripts/${sha256(Buffer.from(draft.script_content))}` } : {}),
  }
}

export const toBundledPause = ({ hook_id, from_at, until_at, author, reason }: PauseRow): BundledPause => ({
  hook_id,
  from: new Date(from_at).toISOString(),
  until: new Date(until_at).toISOString(),
  by: author,
  reason,
})
