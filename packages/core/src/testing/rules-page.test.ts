import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createHooks } from '../node/create-hooks.ts'
import type { EventName } from '../protocol/events/index.ts'
import { operators } from '../rules/rule.ts'
import { readPage } from './pages.ts'

const page = readPage('docs/rules.md')
const scratch = mkdtempSync(join(tmpdir(), 'hookline-rules-page-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const examples = [...page.matchAll(/^```json\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```$/gm)]
const filled: Readonly<Record<string, object>> = {
  beforeShellExecution: { cwd: '/', sandbox: false },
  beforeSubmitPrompt: { attachments: [] },
  preToolUse: { tool_use_id: '1', cwd: '/' },
}

test('the page has as many examples as files in it', () => {
  expect(examples).toHaveLength(page.match(/^```json$/gm)?.length ?? 0)
})

test.each(examples.map(([, file = '', lines = '']) => [file, lines.trim().split('\n')] as const))(
  'docs/rules.md: %s',
  async (file, lines) => {
    const root = mkdtempSync(join(scratch, 'w-'))
    mkdirSync(join(root, '.hookline'))
    writeFileSync(join(root, '.hookline/hookline.json'), file)
    const hooks = await createHooks({
      workspaceRoots: [root],
      home: scratch,
      trust: 'all',
      onAsk: 'host',
      watch: false,
    })
    expect(hooks.problems).toEqual([])
    for (const line of lines) {
      const [, verdict, event = '', input = '', after] = /^(\w+) +(\w+) (\{.*?\})(?: => (\{.*\}))?$/.exec(line) ?? []
      const effect = await hooks.fire(event as EventName, { ...filled[event], ...JSON.parse(input) } as never)
      expect([line, effect.verdict]).toEqual([line, verdict])
      if (after !== undefined) expect(effect.input).toMatchObject({ tool_input: JSON.parse(after) })
    }
    await hooks.close()
  },
)

test('the page knows every operator and every key', () => {
  const keys = [
    ...operators,
    ...'when verdict replace updated_input updated_content user_message agent_message additional_context'.split(' '),
    ...'followup_message env all any not field ignore_case join program words any_word any_arg no_word'.split(' '),
  ]
  expect(keys.filter((key) => !new RegExp(`\`[^\`\n]*\\b${key}\\b`).test(page))).toEqual([])
})
