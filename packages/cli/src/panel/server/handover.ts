/** The token, and the port it was given out for: kept for half a day, so that open tabs go on after a restart. */
import { randomBytes } from 'node:crypto'
import { readOwn, stateFile, writeOwn } from './own-state.ts'

export interface Handover {
  readonly token: string
  readonly port: number
}

const KEPT_MS = 12 * 3_600_000

/** 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export function lastHandover(now: number, file = stateFile('panel.json')): Handover | undefined {
  const { token, port, at } = readOwn(file)
  const fresh = typeof at === 'number' && at <= now && now - at < KEPT_MS
  const whole = typeof token === 'string' && /^[\w-]{43}$/.test(token) && isPort(port)
  return fresh && whole ? { token, port } : undefined
}

/** Where nothing can be written, tabs just have to be opened anew. */
export function keepHandover(handover: Handover, now: number, file = stateFile('panel.json')): void {
  try {
    writeOwn(file, { version: 1, ...handover, at: now })
  } catch {}
}

const isPort = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) < 65_536
