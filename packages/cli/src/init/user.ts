/** `hookline init --user`: a sample of one's own, as Cursor's `initializeUserHooks` made it (CONTRACT §13). Overwrites nothing. */
import { join } from 'node:path'
import { type EventName, hooksFileSchema } from '@hookline/core/protocol'
import { changeOf, type FileChange, hooksChange, readText } from '../edit/change.ts'
import { schemaBeside } from '../edit/schema-file.ts'
import { readTarget, type Target } from '../edit/target.ts'
import type { Proof } from './proof.ts'
import { userSample } from './scripts/user-sample.ts'

const event: EventName = 'beforeSubmitPrompt'
const script = 'beforePromptSubmit.sh'
export const userCommand = `./hooks/${script}`

export interface UserPlan {
  readonly changes: readonly FileChange[]
  /** What is there already and stays as it is. */
  readonly kept: readonly string[]
  /** The sample is in use, and it is ours: it may be run. */
  readonly proofs: readonly Proof[]
}

export function userPlan(target: Target, cwd: string): UserPlan {
  const path = join(target.base, 'hooks', script)
  const theirs = readText(path, cwd)
  const config = readText(target.file, cwd)
  const changes = theirs === undefined ? [changeOf(path, userSample, cwd, { executable: true })] : []
  const kept = [...(theirs === undefined ? [] : [path]), ...(config === undefined ? [] : [target.file])]
  const isOurs = theirs === undefined || theirs === userSample
  const proofs: readonly Proof[] = isOurs && isUsed(config, target) ? [logged] : []
  if (config !== undefined) return { changes, kept, proofs }
  const schema = schemaBeside(target.file, hooksFileSchema(), cwd)
  const added = { kind: 'add', event, entry: { command: userCommand } } as const
  return { changes: [...changes, schema.file, hooksChange(target.file, [schema.change, added], cwd)], kept, proofs }
}

const isUsed = (config: string | undefined, target: Target): boolean =>
  config === undefined || readTarget(config, target).entries.some((entry) => entry.command === userCommand)

const logged: Proof = {
  kind: 'logs',
  subject: 'a prompt in agent.log',
  event,
  file: 'agent.log',
  input: () => ({ prompt: 'hello', attachments: [] }),
}
