/** A home, a workspace and an enterprise directory of its own for every test, and engines that are closed after it. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { Hooks } from '../hooks.ts'
import { createHooks } from '../node/create-hooks.ts'
import type { CreateOptions } from '../node/create-options.ts'
import type { JsonObject } from '../schema.ts'

export interface Scratch {
  readonly base: string
  readonly home: string
  readonly root: string
  /** Not there until a test writes into it. */
  readonly enterpriseDir: string
}

/** `each` gets the directories before every test; `defaults` are laid under the options of `open`. */
export function useScratch(each: (scratch: Scratch) => void, defaults: Partial<CreateOptions> = { trust: 'all' }) {
  const opened: Hooks[] = []
  let scratch: Scratch
  beforeEach(() => {
    const base = mkdtempSync(join(tmpdir(), 'hookline-test-'))
    scratch = { base, home: join(base, 'home'), root: join(base, 'work'), enterpriseDir: join(base, 'enterprise') }
    for (const directory of [scratch.home, scratch.root]) mkdirSync(directory)
    each(scratch)
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((hooks) => hooks.close()))
    rmSync(scratch.base, { recursive: true, force: true })
  })
  return {
    opened,
    async open(options: Partial<CreateOptions> = {}): Promise<Hooks> {
      const { root, home, enterpriseDir } = scratch
      const hooks = await createHooks({
        workspaceRoots: [root],
        home,
        enterpriseDir,
        watch: false,
        ...defaults,
        ...options,
      })
      opened.push(hooks)
      return hooks
    },
  }
}

/** Text as it is, anything else as JSON, in a directory that is made for it. */
export function write(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
}

export type Configured = Readonly<Record<string, readonly (string | JsonObject)[]>>
/** A hooks file; a text stands for an entry with that command. */
export const hooksFile = (hooks: Configured) => ({
  version: 1,
  hooks: Object.fromEntries(
    Object.entries(hooks).map(([event, list]) => [
      event,
      list.map((entry) => (typeof entry === 'string' ? { command: entry } : entry)),
    ]),
  ),
})
