/** Publishes a directory to every machine of the team: compares it with the server's hooks, checks, saves and publishes it. */
import { create } from '@bufbuild/protobuf'
import { redactSecrets } from '@hookline/core/team'
import { canonicalConfig, parseConfig } from '../../wire/config.ts'
import { AdminService, type Finding, FindingSchema, type Hook, type HookVersion } from '../../wire/index.ts'
import type { Machine } from '../device/machine.ts'
import { TeamError } from '../failure.ts'
import { call, type Server } from '../rpc.ts'
import type { Admin } from './files.ts'
import { adminServer } from './keygen.ts'
import { describeHook, readHooksDirectory, type WantedHook } from './read-hooks.ts'

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
  /** The server has saved changes that are not published yet. */
  readonly pending: boolean
  readonly revision: number
}

export async function planPublish(machine: Machine, admin: Admin, directory: string): Promise<PublishPlan> {
  const wanted = await readHooksDirectory(directory)
  const server = adminServer(admin, machine)
  const { teamId } = admin
  const { hooks, revision, existing } = await fetchHooks(server, teamId)
  const changes = findChanges(wanted, existing)
  const drafts = changes.flatMap(({ name, wanted: hook }) => (hook === undefined ? [] : [{ name, hook }]))
  const findings = await Promise.all(
    drafts.map(async ({ name, hook }) => {
      const { findings: fromServer } = await call(server, AdminService.method.checkHook, {
        teamId,
        draft: toDraft(hook),
      })
      return [...fromServer, ...findSecrets(hook.scriptContent), ...findSecrets(hook.config)].map((finding) => ({
        name,
        finding,
      }))
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

async function fetchHooks(server: Server, teamId: string) {
  const { hooks, revision, state } = await call(server, AdminService.method.listHooks, { teamId })
  const existing = await Promise.all(
    hooks
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ id }) => call(server, AdminService.method.getHook, { teamId, hookId: id })),
  )
  return { hooks, revision, state, existing }
}

/** Matches hooks by kind, event and name. Hooks that have all three in common are matched in order. */
function findChanges(wanted: readonly WantedHook[], existing: readonly Hook[]): readonly Change[] {
  const unmatched = new Map<string, Hook[]>()
  for (const hook of existing) {
    const key = hookKey(hook.current)
    unmatched.set(key, [...(unmatched.get(key) ?? []), hook])
  }
  const changes = wanted.flatMap((hook): Change[] => {
    const name = describeHook(hook)
    const match = unmatched.get(hookKey(hook))?.shift()
    if (match === undefined) return [{ kind: 'add', name, wanted: hook }]
    if (!isSame(hook, match.current)) return [{ kind: 'change', name, wanted: hook, existing: match }]
    return match.isActive === hook.isActive ? [] : [{ kind: 'switch', name, wanted: hook, existing: match }]
  })
  const removed = [...unmatched.values()].flat().map(
    (hook): Change => ({
      kind: 'remove',
      name: hook.current === undefined ? `hook ${hook.id}` : describeHook(hook.current),
      existing: hook,
    }),
  )
  return [...changes, ...removed]
}

const hookKey = (hook: Pick<HookVersion, 'kind' | 'hookStep' | 'scriptName'> | undefined): string =>
  `${hook?.kind || 'script'}\n${hook?.hookStep ?? ''}\n${hook?.scriptName ?? ''}`

/** Compares configurations without the order of their keys. */
const toCanonical = (config: string): string => canonicalConfig(parseConfig(config) ?? config)

const isSame = (hook: WantedHook, version: HookVersion | undefined): boolean =>
  version !== undefined &&
  hook.scriptContent === version.scriptContent &&
  toCanonical(hook.config) === toCanonical(version.config) &&
  (hook.matcher ?? '') === (version.matcher ?? '') &&
  hook.timeout === version.timeout &&
  hook.failClosed === version.failClosed &&
  hook.loopLimit === version.loopLimit &&
  hook.approvals === version.approvals &&
  JSON.stringify(hook.operatingSystems.toSorted()) === JSON.stringify(version.operatingSystems.toSorted())

function toDraft({ isActive: _, location: __, operatingSystems, ...fields }: WantedHook) {
  return { ...fields, operatingSystems: [...operatingSystems] }
}

/** Which machines get it first; `observe`: all, and nothing of it is enforced. The percentage is 0 unless the ring is `percent`. */
export interface PublishRing {
  readonly ring: 'observe' | 'canary' | 'percent' | 'all'
  readonly percent: number
}

export interface PublishResult {
  readonly revision: number
  readonly hooks: number
}

/** No machine gets anything before the last step. If the command is interrupted, run it again to continue. */
export async function publish(
  machine: Machine,
  { admin, wanted: wantedHooks, changes, findings }: PublishPlan,
  note: string,
  ring: PublishRing = { ring: 'all', percent: 0 },
): Promise<PublishResult> {
  const { server, state } = await saveDrafts(machine, { admin, wanted: wantedHooks, changes, findings }, note)
  const { revision, hooks } = await call(server, AdminService.method.publish, {
    ...{ teamId: admin.teamId, note, state, ...ring },
  })
  return { revision: Number(revision), hooks }
}

type Drafts = Pick<PublishPlan, 'admin' | 'wanted' | 'changes' | 'findings'>

/** Saves the directory as drafts, which no machine runs, and returns the state of all drafts. */
export async function saveDrafts(
  machine: Machine,
  { admin, wanted: wantedHooks, changes, findings }: Drafts,
  note: string,
): Promise<{ readonly server: Server; readonly state: string }> {
  const error = findings.find(({ finding }) => finding.severity === 'error')
  if (error !== undefined) throw new TeamError('denied', `${error.name}: ${error.finding.message}`)
  const server = adminServer(admin, machine)
  for (const change of changes) await applyChange(change)
  // Another author may have saved something in the meantime. Only publish if the server has exactly this directory.
  const { existing: current, state } = await fetchHooks(server, admin.teamId)
  if (findChanges(wantedHooks, current).length > 0)
    throw new TeamError(
      'denied',
      'another author changed hooks at the same time, so nothing was published. Run the same command again to see the changes',
    )
  return { server, state }

  async function applyChange({ kind, wanted, existing }: Change): Promise<void> {
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
            draft: { ...toDraft(wanted), note },
            basedOn: existing?.current?.version ?? 0n,
          })
    if (saved.isActive !== wanted.isActive)
      await call(server, AdminService.method.setHookActive, { teamId, hookId: saved.id, isActive: wanted.isActive })
  }
}

interface EnrolmentCodeOptions {
  readonly uses: number
  readonly validHours: number
}
export async function createEnrolmentCode(
  machine: Machine,
  admin: Admin,
  options: EnrolmentCodeOptions,
): Promise<{ code: string; command: string }> {
  const { code } = await call(adminServer(admin, machine), AdminService.method.createEnrollmentCode, {
    teamId: admin.teamId,
    note: 'hookline team publish',
    ...options,
  })
  return { code, command: `hookline team enroll ${admin.url} ${code}` }
}

/** Finds secrets in a script: every machine of the team would get them, and the server keeps all versions for ever. */
const findSecrets = (script: string): readonly Finding[] =>
  redactSecrets(script).found.map((kind) =>
    create(FindingSchema, {
      code: 'secret',
      severity: 'warning',
      message: `the script seems to contain a secret (${kind}), and every machine of the team would get it`,
      hint: 'Read it from the environment or from a file on each machine',
      line: findLine(script, kind),
    }),
  )

/** Returns 0 if no single line contains the secret. */
const findLine = (script: string, kind: string): number =>
  script.split('\n').findIndex((line) => redactSecrets(line).found.includes(kind)) + 1
