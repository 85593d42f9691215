import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dialects } from '@hookline/core/dialects'
import { createHooks, type Effect } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, genericEvents } from '@hookline/core/protocol'
import type { PackCanary } from '@hookline/core/sdk'
import { afterAll, describe, expect, test } from 'vitest'
import { packs } from './packs.ts'
import { casesOf } from './testing/pack-cases.ts'

/** Text that shows how to change a setting, or where the hooks are configured. */
const wayAround =
  /hookline\s+(?:add|remove|enable|disable|trust|init|team|packs|panel|import|check)\b|--set\b|--yes\b|to (?:change this|allow (?:it|a directory)|add an exception)|yourself|trust add|hooks\.json|hookline\.json|settings(?:\.local)?\.json|trust\.json|\.(?:cursor|claude|hookline|config)\b|disable|failClosed/gi

const scratch = mkdtempSync(join(tmpdir(), 'hookline-text-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
let count = 0

async function engine(settings: object, agent: string | undefined) {
  const root = join(scratch, String(count++), 'work')
  mkdirSync(join(root, '.hookline'), { recursive: true })
  mkdirSync(join(root, '.git'))
  writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/topic\n')
  writeFileSync(join(root, '.hookline/hookline.json'), JSON.stringify({ version: 1, packs: settings }))
  const home = join(root, '..', 'home')
  const asks = agent === undefined ? {} : { agent, onAsk: 'host' as const }
  const hooks = await createHooks({ workspaceRoots: [root], home, trust: 'all', watch: false, ...asks })
  return { root, hooks }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What the model reads of a reply, for each agent; `host` is one of Hookline's own hosts. */
const modelReads: Readonly<Record<string, (effect: Effect) => string>> = {
  host: ({ agentMessage }) => agentMessage ?? '',
  claude: (effect) => {
    const answer = dialects.claude?.fromEffect(effect, aroundOf(effect.event)).stdout ?? {}
    const { permissionDecision, permissionDecisionReason, additionalContext } = (answer.hookSpecificOutput ??
      {}) as JsonObject
    const reason = permissionDecision === 'deny' ? textOf(permissionDecisionReason) : ''
    return `${reason}\n${textOf(additionalContext)}`
  },
  cursor: (effect) => textOf(dialects.cursor?.fromEffect(effect, effect.event).stdout.agent_message),
}

/** Claude Code gets the reply at the event of the tool call. */
const aroundOf = (event: EventName): EventName =>
  dialects.claude?.firedBy?.(event).includes('PreToolUse') ? genericEvents.before : event

/** Words of the agent's own call may be repeated to it. */
function namedBeyond(text: string, { input }: PackCanary, root: string): readonly string[] {
  const own = JSON.stringify(input(root)).toLowerCase()
  return [...text.matchAll(wayAround)].map(([word]) => word).filter((word) => !own.includes(word.toLowerCase()))
}

describe.each(Object.keys(modelReads))('the message to the model (%s)', (reader) => {
  test.each(packs.map(({ name }) => name))('does not reveal how to change the settings of %s', async (name) => {
    for (const { parameters = {}, cases } of casesOf(name)) {
      const { hooks, root } = await engine({ [name]: parameters }, reader === 'host' ? undefined : reader)
      for (const one of cases.filter(({ wants }) => wants !== 'allow')) {
        const effect = (await hooks.fire(one.event, one.input(root) as never)) as Effect
        const text = modelReads[reader]?.(effect) ?? ''
        expect([one.says, text, namedBeyond(text, one, root)]).toEqual([one.says, text, []])
      }
      await hooks.close()
    }
  })
})

describe('a refused read', () => {
  test('has a separate message for the model, and the person learns how to allow it', async () => {
    const { hooks, root } = await engine({ 'protect-files': {} }, 'claude')
    const input = { file_path: join(root, '.env'), content: '', attachments: [] }
    const effect = (await hooks.fire('beforeReadFile', input)) as Effect
    const answer = dialects.claude?.fromEffect(effect, 'preToolUse').stdout ?? {}
    expect(answer.systemMessage).toContain('hookline add protect-files --set allow+=.env')
    const { permissionDecisionReason } = answer.hookSpecificOutput as JsonObject
    expect(permissionDecisionReason).toMatch(/^protect-files\/deny: .*Ask the person for what you need from it/)
    expect(permissionDecisionReason).not.toMatch(/--set|hookline add/)
    // The reply of this event has no such field.
    expect(effect.reply).not.toHaveProperty('agent_message')
    await hooks.close()
  })

  test('does not reveal it when the refusal comes later in the conversation', async () => {
    const { hooks } = await engine(
      { 'session-init': { require: ['HOOKLINE_NOT_THERE'], onMissing: 'refuse' } },
      'claude',
    )
    const session = { conversation_id: 'c', session_id: 'c' }
    const begun = await hooks.fire('sessionStart', { ...session, is_background_agent: false })
    expect(begun.unenforced).toBe('later')
    const tool = { tool_name: 'Shell', tool_input: { command: 'ls' }, tool_use_id: 't', cwd: '/' }
    const effect = (await hooks.fire('preToolUse', { ...session, ...tool })) as Effect
    expect(effect.kind).toBe('refuse')
    expect(effect.reply.user_message).toContain('--set')
    expect(modelReads.claude?.(effect)).not.toMatch(wayAround)
    expect(modelReads.claude?.(effect)).toContain('refused at sessionStart')
    await hooks.close()
  })
})
