import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createHooks } from '../../node/create-hooks.ts'
import { SEPARATOR } from '../../steps/shared/merge.ts'
import { decidedInOriginal, eventsWith, type Pair, pythonFor, rulesToTry, seeded } from '../../testing/hookify.ts'
import { hasPython } from '../../testing/python.ts'
import { convertHookify, entryOf } from './convert.ts'
import { scriptEntry, scriptOf } from './script.ts'
import type { HookifyRule } from './types.ts'

const root = mkdtempSync(join(tmpdir(), 'hookline-several-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const env = { PATH: process.env.PATH, HOME: root }
const random = seeded(8)
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T

/** Texts that many of the rules match. */
const words = ['rm  x', 'rm', 'x', 's+x', 'q', '']
// Back-references are left out, because over their limit of steps they count as found. The events have no transcript.
const made = rulesToTry().filter(({ slug }) => slug === 'made')
const known = made.filter((rule) => {
  const plain = rule.conditions.every(({ field, pattern }) => field !== 'transcript' && !pattern.includes('(?P='))
  return plain && convertHookify(rule).hooks.length > 0
})
const ruleSet = (): readonly HookifyRule[] =>
  Array.from({ length: 2 + Math.floor(random() * 4) }, (_, at) => ({
    ...pick(known),
    slug: `r${at}`,
    name: `r${at}`,
    action: pick(['block', 'warn']),
    message: `No ${at}.`,
  }))
/** Leaves out stop, because it has a single message instead of several. */
const eventSet = (): readonly Pair[] =>
  words.flatMap((text) => eventsWith(text, 'q', `/w/${text}`, () => '')).filter(({ event }) => event !== 'stop')

interface Outcome {
  readonly kind: string
  readonly messages: string
}
type Hooks = Awaited<ReturnType<typeof createHooks>>

async function fireEvent(hooks: Hooks, { event, ours }: Pair): Promise<Outcome> {
  const { kind, reply } = await hooks.fire(event, ours as never)
  return { kind, messages: reply.user_message ?? '' }
}
function meant(rules: readonly HookifyRule[], pair: Pair, search: Parameters<typeof decidedInOriginal>[2]): Outcome {
  const { blocks, messages } = decidedInOriginal(rules, pair, search)
  const asks = pair.event !== 'beforeSubmitPrompt' && messages.length > 0
  return { kind: blocks ? 'refuse' : asks ? 'ask' : 'proceed', messages: messages.join(SEPARATOR) }
}

async function native(rules: readonly HookifyRule[]): Promise<Hooks> {
  const inline: Record<string, unknown[]> = {}
  for (const rule of rules)
    for (const hook of convertHookify(rule).hooks) {
      inline[hook.event] ??= []
      inline[hook.event]?.push(entryOf(rule, hook))
    }
  return createHooks({ workspaceRoots: [root], home: root, env, hooks: inline as never, onAsk: 'host' })
}

let workspaces = 0
async function standalone(rules: readonly HookifyRule[]): Promise<Hooks> {
  const workspace = join(root, `w${workspaces++}`)
  mkdirSync(join(workspace, '.cursor/hooks'), { recursive: true })
  const hooks: Record<string, unknown[]> = {}
  for (const rule of rules) {
    const conversion = convertHookify(rule)
    const { name, text } = scriptOf(conversion)
    writeFileSync(join(workspace, '.cursor/hooks', name), text, { mode: 0o755 })
    for (const hook of conversion.hooks) {
      hooks[hook.event] ??= []
      hooks[hook.event]?.push(scriptEntry(name, hook))
    }
  }
  writeFileSync(join(workspace, '.cursor/hooks.json'), JSON.stringify({ version: 1, hooks }))
  return createHooks({ workspaceRoots: [workspace], home: root, env, trust: 'all', onAsk: 'host' })
}

async function compare(sets: number, few: number, load: (rules: readonly HookifyRule[]) => Promise<Hooks>) {
  const tried = Array.from({ length: sets }, () => {
    const rules = ruleSet()
    const pairs = eventSet()
    return { rules, pairs: few === 0 ? pairs : Array.from({ length: few }, () => pick(pairs)) }
  })
  const search = pythonFor(tried.flatMap(({ rules, pairs }) => rules.map((rule) => ({ rule, pairs }))))
  const kinds = { refuse: 0, ask: 0, proceed: 0, several: 0 }
  for (const { rules, pairs } of tried) {
    const hooks = await load(rules)
    for (const pair of pairs) {
      const wanted = meant(rules, pair, search)
      expect({ rules, pair, ...(await fireEvent(hooks, pair)) }).toEqual({ rules, pair, ...wanted })
      kinds[wanted.kind as 'ask']++
      if (wanted.messages.includes(SEPARATOR)) kinds.several++
    }
    await hooks.close()
  }
  return kinds
}

test.skipIf(!hasPython)(
  'of several rules a block beats a warning, and the messages of all that decide are joined',
  async () => {
    const kinds = await compare(60, 0, native)
    for (const count of Object.values(kinds)) expect(count).toBeGreaterThan(30)
  },
)

test.skipIf(!hasPython)('several scripts are merged the same way', async () => {
  const kinds = await compare(20, 6, standalone)
  for (const count of Object.values(kinds)) expect(count).toBeGreaterThan(1)
})
