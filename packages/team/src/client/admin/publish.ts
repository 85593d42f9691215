/** From a directory to every machine of the team: compared with what the server has, checked, saved, published. */
import { AdminService, type Finding, type Hook, type HookVersion } from '../../wire/index.ts'
import { TeamError } from '../failure.ts'
import type { Machine } from '../machine.ts'
import { call, type Server } from '../rpc.ts'
import type { Admin } from './files.ts'
import { adminServer } from './keygen.ts'
import { readHooksDirectory, type WantedHook } from './read-hooks.ts'
import { secretFindings } from './secrets.ts'

export interface Change {
  readonly kind: 'add' | 'change' | 'remove' | 'switch'
  readonly name: string
  readonly wanted?: WantedHook
  readonly existing?: Hook
}
export interface PublishPlan {
  readonly admin: Admin
  readonly wanted: readonly WantedHook[]
  readonly changes: readonly Change[]
  readonly findings: readonly { readonly name: string; readonly finding: Finding }[]
  readonly unchanged: number
  /** Something was saved before and is not published yet. */
  readonly pending: boolean
  readonly revision: number
}

export async function planPublish(machine: Machine, admin: Admin, directory: string): Promise<PublishPlan> {
  const wanted = readHooksDirectory(directory)
  const server = adminServer(admin, machine)
  const { teamId } = admin
  const { hooks, revision, existing } = await hooksThere(server, teamId)
  const changes = compare(wanted, existing)
  const drafts = changes.flatMap(({ name, wanted: one }) => (one === undefined ? [] : [{ name, one }]))
  const findings = await Promise.all(
    drafts.map(async ({ name, one }) => {
      const { findings: found } = await call(server, AdminService.method.checkHook, { teamId, draft: draftOf(one) })
      return [...found, ...secretFindings(one.scriptContent)].map((finding) => ({ name, finding }))
    }),
  )
  return {
    admin,
    wanted,
    changes,
    findings: findings.flat(),
    unchanged: wanted.length - drafts.length,
    pending: hooks.some(({ hasChanges }) => hasChanges),
    revision: Number(revision),
  }
}

async function hooksThere(server: Server, teamId: string) {
  const { hooks, revision, state } = await call(server, AdminService.method.listHooks, { teamId })
  const existing = await Promise.all(
    hooks
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ id }) => call(server, AdminService.method.getHook, { teamId, hookId: id })),
  )
  return { hooks, revision, state, existing }
}

/** A hook is the same one by its event and script; of several such, by their order. */
export function compare(wanted: readonly WantedHook[], existing: readonly Hook[]): readonly Change[] {
  const left = new Map<string, Hook[]>()
  for (const hook of existing) {
    const key = keyOf(hook.current?.hookStep ?? '', hook.current?.scriptName ?? '')
    left.set(key, [...(left.get(key) ?? []), hook])
  }
  const changes = wanted.flatMap((one): Change[] => {
    const name = `${one.hookStep} ${one.scriptName}`
    const found = left.get(keyOf(one.hookStep, one.scriptName))?.shift()
    if (found === undefined) return [{ kind: 'add', name, wanted: one }]
    if (!isSame(one, found.current)) return [{ kind: 'change', name, wanted: one, existing: found }]
    return found.isActive === one.isActive ? [] : [{ kind: 'switch', name, wanted: one, existing: found }]
  })
  const gone = [...left.values()].flat().map(
    (hook): Change => ({
      kind: 'remove',
      name: `${hook.current?.hookStep} ${hook.current?.scriptName}`,
      existing: hook,
    }),
  )
  return [...changes, ...gone]
}

const keyOf = (step: string, script: string): string => `${step}\n${script}`

const isSame = (one: WantedHook, version: HookVersion | undefined): boolean =>
  version !== undefined &&
  one.scriptContent === version.scriptContent &&
  (one.matcher ?? '') === (version.matcher ?? '') &&
  one.timeout === version.timeout &&
  one.failClosed === version.failClosed &&
  one.loopLimit === version.loopLimit &&
  JSON.stringify(one.operatingSystems.toSorted()) === JSON.stringify(version.operatingSystems.toSorted())

function draftOf({ isActive: _, place: __, operatingSystems, ...fields }: WantedHook) {
  return { ...fields, operatingSystems: [...operatingSystems] }
}

export interface Published {
  readonly revision: number
  readonly hooks: number
}

/** Nothing reaches a machine before the last step: whoever is stopped in between goes on by the same command. */
export async function publish(
  machine: Machine,
  { admin, wanted: all, changes, findings }: PublishPlan,
  note: string,
): Promise<Published> {
  const error = findings.find(({ finding }) => finding.severity === 'error')
  if (error !== undefined) throw new TeamError('denied', `${error.name}: ${error.finding.message}`)
  const server = adminServer(admin, machine)
  for (const change of changes) await carryOut(change)
  // What is signed is this directory, whoever else saved something meanwhile.
  const { existing: there, state } = await hooksThere(server, admin.teamId)
  if (compare(all, there).length > 0)
    throw new TeamError(
      'denied',
      'somebody else changed hooks meanwhile: nothing is published. Look again by the same command',
    )
  const { revision, hooks } = await call(server, AdminService.method.publish, { teamId: admin.teamId, note, state })
  return { revision: Number(revision), hooks }

  async function carryOut({ kind, wanted, existing }: Change): Promise<void> {
    const { teamId } = admin
    if (kind === 'remove' || wanted === undefined) {
      await call(server, AdminService.method.deleteHook, { teamId, hookId: existing?.id ?? 0n })
      return
    }
    const saved =
      kind === 'switch' && existing !== undefined
        ? existing
        : await call(server, AdminService.method.saveHook, {
            teamId,
            hookId: existing?.id ?? 0n,
            draft: { ...draftOf(wanted), note },
            basedOn: existing?.current?.version ?? 0n,
          })
    if (saved.isActive !== wanted.isActive)
      await call(server, AdminService.method.setHookActive, { teamId, hookId: saved.id, isActive: wanted.isActive })
  }
}

export interface CodeWish {
  readonly uses: number
  readonly validHours: number
}
export async function enrolmentCode(
  machine: Machine,
  admin: Admin,
  wish: CodeWish,
): Promise<{ code: string; command: string }> {
  const { code } = await call(adminServer(admin, machine), AdminService.method.createEnrollmentCode, {
    teamId: admin.teamId,
    note: 'hookline team publish',
    ...wish,
  })
  return { code, command: `hookline team enroll ${admin.url} ${code}` }
}
