import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHooks, type Hooks } from '@hookline/core/node'
import { describe, expect, test } from 'vitest'
import { changedLines } from './format-on-edit/pack.ts'
import { workspace } from './testing/workspace.ts'

/** Tests the packs that have effects, with real programs and files. */
describe('session-context', () => {
  const start = (hooks: Hooks) => hooks.fire('sessionStart', { session_id: 's', is_background_agent: false })

  test('adds the branch, the changed files, the plan and missing programs', async () => {
    const { root, hooks, write } = await workspace({ 'session-context': { checks: ['sh', 'no-such-program'] } })
    spawnSync('git', ['init', '-q', '-b', 'topic'], { cwd: root })
    write('work/PLAN.md', '# Ship it\n')
    const { context } = await start(hooks)
    expect(context).toContain('Branch: No commits yet on topic')
    expect(context).toContain('?? PLAN.md')
    expect(context).toContain('PLAN.md:\n# Ship it')
    expect(context).toContain('Not installed here: no-such-program')
  })

  test('respects its maximum length, hides secrets, and starts no program of the repository', async () => {
    const { root, hooks, write } = await workspace({ 'session-context': { maxChars: 300 } })
    spawnSync('git', ['init', '-q'], { cwd: root })
    spawnSync('git', ['config', 'core.fsmonitor', 'touch ran; false'], { cwd: root })
    const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
    write('work/NOTES.md', `key ${token}\n${'long '.repeat(500)}`)
    const { context = '' } = await start(hooks)
    expect(context.length).toBeLessThanOrEqual(300)
    expect(context).toContain('[redacted:github]')
    expect(spawnSync('ls', [join(root, 'ran')]).status).not.toBe(0)
  })

  test('adds nothing if there is no content', async () => {
    const { hooks } = await workspace({ 'session-context': {} })
    expect((await start(hooks)).context).toBeUndefined()
  })
})

describe('format-on-edit', () => {
  const edit = (hooks: Hooks, path: string) => hooks.fire('afterFileEdit', { file_path: path, edits: [] })
  const prettier = '#!/bin/sh\nfor last; do :; done\necho formatted > "$last"\n'

  test("formats the edited file with the workspace's own formatter", async () => {
    const { hooks, write } = await workspace({ 'format-on-edit': {} })
    write('work/node_modules/.bin/prettier', prettier, 0o755)
    const [file, other, made] = [write('work/src/a.ts', 'x'), write('work/src/b.ts', 'x'), write('work/dist/c.ts', 'x')]
    const { runs } = await edit(hooks, file)
    expect(runs[0]).toMatchObject({ note: 'formatted (2 lines)', stdout: '', outcome: { kind: 'silent' } })
    expect((await edit(hooks, file)).runs[0]).not.toHaveProperty('note')
    await edit(hooks, made)
    expect([file, other, made].map((path) => readFileSync(path, 'utf8'))).toEqual(['formatted\n', 'x', 'x'])
  })

  test('formats edits of inline completion if enabled', async () => {
    for (const [tab, text] of [
      [false, 'x'],
      [true, 'formatted\n'],
    ] as const) {
      const { hooks, write } = await workspace({ 'format-on-edit': { tab } })
      write('work/node_modules/.bin/prettier', prettier, 0o755)
      const file = write('work/src/a.ts', 'x')
      await hooks.fire('afterTabFileEdit', { file_path: file, edits: [] })
      expect(readFileSync(file, 'utf8')).toBe(text)
    }
  })

  test('counts changed lines as a person does', () => {
    expect(changedLines('a\nb\nc\n', 'a\nb\nc\n')).toBe(0)
    expect(changedLines('a \nb\nc \n', 'a\nb\nc\n')).toBe(2)
    expect(changedLines('a\nb; c\nd\n', 'a\nb\nc\nd\n')).toBe(2)
    expect(changedLines('a\nb\n', 'a\n')).toBe(1)
  })

  test('reports a failing formatter as a failed hook with its output', async () => {
    const { hooks, write } = await workspace({ 'format-on-edit': { tools: ['prettier'] } })
    write('work/node_modules/.bin/prettier', '#!/bin/sh\necho no parser >&2\nexit 2\n', 0o755)
    const { runs } = await edit(hooks, write('work/a.ts', 'x'))
    expect(runs[0]?.outcome.kind).toBe('failed')
    expect(runs[0]?.stderr).toContain('prettier exited with 2: no parser')
  })

  test("runs no program of a workspace if it is enabled in the person's own file", async () => {
    const { hooks, write } = await workspace({ 'format-on-edit': {} }, 'user')
    write('work/node_modules/.bin/prettier', prettier, 0o755)
    const file = write('work/a.ts', 'x')
    await edit(hooks, file)
    expect(readFileSync(file, 'utf8')).toBe('x')
  })
})

describe('verify-on-stop', () => {
  const stop = (hooks: Hooks, more: object = {}) =>
    hooks.fire('stop', { status: 'completed', loop_count: 0, conversation_id: 'c1', ...more } as never)

  test('sends the agent back with the end of the output, a limited number of times', async () => {
    const commands = ['true', 'echo why; exit 3']
    const { hooks } = await workspace({ 'verify-on-stop': { commands, noProgressStop: false } })
    expect((await stop(hooks)).followUp).toMatch(/^verify-on-stop: echo why; exit 3 exited with 3\. [\s\S]*\n\nwhy$/)
    expect((await stop(hooks, { loop_count: 2 })).plan.skipped[0]?.why).toBe('loop-limit')
  })

  test('stops if the failure is the same as before', async () => {
    const { root, hooks } = await workspace({ 'verify-on-stop': { commands: ['cat log; false'] } })
    writeFileSync(join(root, 'log'), 'one')
    expect((await stop(hooks)).followUp).toContain('one')
    expect((await stop(hooks)).followUp).toBeUndefined()
    writeFileSync(join(root, 'log'), 'two')
    expect((await stop(hooks)).followUp).toContain('two')
    expect((await stop(hooks, { conversation_id: 'c2' })).followUp).toContain('two')
  })

  test('has no opinion if the checks pass, the person aborted, or the workspace did not enable it', async () => {
    const fine = await workspace({ 'verify-on-stop': { commands: ['true'] } })
    expect((await stop(fine.hooks)).followUp).toBeUndefined()
    const failing = await workspace({ 'verify-on-stop': { commands: ['false'] } })
    expect((await stop(failing.hooks, { status: 'aborted' })).followUp).toBeUndefined()
    const own = await workspace({ 'verify-on-stop': { commands: ['touch ran; false'] } }, 'user')
    expect((await stop(own.hooks)).followUp).toBeUndefined()
  })
})

describe('redact-secrets', () => {
  const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
  const content = `a\nDB_PASSWORD=hunter2hunter2\nkey = '${token}'\nada@acme.dev\n`

  test('removes secrets for completion and agent, and keeps the rest of the file', async () => {
    const { root, hooks } = await workspace({ 'redact-secrets': {} })
    const file_path = join(root, 'a.ts')
    const without = "a\nDB_PASSWORD=[redacted:secret]\nkey = '[redacted:github]'\nada@acme.dev\n"
    expect((await hooks.fire('beforeTabFileRead', { file_path, content })).input.content).toBe(without)
    expect((await hooks.fire('beforeReadFile', { file_path, content, attachments: [] })).input.content).toBe(without)
  })

  test('hides personal data if enabled, and can be disabled for completion or agent', async () => {
    const { root, hooks } = await workspace({ 'redact-secrets': { personal: true, tab: false } })
    const file_path = join(root, 'a.ts')
    expect((await hooks.fire('beforeTabFileRead', { file_path, content })).input.content).toBe(content)
    const read = await hooks.fire('beforeReadFile', { file_path, content, attachments: [] })
    expect(read.input.content).toContain('\n[redacted:email]\n')
  })
})

describe('session-init', () => {
  const start = (hooks: Hooks) => hooks.fire('sessionStart', { session_id: 's', is_background_agent: false })

  test('sets variables for later hooks, and adds the rules and missing requirements', async () => {
    const { hooks, write } = await workspace({
      'session-init': {
        env: ['AUDIT_TAG={project}'],
        context: 'This is {project}.',
        require: ['./a', './b'],
      },
    })
    write('work/a', '')
    const { context, reply } = await start(hooks)
    expect(context).toBe('This is work.\n\nMissing here: ./b. Mention it before you need it.')
    expect(reply.env).toMatchObject({ AUDIT_TAG: 'work' })
  })

  test('passes them to a later hook of the conversation', async () => {
    const { hooks, root, write } = await workspace({ 'session-init': {} }, 'user')
    write(
      'work/.cursor/hooks.json',
      JSON.stringify({
        version: 1,
        hooks: { stop: [{ command: 'echo "{\\"followup_message\\":\\"tag $AUDIT_TAG\\"}"' }] },
      }),
    )
    const again = await createHooks({ workspaceRoots: [root], home: join(root, '../home'), trust: 'all', watch: false })
    await again.fire('sessionStart', { session_id: 'c1', is_background_agent: false, conversation_id: 'c1' } as never)
    const { followUp } = await again.fire('stop', { status: 'completed', loop_count: 0, conversation_id: 'c1' })
    await again.close()
    await hooks.close()
    expect(followUp).toBe('tag work')
  })

  test('refuses the conversation if a requirement is missing', async () => {
    const { hooks } = await workspace({ 'session-init': { require: ['./.env'], onMissing: 'refuse' } })
    const { kind, userMessage } = await start(hooks)
    expect(kind).not.toBe('proceed')
    expect(userMessage).toContain('session-init/require: ./.env must exist')
  })
})
