/** The token, and the port it was given out for: kept for half a day, so that open tabs go on after a restart. */
import { randomBytes } from 'node:crypto'
import { readOwn, stateFile, writeOwn } from './own-state.ts'

export interface Handover {
  readonly token: string
  /** The port of the last time; absent: any will do. */
  readonly port?: number
}

const KEPT_MS = 12 * 3_600_000
const BYTES = 32

export function lastHandover(now: number, file = stateFile('panel.json')): Handover {
  const { token, port, at } = readOwn(file)
  const fresh = typeof at === 'number' && at <= now && now - at < KEPT_MS
  const whole = typeof token === 'string' && /^[\w-]{43}$/.test(token) && isPort(port)
  return fresh && whole ? { token, port } : { token: randomBytes(BYTES).toString('base64url') }
}

export const keepHandover = (token: string, port: number, now: number, file = stateFile('panel.json')): void =>
  writeOwn(file, { version: 1, port, token, at: now })

const isPort = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) < 65_536
