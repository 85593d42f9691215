/** The workspace of a proof: the model asks for two commands, and a rule that only this workspace has denies the second one. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LogRecord, openLog } from '@hookline/core/node'

/** The event whose rule denies. */
const event = 'beforeShellExecution'

export interface Canary {
  readonly allowed: CanaryCommand
  readonly denied: CanaryCommand
  /** The file with the rule. */
  readonly file: string
}
interface CanaryCommand {
  /** Every shell writes a file with it. */
  readonly command: string
  hasRun(): boolean
}

/**
 * The rule holds in this directory alone, which other users cannot read, and for a text that cannot be guessed. The directory is
 * not trusted, so whatever its file says, it can only restrict.
 */
export function makeCanary(root: string): Canary {
  const nonce = randomBytes(12).toString('hex')
  const makeCommand = (name: 'allowed' | 'denied'): CanaryCommand => ({
    command: `echo canary-${name}-${nonce} > ${name}.txt`,
    hasRun: () => existsSync(join(root, `${name}.txt`)),
  })
  const [allowed, denied] = [makeCommand('allowed'), makeCommand('denied')]
  const rule = {
    when: { field: 'command', contains: `canary-denied-${nonce}` },
    verdict: 'deny',
    user_message: 'the canary of a proof',
  }
  const file = join(root, '.hookline', 'hookline.json')
  mkdirSync(join(root, '.hookline'), { mode: 0o700 })
  writeFileSync(file, JSON.stringify({ version: 1, hooks: { [event]: [{ type: 'rule', rule }] } }), { mode: 0o600 })
  return { allowed, denied, file }
}

/** What Hookline's log says about the commands of the proof, oldest first. */
export async function readCanaryRecords(logDirectory: string, cache: string): Promise<readonly LogRecord[]> {
  const { records } = await openLog(logDirectory, { cache }).query({ limit: 100, where: (one) => one.event === event })
  return records.toReversed()
}

/** Whether the rule of the canary decided to deny. */
export const isDenied = ({ runs }: LogRecord, { file }: Canary): boolean =>
  runs.some(({ entry, outcome }) => entry.file === file && outcome.verdict === 'deny')
