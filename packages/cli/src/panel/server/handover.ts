/** Stores the token and the port for half a day, so that open tabs still work after the panel restarts. */
import { randomBytes } from 'node:crypto'
import { readState, stateFile, writeState } from './state-file.ts'

export interface Handover {
  readonly token: string
  readonly port: number
}

const MAX_AGE_MS = 12 * 3_600_000

/** 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export function readHandover(now: number, file = stateFile('panel.json')): Handover | undefined {
  const { token, port, at } = readState(file)
  const isFresh = typeof at === 'number' && at <= now && now - at < MAX_AGE_MS
  const isValid = typeof token === 'string' && /^[\w-]{43}$/.test(token) && isPort(port)
  return isFresh && isValid ? { token, port } : undefined
}

/** Ignores errors: without the file, tabs only have to be opened again. */
export function saveHandover(handover: Handover, now: number, file = stateFile('panel.json')): void {
  try {
    writeState(file, { version: 1, ...handover, at: now })
  } catch {}
}

const isPort = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65_536
