/** Keeps refusals that a person may approve, and approvals until they are used: small files in the state directory, mode 0600. */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { canonical } from '../config/jsonc.ts'
import type { Approved, Settings } from '../flow.ts'
import type { ApprovableRefusal, Approval, Approvals, Platform } from '../ports.ts'
import type { EventName } from '../protocol/events/index.ts'
import { redactSecrets } from '../redact/redact-secrets.ts'
import { isObject, type JsonObject } from '../schema.ts'
import { approvalsDirectory } from '../sources/locations.ts'
import { callFacts } from '../steps/approve.ts'
import { readState, writeState } from './system/state-file.ts'

/** A refusal that waits for a person. */
export interface PendingApproval {
  readonly code: string
  readonly key: string
  readonly event: string
  readonly agent?: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly covers: readonly string[]
  /** The same for people: rules, and labels of hooks. */
  readonly hooks: readonly string[]
  readonly workspaces: readonly string[]
  /** The call in short, without secrets. */
  readonly shows: string
  /** The agent got a question. Without a person there it refused it. */
  readonly asked?: boolean
}

interface Grant {
  /** Milliseconds since 1970. */
  readonly until: number
  readonly reason?: string
}

/** For the command that shows and grants approvals. Writing may throw file system errors. */
export interface ApprovalStore {
  readonly directory: string
  /** Newest first. */
  pending(now: number): readonly PendingApproval[]
  grant(pending: PendingApproval, grant: Grant): void
  /** Forgets a refusal that is settled in another way. */
  forget(pending: PendingApproval): void
}

/** A refusal can be approved for an hour, and only the last ones are kept. */
const PENDING_MS = 60 * 60_000
const MAX_PENDING = 100
const MAX_SHOWN = 400
/** Without letters and digits that look alike. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const pick = (count: number): string =>
  Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('')
const newCode = (): string => `${pick(4)}-${pick(2)}`

/** A code as people type it: in any case, with or without the hyphen. */
export function readCode(text: string): string | undefined {
  const letters = text.toUpperCase().replaceAll(/[\s-]/g, '')
  return letters.length === 6 && [...letters].every((letter) => alphabet.includes(letter))
    ? `${letters.slice(0, 4)}-${letters.slice(4)}`
    : undefined
}

const isKey = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)
const pendingFile = (directory: string, key: string) => join(directory, `pending-${key}.json`)
const grantedFile = (directory: string, key: string) => join(directory, `granted-${key}.json`)

const hashFacts = (facts: JsonObject): string => createHash('sha256').update(canonical(facts)).digest('hex')

/** The key of a call that has not come yet, for a lasting exception. */
export const callKey = (event: EventName, input: JsonObject, agent: string): string =>
  hashFacts(callFacts({ name: event, input }, { name: agent }))

/** `settings`: the hookline.json files as last read, for lasting exceptions. */
export function createApprovals(platform: Platform, settings: () => readonly Settings[] | undefined): Approvals {
  const directory = approvalsDirectory(platform)
  return {
    hash: hashFacts,
    find(key) {
      const granted = readGranted(grantedFile(directory, key), key, Date.now())
      return [...exceptionsFor(key, settings() ?? []), ...(granted === undefined ? [] : [granted])]
    },
    use: (approval) => approval.how.lasts || useOnce(directory, approval),
    offer(refusal) {
      try {
        return offer(directory, refusal)
      } catch {
        // A code that cannot be kept would be of no use.
        return undefined
      }
    },
  }
}

/** Only the user's own file counts. A workspace's file cannot except anything from the user's guards. */
const exceptionsFor = (key: string, settings: readonly Settings[]): readonly Approval[] =>
  settings
    .filter(({ source }) => source === 'user')
    .flatMap(({ values }) => (Array.isArray(values.exceptions) ? values.exceptions : []))
    .flatMap((one: unknown) =>
      isObject(one) && one.call === key
        ? [{ key, covers: stringsIn(one.covers), how: { lasts: true, ...factsIn(one) } }]
        : [],
    )

function readGranted(file: string, key: string, now: number): Approval | undefined {
  const found = readState(file)
  if (found.kind !== 'read' || found.value.key !== key) return undefined
  const { until, covers } = found.value
  if (typeof until !== 'number' || until <= now) return undefined
  return { key, covers: stringsIn(covers), how: { lasts: false, ...factsIn(found.value) } }
}

const factsIn = ({ at, reason }: JsonObject): Pick<Approved, 'at' | 'reason'> => ({
  ...(typeof at === 'string' ? { at } : {}),
  ...(typeof reason === 'string' ? { reason } : {}),
})

/** Only one process can rename the file, so only one uses the approval. */
function useOnce(directory: string, { key, covers }: Approval): boolean {
  const taken = join(directory, `used-${randomBytes(8).toString('hex')}.json`)
  try {
    renameSync(grantedFile(directory, key), taken)
    const granted = readGranted(taken, key, Date.now())
    rmSync(taken, { force: true })
    return granted !== undefined && JSON.stringify(granted.covers) === JSON.stringify(covers)
  } catch {
    return false
  }
}

/** An agent may try again: the same refusal keeps its code. */
function offer(directory: string, { key, event, input, covers, hooks, agent, asked }: ApprovableRefusal): string {
  const now = Date.now()
  const known = readPending(pendingFile(directory, key), now)
  if (known !== undefined && JSON.stringify(known.covers) === JSON.stringify(covers)) return known.code
  removeOld(directory, now)
  const made: PendingApproval = {
    code: newCode(),
    key,
    event,
    ...(agent === undefined ? {} : { agent }),
    at: now,
    covers,
    hooks,
    workspaces: stringsIn(input.workspace_roots),
    shows: showCall(input),
    ...(asked === true ? { asked } : {}),
  }
  writeState(pendingFile(directory, key), { version: 1, ...made })
  return made.code
}

/** The command, the prompt, the path, or the tool with its arguments. */
function showCall({ command, prompt, file_path, tool_name, tool_input, ...rest }: JsonObject): string {
  const text = [command, prompt, file_path].find((one) => typeof one === 'string' && one !== '')
  const whole = text ?? `${tool_name ?? ''} ${JSON.stringify(tool_input ?? rest)}`
  const shown = redactSecrets(String(whole)).text.trim()
  return shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN - 1)}…` : shown
}

function readPending(file: string, now: number): PendingApproval | undefined {
  const found = readState(file)
  if (found.kind !== 'read') return undefined
  const { code, key, event, agent, at, covers, hooks, workspaces, shows, asked } = found.value
  if (typeof code !== 'string' || typeof key !== 'string' || typeof event !== 'string' || typeof at !== 'number')
    return undefined
  if (!isKey(key) || at > now || at + PENDING_MS <= now) return undefined
  return {
    code,
    key,
    event,
    ...(typeof agent === 'string' ? { agent } : {}),
    at,
    covers: stringsIn(covers),
    hooks: stringsIn(hooks),
    workspaces: stringsIn(workspaces),
    shows: typeof shows === 'string' ? shows : '',
    ...(asked === true ? { asked } : {}),
  }
}

const stringsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

const pendingIn = (directory: string, now: number): readonly PendingApproval[] =>
  namesIn(directory)
    .filter((name) => name.startsWith('pending-'))
    .flatMap((name) => readPending(join(directory, name), now) ?? [])
    .toSorted((a, b) => b.at - a.at)

/** Removes what is over, and the oldest refusals if there are too many. */
function removeOld(directory: string, now: number): void {
  const kept = new Set(
    pendingIn(directory, now)
      .slice(0, MAX_PENDING - 1)
      .map(({ key }) => pendingFile(directory, key)),
  )
  for (const name of namesIn(directory)) {
    const file = join(directory, name)
    const [, key = ''] = /^granted-([0-9a-f]{64})\.json$/.exec(name) ?? []
    const isOver = name.startsWith('pending-')
      ? !kept.has(file)
      : isKey(key) && readGranted(file, key, now) === undefined
    if (isOver) rmSync(file, { force: true })
  }
}

export function createApprovalStore(platform: Platform): ApprovalStore {
  const directory = approvalsDirectory(platform)
  const forget = ({ key }: PendingApproval) => rmSync(pendingFile(directory, key), { force: true })
  return {
    directory,
    pending: (now) => pendingIn(directory, now),
    grant(pending, { until, reason }) {
      const { key, covers, hooks, shows } = pending
      const at = new Date().toISOString()
      const why = reason === undefined ? {} : { reason }
      writeState(grantedFile(directory, key), { version: 1, key, covers, hooks, shows, at, until, ...why })
      forget(pending)
    },
    forget,
  }
}
