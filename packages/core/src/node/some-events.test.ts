import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Hooks } from '../hooks.ts'
import type { Source } from '../ports.ts'
import { type EventName, eventNames, eventRows } from '../protocol/events/index.ts'
import { hooksFile, useScratch, write } from '../testing/scratch.ts'
import { compose } from './create-hooks.ts'
import type { CreateOptions } from './create-options.ts'

let home: string
let root: string
let base: string
let enterpriseDir: string
const { open } = useScratch((scratch) => {
  ;({ base, home, root, enterpriseDir } = scratch)
}, {})

const projectFile = () => join(root, '.cursor/hooks.json')
const guard = () => join(root, 'guard.sh')
const others = hooksFile({ stop: ['a'], preToolUse: ['b'] })
const shell = 'beforeShellExecution'

async function approve(follow = false): Promise<void> {
  const { hooks, configs } = await compose({ workspaceRoots: [root], home, enterpriseDir, watch: false })
  configs.store.add(configs.trustOf(root).content, { follow })
  await hooks.close()
}
const fire = (hooks: Hooks, name: EventName) => hooks.fire(name, eventRows[name].sample(root) as never)
/** The parts of an effect that a host acts on, without those that differ each time. */
async function fireInNewEngine(name: EventName, options: Partial<CreateOptions>) {
  const { kind, userMessage, agentMessage, runs, plan } = await fire(await open(options), name)
  const outcomes = runs.map(({ entry, outcome }) => [entry.id, outcome.kind])
  return { kind, userMessage, agentMessage, outcomes, skipped: plan.skipped }
}

/** Setups in which it is easy to get wrong whether an event has hooks. */
const setups: Readonly<Record<string, () => void | Promise<void>>> = {
  'nothing at all': () => {},
  'an untrusted workspace': () => write(projectFile(), hooksFile({ [shell]: ['exit 2'] })),
  'a trusted workspace': async () => {
    write(projectFile(), hooksFile({ [shell]: ['exit 2'], stop: ['true'] }))
    await approve()
  },
  'a trusted gate that was removed from its file': async () => {
    write(projectFile(), hooksFile({ [shell]: ['./guard.sh'], stop: ['true'] }))
    await approve()
    write(projectFile(), hooksFile({ stop: ['true'] }))
  },
  'a trusted file that was deleted': async () => {
    write(projectFile(), hooksFile({ [shell]: ['true'] }))
    await approve()
    rmSync(projectFile())
  },
  'a trusted workspace with a changed script': async () => {
    write(guard(), 'exit 0')
    write(projectFile(), hooksFile({ [shell]: ['sh ./guard.sh'], afterFileEdit: ['true'] }))
    await approve()
    write(guard(), 'exit 1')
  },
  'a link where a trusted workspace was': async () => {
    write(projectFile(), hooksFile({ [shell]: ['true'] }))
    await approve(true)
    rmSync(root, { recursive: true })
    mkdirSync(join(base, 'elsewhere'))
    symlinkSync(join(base, 'elsewhere'), root)
  },
  'an incomplete trust record': () =>
    write(join(home, '.local/state/hookline/trust.json'), { version: 1, roots: { [root]: { gates: [shell] } } }),
  'an unreadable trust store': () => write(join(home, '.local/state/hookline/trust.json'), '{'),
  'a broken enterprise file': () => write(join(enterpriseDir, 'hooks.json'), '{"version": 1, "hooks": {'),
  'an enterprise file with a misspelled event': () =>
    write(join(enterpriseDir, 'hooks.json'), hooksFile({ beforeShelExecution: ['true'] })),
  'an enterprise file without hooks': () => write(join(enterpriseDir, 'hooks.json'), { hoks: {} }),
  'an enterprise file with other events': () => write(join(enterpriseDir, 'hooks.json'), others),
  'a directory where the enterprise file should be': () => {
    mkdirSync(join(enterpriseDir, 'hooks.json'), { recursive: true })
  },
  'a broken team file': () => write(join(home, '.cursor/managed/team_1/hooks/hooks.json'), '['),
  'a file where the teams should be': () => write(join(home, '.cursor/managed'), ''),
  'a user file with a comment': () =>
    write(join(home, '.cursor/hooks.json'), `// mine\n${JSON.stringify(hooksFile({ stop: ['true'] }))}`),
  'a user file with an event spelled by escapes': () =>
    write(join(home, '.cursor/hooks.json'), '{"version":1,"hooks":{"\\u0073top":[{"command":"exit 2"}]}}'),
  'a Claude Code file of the user': () =>
    write(join(home, '.claude/settings.json'), {
      hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command: 'exit 2' }] }] },
    }),
}

describe('an engine for some events', () => {
  it.each(Object.entries(setups))('decides like an engine for all events: %s', async (_what, prepare) => {
    await prepare()
    for (const event of eventNames)
      expect(await fireInNewEngine(event, { events: [event] }), event).toEqual(await fireInNewEngine(event, {}))
  })

  it('still refuses at a trusted gate that was removed', async () => {
    await setups['a trusted gate that was removed from its file']?.()
    expect(await fireInNewEngine(shell, { events: [shell] })).toMatchObject({ kind: 'refuse' })
  })

  it('reads nothing if no hook listens, and everything when another event is fired', async () => {
    write(join(home, '.cursor/hooks.json'), hooksFile({ beforeReadFile: ['exit 2'] }))
    const hooks = await open({ events: [shell] })
    expect(hooks.entries).toEqual([])
    expect(await fire(hooks, shell)).toMatchObject({ kind: 'proceed' })
    expect(await fire(hooks, 'beforeReadFile')).toMatchObject({ kind: 'refuse' })
    expect(hooks.entries).toHaveLength(1)
  })

  it('notices a hook that is saved later', async () => {
    const hooks = await open({ events: [shell] })
    expect(await fire(hooks, shell)).toMatchObject({ kind: 'proceed' })
    write(join(home, '.cursor/hooks.json'), hooksFile({ [shell]: ['exit 2'] }))
    await new Promise((done) => setTimeout(done, 100))
    expect(await fire(hooks, shell)).toMatchObject({ kind: 'refuse' })
  })

  it.each<[string, () => string]>([
    ["the user's", () => join(home, '.cursor/hooks.json')],
    ['a managed one', () => join(enterpriseDir, 'hooks.json')],
  ])('waits for a half-written file: %s', async (_whose, file) => {
    mkdirSync(dirname(file()), { recursive: true })
    writeFileSync(file(), '')
    const opening = open({ events: ['afterFileEdit'] })
    write(file(), hooksFile({ afterFileEdit: ['true'] }))
    expect((await fire(await opening, 'afterFileEdit')).runs).toMatchObject([{ outcome: { kind: 'silent' } }])
  })

  it('reads a source without a prefilter', async () => {
    let loads = 0
    const source: Source = { name: 'user', load: () => ({ entries: [], problems: [], loads: ++loads }) }
    await open({ events: [shell], sources: { only: [source] } })
    await open({ events: [shell], sources: { only: [{ ...source, mayContain: () => false }] } })
    expect(loads).toBe(1)
  })

  it('throws, rather than returns false, for an event it was not created for', async () => {
    write(join(home, '.cursor/hooks.json'), hooksFile({ beforeReadFile: ['exit 2'] }))
    const hooks = await open({ events: [shell] })
    expect(hooks.has(shell)).toBe(false)
    expect(() => hooks.has('beforeReadFile')).toThrow(/does not list beforeReadFile/)
    expect(() => hooks.explain('stop', { status: 'completed', loop_count: 0 })).toThrow(/does not list stop/)
    const both = await open({ events: [shell, 'beforeReadFile'] })
    expect([both.has(shell), both.has('beforeReadFile'), both.has('stop')]).toEqual([false, true, false])
  })

  it('rejects unknown events', async () => {
    await expect(open({ events: ['nope' as never] })).rejects.toThrow(/option events/)
  })
})
