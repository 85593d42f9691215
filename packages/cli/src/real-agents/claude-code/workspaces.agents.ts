/** Tests where Claude Code is started, which settings disable hooks, and what runs without any hook. */
import { join } from 'node:path'
import { expect } from 'vitest'
import { eachVersion, fullOnly, sampled } from '../subjects.ts'
import { prepareTrial, runTrial, type TrialSetup } from '../trial.ts'
import { claudeCode } from './agent.ts'

const { shell, write } = claudeCode.tools
const deny = '#!/bin/sh\necho \'{"permission":"deny","agent_message":"not here"}\'\n'
const denied: TrialSetup = {
  files: { 'deny.sh': deny, 'sub/deep/readme.txt': 'a directory' },
  hooks: { beforeShellExecution: [{ command: './deny.sh' }] },
  turns: [shell('touch acted')],
}

eachVersion(claudeCode, 'Workspaces, settings and records', (subject) => {
  sampled(
    'started in a subdirectory, with the entry in the user settings: the hooks of the project apply',
    async () => {
      const trial = await prepareTrial(subject, {
        ...denied,
        connect: 'user',
        homeFiles: { '.cursor/note.sh': '#!/bin/sh\ncat > /dev/null\n' },
        userHooks: { beforeShellExecution: [{ command: './note.sh' }] },
      })
      const { results, records } = await trial.prompt({ cwd: join(trial.sandbox.root, 'sub/deep') })
      expect(trial.sandbox.exists('sub/deep/acted')).toBe(false)
      expect(results).toMatchObject([{ text: expect.stringContaining('not here'), isError: true }])
      expect(records).toMatchObject([{ kind: 'refuse' }])
    },
  )

  sampled('disableAllHooks: the command runs, and doctor reports that no hook is active', async () => {
    const trial = await prepareTrial(subject, {
      ...denied,
      prepare: async (sandbox) => {
        sandbox.write({ '.claude/settings.local.json': { disableAllHooks: true } })
        await sandbox.hookline(['trust', 'add', '--yes'], [0, 1])
      },
    })
    const { records } = await trial.prompt()
    expect(trial.sandbox.exists('acted')).toBe(true)
    expect(records).toEqual([])
    const doctor = await trial.sandbox.hookline(['doctor', '--prove'], [0, 1])
    expect(doctor.stdout).toContain('disableAllHooks')
    expect(doctor.stdout).not.toContain('PROVED: its own command')
  })

  // Measured with all combinations of user, project and local settings: the nearest file that has the key decides.
  for (const [where, user, project] of [
    ['the user settings, but hooks enabled in the project', true, false],
    ['the project, but hooks enabled in the user settings', false, true],
  ] as const)
    fullOnly(`disableAllHooks in ${where}: the project decides`, async () => {
      const trial = await prepareTrial(subject, {
        ...denied,
        files: { ...denied.files, '.claude/settings.json': { disableAllHooks: project } },
        homeFiles: { '.claude/settings.json': { disableAllHooks: user } },
      })
      const { records } = await trial.prompt()
      expect(trial.sandbox.exists('acted')).toBe(project)
      expect(records).toHaveLength(project ? 0 : 1)
      const doctor = await trial.sandbox.hookline(['doctor', '--prove'], [0, 1])
      expect(doctor.stdout.includes('disableAllHooks')).toBe(project)
    })

  sampled('a command inside a slash command runs without any hook, and check reports the file', async () => {
    const trial = await prepareTrial(subject, {
      ...denied,
      files: {
        ...denied.files,
        '.claude/commands/status.md': '---\nallowed-tools: Bash(touch:*)\n---\nState: !`touch inline`\n',
      },
    })
    const { records } = await trial.prompt({ text: '/status' })
    expect(trial.sandbox.exists('inline')).toBe(true)
    expect(records.filter(({ input }) => JSON.stringify(input).includes('touch inline'))).toEqual([])
    const check = await trial.sandbox.hookline(['check'], [0, 1])
    expect(check.stdout + check.stderr).toContain('status.md')
  })

  sampled('hooks decide on each of two tool calls in one message', async () => {
    const guard = '#!/bin/sh\ngrep -q "touch second" && echo \'{"permission":"deny"}\' || echo {}\n'
    const { sandbox, results } = await runTrial(subject, {
      files: { 'guard.sh': guard },
      hooks: { beforeShellExecution: [{ command: './guard.sh' }] },
      turns: [[shell('touch first'), shell('touch second')]],
    })
    expect([sandbox.exists('first'), sandbox.exists('second')]).toEqual([true, false])
    expect(results.map(({ isError }) => isError)).toEqual([false, true])
  })

  sampled('a hook cannot allow what the permissions of Claude Code deny', async () => {
    const { sandbox } = await runTrial(subject, {
      files: {
        'allow.sh': '#!/bin/sh\necho \'{"permission":"allow"}\'\n',
        '.claude/settings.json': { permissions: { deny: ['Bash(touch:*)'] } },
      },
      hooks: { beforeShellExecution: [{ command: './allow.sh' }] },
      turns: [shell('touch acted')],
    })
    expect(sandbox.exists('acted')).toBe(false)
  })

  sampled('afterFileEdit receives the path of a file that Write created', async () => {
    const { sandbox } = await runTrial(subject, {
      files: { 'keep.sh': '#!/bin/sh\ncat > seen.json\n' },
      hooks: { afterFileEdit: [{ command: './keep.sh' }] },
      turns: [write('made.txt', 'hello\n')],
    })
    expect(sandbox.read('made.txt')).toBe('hello\n')
    expect(JSON.parse(sandbox.read('seen.json'))).toMatchObject({ file_path: join(sandbox.root, 'made.txt') })
  })

  sampled(
    'the record has the agent, its version and its model, and the unchanged output of a failing command',
    async () => {
      const { records, sandbox } = await runTrial(subject, {
        files: { 'keep.sh': '#!/bin/sh\ncat > seen.json\n' },
        hooks: { afterShellExecution: [{ command: './keep.sh' }] },
        turns: [shell('echo broken; exit 3')],
      })
      expect(JSON.parse(sandbox.read('seen.json'))).toMatchObject({ output: 'broken' })
      expect(records[0]?.host).toMatchObject({ name: expect.stringContaining('claude'), version: subject.version })
      expect(records[0]?.input).toMatchObject({ model: expect.stringContaining('claude-') })
    },
  )
})
