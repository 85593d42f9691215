import { describe, expect, expectTypeOf, it } from 'vitest'
import type { ReplyOf } from '../protocol/events/index.ts'
import type { EntryKey, InlineEntry } from '../protocol/hooks-file.ts'
import { useScratch } from '../testing/scratch.ts'
import type { InlineHooks } from './inline.ts'

let root: string
const { open } = useScratch((scratch) => {
  ;({ root } = scratch)
})
const shell = () => ({ command: 'ls', cwd: root, sandbox: false })

describe('hooks that an embedder passes', () => {
  it.each<[object, string]>([
    [{ stopp: [] }, 'there is no event "stopp"; did you mean "stop".'],
    [{ PreToolUse: [] }, '"PreToolUse" is a name of Claude Code; here write `preToolUse`'],
    [{ toString: [] }, 'there is no event "toString"'],
    [{ stop: { name: 'a' } }, 'hooks.stop must be a list, not an object'],
    [{ stop: [{ name: 'a' }] }, 'hooks.stop[0] ("a"): it needs a function `run` or a `command`'],
    [{ stop: [{ command: 'true' }, {}] }, 'hooks.stop[1]: it needs a function `run` or a `command`'],
    [{ stop: [{ name: 'a', run: 'true' }] }, 'hooks.stop[0] ("a"): `run` must be a function, and is string "true"'],
    [{ stop: [() => {}] }, 'hooks.stop[0]: an entry must be an object'],
    [{ stop: [], preToolUse: [{ command: 7 }] }, 'hooks.preToolUse[0]: `command` is 7; it must be a string'],
    [{ preToolUse: [{ name: 'a', matcher: '(', run: () => undefined }] }, 'hooks.preToolUse[0] ("a"): '],
  ])('throw an error that names the invalid one: %j', async (hooks, message) => {
    const error = await open({ hooks: hooks as InlineHooks }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'bad-option', message: expect.stringContaining(message) })
    expect(error).toHaveProperty('message', expect.stringMatching(/^The option `hooks` of createHooks is invalid: /))
  })

  it('run in the order of their list, both functions and commands', async () => {
    const called = { name: 'called', run: () => undefined }
    const hooks = await open({
      hooks: { stop: [], beforeShellExecution: [{ command: 'true' }, called, { command: 'exit 0' }, called] },
    })
    const { runs } = await hooks.fire('beforeShellExecution', shell())
    expect(runs.map(({ entry }) => [entry.label, entry.call !== undefined])).toEqual([
      ['true', false],
      ['called', true],
      ['exit 0', false],
      ['called', true],
    ])
  })

  it('are called with their own object as `this`', async () => {
    const hook = {
      name: 'counting',
      count: 0,
      run(this: { count: number }) {
        this.count++
        return undefined
      },
    }
    await (await open({ hooks: { beforeShellExecution: [hook] } })).fire('beforeShellExecution', shell())
    expect(hook.count).toBe(1)
  })

  it('are used together with `{ only }`', async () => {
    const hooks = await open({
      sources: { only: [] },
      hooks: { beforeShellExecution: [{ name: 'no', run: () => ({ permission: 'deny' }) }] },
    })
    expect((await hooks.fire('beforeShellExecution', shell())).kind).toBe('refuse')
  })
})

// The compiler checks these: `npm run build` fails if an expected type error is missing or another one occurs.
describe('the type of an inline hook', () => {
  const accepts = (hooks: InlineHooks) => expect(hooks).toBeDefined()

  it('allows only the keys of an entry', () => {
    expectTypeOf<keyof InlineEntry>().toEqualTypeOf<EntryKey>()
    // @ts-expect-error: a key that no entry has
    accepts({ stop: [{ command: 'true', mather: 'x' }] })
    // @ts-expect-error: an event that does not exist
    accepts({ stopp: [] })
  })

  it("allows only the event's own reply fields", () => {
    accepts({ beforeShellExecution: [{ name: 'a', timeout: 5, run: async () => ({ permission: 'ask' }) }] })
    accepts({ beforeSubmitPrompt: [{ name: 'a', run: ({ prompt }) => ({ continue: prompt !== '' }) }] })
    accepts({ stop: [{ name: 'a', run: () => undefined }] })
    accepts({ stop: [{ name: 'a', run: () => {} }] })
    // @ts-expect-error: a typo
    accepts({ beforeShellExecution: [{ name: 'a', run: () => ({ permision: 'deny' }) }] })
    // @ts-expect-error: a typo, later
    accepts({ beforeShellExecution: [{ name: 'a', run: async () => ({ permision: 'deny' }) }] })
    // @ts-expect-error: an unknown value
    accepts({ beforeShellExecution: [{ name: 'a', run: () => ({ permission: 'no' }) }] })
    // @ts-expect-error: a field of another gate
    accepts({ beforeSubmitPrompt: [{ name: 'a', run: () => ({ permission: 'deny' }) }] })
    // @ts-expect-error: a read cannot ask
    accepts({ beforeReadFile: [{ name: 'a', run: () => ({ permission: 'ask' }) }] })
    // @ts-expect-error: a subagent cannot ask
    accepts({ subagentStart: [{ name: 'a', run: () => ({ permission: 'ask' }) }] })
    // @ts-expect-error: a field that the event does not have
    accepts({ beforeTabFileRead: [{ name: 'a', run: () => ({ permission: 'deny', user_message: 'no' }) }] })
    // @ts-expect-error: an event that only observes
    accepts({ afterFileEdit: [{ name: 'a', run: () => ({ permission: 'deny' }) }] })
  })

  it("derives from the event's row", () => {
    expectTypeOf<ReplyOf<'preToolUse'>['permission']>().toEqualTypeOf<'allow' | 'deny' | 'ask' | undefined>()
    expectTypeOf<ReplyOf<'beforeReadFile'>['permission']>().toEqualTypeOf<'allow' | 'deny' | undefined>()
    expectTypeOf<ReplyOf<'subagentStart'>['permission']>().toEqualTypeOf<'allow' | 'deny' | undefined>()
    expectTypeOf<ReplyOf<'stop'>['followup_message']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<ReplyOf<'stop'>['permission']>().toEqualTypeOf<undefined>()
  })
})
