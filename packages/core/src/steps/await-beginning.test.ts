import { describe, expect, it } from 'vitest'
import { useScratch } from '../testing/scratch.ts'

const { open } = useScratch(() => {})
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const start = { conversation_id: 'c', is_background_agent: false }
const prompt = { conversation_id: 'c', prompt: 'hello', attachments: [] }
const closed = { continue: false, user_message: 'closed today' }

/** An engine for an agent that starts the first prompt beside the session. */
const openFor = (agent: string, run: () => Promise<object>, timeout = 60) =>
  open({ agent, hooks: { sessionStart: [{ name: 'gate', timeout, run }] } })

describe('a prompt that arrives while the session begins', () => {
  it('is refused by a hook of the session that has not answered yet, whichever arrives first', async () => {
    for (const laterMs of [0, 150]) {
      const hooks = await openFor('copilot', () => sleep(200).then(() => closed))
      const asked = hooks.fire('beforeSubmitPrompt', prompt)
      await sleep(laterMs)
      const [began, effect] = await Promise.all([hooks.fire('sessionStart', start), asked])
      expect(began).toMatchObject({ kind: 'proceed', unenforced: 'later' })
      expect(effect).toMatchObject({ kind: 'refuse' })
      expect(effect.userMessage).toContain('refused at sessionStart: closed today')
    }
  })

  it('goes on after a session that is not refused', async () => {
    const hooks = await openFor('copilot', () => sleep(100).then(() => ({})))
    const [, effect] = await Promise.all([hooks.fire('sessionStart', start), hooks.fire('beforeSubmitPrompt', prompt)])
    expect(effect.kind).toBe('proceed')
  })

  it('is refused after 5 s, and goes on once the hook has answered', async () => {
    let answer = (): void => {}
    const hooks = await openFor('copilot', () => new Promise((resolve) => (answer = () => resolve({}))))
    const began = hooks.fire('sessionStart', start)
    const effect = await hooks.fire('beforeSubmitPrompt', prompt)
    expect(effect.kind).toBe('refuse')
    expect(effect.userMessage).toContain('refused at sessionStart: its hooks have not answered yet')
    answer()
    await began
    expect(await hooks.fire('beforeSubmitPrompt', prompt)).toMatchObject({ kind: 'proceed' })
  })

  it('waits once for a session that began before its hooks were there', async () => {
    const hooks = await openFor('copilot', async () => closed)
    expect(await hooks.fire('beforeSubmitPrompt', prompt)).toMatchObject({ kind: 'proceed' })
    const began = performance.now()
    expect(await hooks.fire('beforeSubmitPrompt', prompt)).toMatchObject({ kind: 'proceed' })
    // The first one waited for 2 s.
    expect(performance.now() - began).toBeLessThan(1900)
  })

  it('does not wait where the agent does', async () => {
    const hooks = await openFor('claude', async () => closed)
    expect(await hooks.fire('beforeSubmitPrompt', prompt)).toMatchObject({ kind: 'proceed' })
    await hooks.fire('sessionStart', start)
    expect(await hooks.fire('beforeSubmitPrompt', prompt)).toMatchObject({ kind: 'refuse' })
  })
})
