/** Signs the hooks of an older revision as a new one. The drafts follow, so that the next revision does not bring back what was rolled back. */
import type { Bundle, BundledHook } from '../../wire/bundle.ts'
import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import { notFound, Refusal } from '../refusal.ts'
import { recordEvent } from '../store/audit-log.ts'
import { type HookRow, type HookWithVersion, readCurrentHooks, readVersion, type VersionRow } from '../store/hooks.ts'
import type { Bit, Query } from '../store/index.ts'
import { lockTeam } from '../store/teams.ts'
import { toBundledHook } from './bundle.ts'
import { signRevision } from './revision.ts'
import { refuseDuringRollout } from './rollout/ring.ts'
import { addVersion } from './save.ts'

export interface RollbackOptions {
  /** 0 for the newest revision with other hooks than the current one. */
  readonly revision: number
  readonly note: string
  /** The current revision as the person saw it. 0 for whatever is there. */
  readonly current: number
  readonly isPreview: boolean
}

interface RollbackChange {
  readonly hook: HookRow
  readonly kind: 'changed' | 'added' | 'removed' | 'switched'
  readonly scriptName: string
  readonly isActive: boolean
}

/** A hook as the older revision had it, and what machines have now. */
interface Step {
  readonly hook: HookRow
  readonly newest: VersionRow
  readonly wanted: { readonly version: VersionRow; readonly isActive: boolean } | undefined
  readonly change: RollbackChange['kind'] | undefined
}

export async function rollBack(q: Query, context: Context, actor: Actor, options: RollbackOptions) {
  const { revision: before } = await lockTeam(q)
  await refuseDuringRollout(q)
  if (options.current !== 0 && options.current !== before)
    throw new Refusal('conflict', `revision ${before} was published in the meantime. Reload, then roll back again`)
  const target = await findTarget(q, before, options.revision)
  const steps = await planSteps(q, target.hooks)
  const changes = steps.flatMap(toChange)
  if (changes.length === 0)
    throw new Refusal(
      'precondition',
      `revision ${target.revision} has the same hooks as the current revision ${before}`,
    )
  if (options.isPreview) return { to: target.revision, revision: 0, changes }
  const hooks: HookWithVersion[] = []
  for (const step of steps) hooks.push(...(await applyStep(q, context, actor, step, target.revision)))
  const note = options.note.trim() === '' ? `rolled back to revision ${target.revision}` : options.note
  const revision = await signRevision(q, context, actor.team, before, hooks, { author: actor.email, note })
  const detail = { from: before, to: target.revision, note: options.note }
  await recordEvent(q, actor.team, context.now(), {
    ...{ actor: actor.name, action: 'rolled-back', target: `${revision}`, detail },
  })
  return { to: target.revision, revision, changes }
}

const toChange = ({ hook, newest, wanted, change }: Step): readonly RollbackChange[] =>
  change === undefined
    ? []
    : [
        {
          ...{ hook, kind: change, isActive: wanted?.isActive ?? false },
          scriptName: (wanted?.version ?? newest).script_name,
        },
      ]

interface Target {
  readonly revision: number
  readonly hooks: readonly BundledHook[]
}

/** How many revisions are compared to find one with other hooks. */
const maxCompared = 200

async function findTarget(q: Query, current: number, wanted: number): Promise<Target> {
  if (wanted >= current && wanted !== 0)
    throw new Refusal('invalid', `revision ${wanted} is not older than the current revision ${current}`)
  if (wanted !== 0) return readTarget(q, wanted)
  if (current === 0) throw new Refusal('precondition', 'nothing is published yet, so there is nothing to roll back')
  const now = contentOf(await readTarget(q, current))
  const older = await q
    .selectFrom('revisions')
    .select('revision')
    .where('revision', '<', current)
    .orderBy('revision', 'desc')
    .limit(maxCompared)
    .execute()
  for (const { revision } of older) {
    const target = await readTarget(q, revision)
    // Never back to the empty list of the first root by itself: that would remove every guard.
    if (target.hooks.length > 0 && contentOf(target) !== now) return target
  }
  throw new Refusal(
    'precondition',
    `no revision before ${current} has other hooks. To stop the hooks for a while, pause them: hookline team pause all`,
  )
}

async function readTarget(q: Query, revision: number): Promise<Target> {
  const row = await q.selectFrom('revisions').select('bundle').where('revision', '=', revision).executeTakeFirst()
  if (row === undefined) throw notFound()
  // This server has written and signed it.
  return { revision, hooks: (JSON.parse(row.bundle) as Bundle).hooks }
}

/** Everything that runs, without the numbers of versions: two versions can have the same content. */
const contentOf = ({ hooks }: Target): string => JSON.stringify(hooks.map(({ version: _, ...hook }) => hook))

async function planSteps(q: Query, wanted: readonly BundledHook[]): Promise<readonly Step[]> {
  const byId = new Map(wanted.map((hook) => [hook.id, hook]))
  const steps: Step[] = []
  for (const { hook, version: newest } of await readCurrentHooks(q)) {
    const bundled = byId.get(hook.id)
    const version = bundled === undefined ? undefined : await readVersion(q, hook.id, bundled.version)
    if (bundled === undefined || version === undefined) {
      steps.push({ hook, newest, wanted: undefined, change: hook.published_version > 0 ? 'removed' : undefined })
      continue
    }
    const published = hook.published_version === 0 ? undefined : await readVersion(q, hook.id, hook.published_version)
    const change = compare(hook, published, version, bundled.is_active)
    steps.push({ hook, newest, wanted: { version, isActive: bundled.is_active }, change })
  }
  return steps
}

function compare(
  hook: HookRow,
  published: VersionRow | undefined,
  wanted: VersionRow,
  isActive: boolean,
): Step['change'] {
  if (published === undefined) return 'added'
  if (!hasSameContent(published, wanted)) return 'changed'
  return (hook.published_active === 1) === isActive ? undefined : 'switched'
}

const hasSameContent = (left: VersionRow, right: VersionRow): boolean => {
  const state = { id: 0, isActive: true, version: 0 }
  return JSON.stringify(toBundledHook(left, state)) === JSON.stringify(toBundledHook(right, state))
}

/** Changes the rows of a hook, and returns what to sign of it. A draft that was not published stays if its hook does not change. */
async function applyStep(
  q: Query,
  context: Context,
  actor: Actor,
  { hook, newest, wanted, change }: Step,
  to: number,
): Promise<readonly HookWithVersion[]> {
  const update = (set: Partial<HookRow>) => q.updateTable('hooks').set(set).where('id', '=', hook.id).execute()
  if (wanted === undefined) {
    if (change === 'removed') await update({ is_active: 0, published_version: 0, published_active: 0 })
    return []
  }
  const is_active: Bit = wanted.isActive ? 1 : 0
  if (change === undefined) {
    // This reads the published version, which has the wanted content.
    const version = (await readVersion(q, hook.id, hook.published_version)) ?? wanted.version
    return [{ hook: { ...hook, is_active }, version }]
  }
  if (change === 'switched') {
    await update({ is_active, published_active: is_active })
    return [
      {
        hook: { ...hook, is_active },
        version: (await readVersion(q, hook.id, hook.published_version)) ?? wanted.version,
      },
    ]
  }
  const number = hasSameContent(newest, wanted.version) ? hook.version : hook.version + 1
  if (number !== hook.version)
    await addVersion(q, context, actor, hook.id, number, wanted.version, `rolled back to revision ${to}`)
  await update({ is_active, deleted_at: null, published_version: number, published_active: is_active })
  return [{ hook: { ...hook, is_active }, version: { ...wanted.version, version: number } }]
}
