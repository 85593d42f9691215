/** Argon2id off the event loop, a few at a time: a flood of sign-ins must not take memory and threads from everything else. */
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../refusal.ts'

/** OWASP's first choice: 19 MiB, two passes. The library's default algorithm is Argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const atOnce = 2
const waitingMost = 40

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= waitingMost) throw new Refusal('too-many', 'too many sign-ins at once: try again', 2)
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    // The place is handed on, not given back, while anybody waits for it.
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}

const least = 12
const most = 1024

export function hashPassword(password: string): Promise<string> {
  if (password.length < least) throw new Refusal('invalid', `a password has at least ${least} characters`)
  if (password.length > most) throw new Refusal('invalid', `a password has at most ${most} characters`)
  return inTurn(() => hash(password.normalize('NFKC'), cost))
}

let nobodys: string | undefined
const nobodysHash = async (): Promise<string> => {
  nobodys ??= await inTurn(() => hash('nobody has this password', cost))
  return nobodys
}

/** Without a hash to compare with it takes as long, and is wrong: who has an account cannot be found out by the clock. */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  if (password.length > most) return false
  const against = stored ?? (await nobodysHash())
  const same = await inTurn(() => verify(against, password.normalize('NFKC')))
  return same && stored !== undefined
}
