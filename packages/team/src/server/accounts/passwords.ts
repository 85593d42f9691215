/** Argon2id outside the event loop, a few at a time: many sign-ins at once must not use up memory and threads. */
import { hash, verify } from '@node-rs/argon2'
import { passwordFault, passwordLength } from '../../wire/passwords.ts'
import { Refusal } from '../refusal.ts'

/** The first recommendation of OWASP: 19 MiB, two passes. The library's default algorithm is Argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const maxRunning = 2
const maxWaiting = 40

let running = 0
const waiting: (() => void)[] = []

async function runLimited<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= maxWaiting)
    throw new Refusal('too-many', 'too many sign-ins at once. Try again in 2 seconds', 2)
  if (running >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    // Pass the slot on to the next waiting request instead of freeing it.
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}

export function hashPassword(password: string): Promise<string> {
  const fault = passwordFault(password)
  if (fault !== undefined) throw new Refusal('invalid', fault)
  return runLimited(() => hash(password.normalize('NFKC'), cost))
}

let dummyHash: string | undefined
const getDummyHash = async (): Promise<string> => {
  dummyHash ??= await runLimited(() => hash('not the password of any account', cost))
  return dummyHash
}

/** Without a stored hash (no account, or an account without a password), compares with a dummy hash and fails: the response time must not reveal who has an account. */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  if (password.length > passwordLength.most) return false
  const hasPassword = stored !== undefined && stored !== ''
  const expectedHash = hasPassword ? stored : await getDummyHash()
  const matches = await runLimited(() => verify(expectedHash, password.normalize('NFKC')))
  return matches && hasPassword
}
