import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { dialects } from '../dialects/index.ts'
import { createApprovalStore } from '../node/approvals.ts'
import { createHooks } from '../node/create-hooks.ts'
import type { ReplyOf } from '../protocol/events/index.ts'
import type { JsonObject } from '../schema.ts'

/** The field of the answer that only the person reads. Null: there is none, and `hookline approve` lists what waits. */
const personField: Readonly<Record<string, string | null>> = {
  cursor: 'user_message',
  claude: 'systemMessage',
  codex: 'systemMessage',
  gemini: 'systemMessage',
  qwen: 'systemMessage',
  vscode: 'systemMessage',
  cline: 'errorMessage',
  opencode: 'notice',
  copilot: null,
  // A refusal is an exit code with a text on stderr, and the model reads it.
  factory: null,
  windsurf: null,
  kiro: null,
}

async function answerTo(name: string, reply: ReplyOf<'preToolUse'>) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-code-')))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const hooks = await createHooks({
    workspaceRoots: [home],
    home,
    agent: name,
    approvals: true,
    onAsk: 'host',
    watch: false,
    sources: { only: [] },
    hooks: { preToolUse: [{ name: 'asks', run: () => reply }] },
  })
  const input = { tool_name: 'Other', tool_input: {}, tool_use_id: 't', cwd: home }
  const effect = await hooks.fire('preToolUse', input)
  await hooks.close()
  const stdout: JsonObject = dialects[name]?.fromEffect(effect, 'preToolUse').stdout ?? {}
  const store = createApprovalStore({ system: 'linux', home, env: {} })
  return { effect, stdout, pending: store.pending(Date.now()) }
}

test('every agent has a row here', () => {
  const answered = Object.entries(dialects).filter(([, { agent }]) => agent !== undefined)
  expect(answered.map(([name]) => name).toSorted()).toEqual(Object.keys(personField).toSorted())
})

describe.each([
  ['with texts', { permission: 'ask', user_message: 'for the person', agent_message: 'for the model' } as const],
  ['with one text', { permission: 'ask', user_message: 'for both' } as const],
  ['without a question', { permission: 'ask' } as const],
])('an ask %s that reaches no person', (_, reply) => {
  test.each(Object.entries(personField))('in %s has a code for the person alone', async (name, field) => {
    const { effect, stdout, pending } = await answerTo(name, reply)
    if (effect.kind === 'ask') {
      // The agent asks by itself. If it may refuse without a person, the question waits, and its text has no code.
      const waits = dialects[name]?.agent?.mayRefuseQuestions === true
      expect(pending.map(({ asked }) => asked)).toEqual(waits ? [true] : [])
      for (const { code } of pending) expect(JSON.stringify(stdout)).not.toContain(code)
      return expect(effect.approval).toBeUndefined()
    }
    const code = effect.approval?.code ?? 'none'
    expect(code).toMatch(/^[A-Z0-9]+-[A-Z0-9]+$/)
    const { [field ?? '']: shown, ...rest } = stdout
    expect(JSON.stringify(rest)).not.toContain(code)
    if (field !== null) expect(shown).toContain(`hookline approve ${code}`)
  })
})
