/** What an administrator does when something goes wrong: pauses hooks, resumes them, and rolls back to an older revision. */
import { AdminService, type Pause, type RollbackChange } from '../../wire/index.ts'
import type { Machine } from '../device/machine.ts'
import { TeamError } from '../failure.ts'
import { call } from '../rpc.ts'
import type { Admin } from './files.ts'
import { adminServer } from './keygen.ts'

export interface PauseOptions {
  /** The id of a hook; 0 for all hooks. */
  readonly hookId: bigint
  readonly minutes: number
  readonly reason: string
}

export async function pauseHooks(machine: Machine, admin: Admin, { hookId, minutes, reason }: PauseOptions) {
  const { teamId } = admin
  const request = { teamId, hookId, minutes, reason }
  const { pause, revision } = await call(adminServer(admin, machine), AdminService.method.pauseHooks, request)
  if (pause === undefined) throw new TeamError('refused', `${admin.url} sent no pause`)
  return { pause, revision: Number(revision) }
}

/** Several hooks can have one name, so only an id or a unique name is accepted. */
/** The id of the published hook with this id or name. */
export async function findHookId(machine: Machine, admin: Admin, named: string): Promise<bigint> {
  const { hooks } = await call(adminServer(admin, machine), AdminService.method.listHooks, { teamId: admin.teamId })
  const published = hooks.filter(({ publishedVersion }) => publishedVersion > 0n)
  const found = published.filter(({ id, current }) => String(id) === named || current?.scriptName === named)
  const [only, second] = found
  if (only !== undefined && second === undefined) return only.id
  const list = (only === undefined ? published : found).map(({ id, current }) => `${id} (${current?.scriptName})`)
  throw new TeamError(
    'denied',
    only === undefined
      ? `no published hook is called "${named}". Published hooks: ${list.slice(0, 20).join(', ')}`
      : `several hooks are called "${named}". Use an id: ${list.join(', ')}`,
  )
}

export async function listPauses(machine: Machine, admin: Admin): Promise<readonly Pause[]> {
  const { teamId } = admin
  return (await call(adminServer(admin, machine), AdminService.method.listPauses, { teamId })).pauses
}

/** Ends the pauses of one hook, by its id or name, or all pauses. */
export async function resumeHooks(machine: Machine, admin: Admin, hook?: string) {
  const active = (await listPauses(machine, admin)).filter(({ isActive }) => isActive)
  const chosen = active.filter(
    ({ hookId, scriptName }) => hook === undefined || String(hookId) === hook || (hookId > 0n && scriptName === hook),
  )
  if (hook !== undefined && chosen.length === 0)
    throw new TeamError('denied', `"${hook}" is not paused. To see what is, run: hookline team pause --list`)
  const ids = hook === undefined ? [0n] : chosen.map(({ id }) => id)
  let [ended, last] = [0, 0n]
  for (const pauseId of ids) {
    const request = { teamId: admin.teamId, pauseId }
    const done = await call(adminServer(admin, machine), AdminService.method.resumeHooks, request)
    ended += done.ended
    last = done.revision
  }
  return { ended, revision: Number(last) }
}

export interface RollbackOptions {
  /** 0 for the newest revision with other hooks than the current one. */
  readonly revision: number
  readonly note: string
  /** The current revision when the changes were shown. 0 for whatever is there. */
  readonly current: number
  readonly preview: boolean
}

export interface Rollback {
  readonly to: number
  /** 0 for a preview. */
  readonly revision: number
  readonly changes: readonly RollbackChange[]
}

export async function rollBack(machine: Machine, admin: Admin, options: RollbackOptions): Promise<Rollback> {
  const { to, revision, changes } = await call(adminServer(admin, machine), AdminService.method.rollback, {
    ...{ teamId: admin.teamId, note: options.note, preview: options.preview },
    revision: BigInt(options.revision),
    current: BigInt(options.current),
  })
  return { to: Number(to), revision: Number(revision), changes }
}

export async function readRevision(machine: Machine, admin: Admin): Promise<number> {
  const { teamId } = admin
  return Number((await call(adminServer(admin, machine), AdminService.method.listHooks, { teamId })).revision)
}
