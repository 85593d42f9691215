/** Where Claude Code starts, what switches hooks off, and what passes no hook at all. */
import { join } from 'node:path'
import { expect } from 'vitest'
import { eachVersion, fullOnly, sampled } from '../subjects.ts'
import { prepareTrial, runTrial, type Setup } from '../trial.ts'
import { claudeCode } from './agent.ts'

const { shell, write } = claudeCode.acts
const deny = '#!/bin/sh\necho \'{"permission":"deny","agent_message":"not here"}\'\n'
const denied: Setup = {
  files: { 'deny.sh': deny, 'sub/deep/readme.txt': 'a directory' },
  hooks: { beforeShellExecution: [{ command: './deny.sh' }] },
  turns: [shell('touch acted')],
}

eachVersion(claudeCode, 'Workspaces, settings and records', (subject) => {
  sampled('started in a sub-directory, with the entry at user level: the hooks of the project above hold', async () => {
    const trial = await prepareTrial(subject, {
      ...denied,
      connect: 'user',
      homeFiles: { '.cursor/note.sh': '#!/bin/sh\ncat > /dev/null\n' },
      userHooks: { beforeShellExecution: [{ command: './note.sh' }] },
    })
    const { results, records } = await trial.prompt({ cwd: join(trial.place.root, 'sub/deep') })
    expect(trial.place.exists('sub/deep/acted')).toBe(false)
    expect(results).toMatchObject([{ text: expect.stringContaining('not here'), isError: true }])
    expect(records).toMatchObject([{ kind: 'refuse' }])
  })

  sampled('disableAllHooks: the command runs, and doctor says that nothing guards', async () => {
    const trial = await prepareTrial(subject, {
      ...denied,
      prepare: async (place) => {
        place.write({ '.claude/settings.local.json': { disableAllHooks: true } })
        await place.hookline(['trust', 'add', '--yes'], [0, 1])
      },
    })
    const { records } = await trial.prompt()
    expect(trial.place.exists('acted')).toBe(true)
    expect(records).toEqual([])
    const doctor = await trial.place.hookline(['doctor', '--prove'], [0, 1])
    expect(doctor.stdout).toContain('disableAllHooks')
    expect(doctor.stdout).not.toContain('PROVED: its own command')
  })

  // Measured in all combinations of user, project and local settings: the nearest file that has the key decides.
  for (const [where, user, project] of [
    ['user settings, switched on again in the project', true, false],
    ['the project, switched on in the user settings', false, true],
  ] as const)
    fullOnly(`disableAllHooks in ${where}: the project decides`, async () => {
      const trial = await prepareTrial(subject, {
        ...denied,
        files: { ...denied.files, '.claude/settings.json': { disableAllHooks: project } },
        homeFiles: { '.claude/settings.json': { disableAllHooks: user } },
      })
      const { records } = await trial.prompt()
      expect(trial.place.exists('acted')).toBe(project)
      expect(records).toHaveLength(project ? 0 : 1)
      const doctor = await trial.place.hookline(['doctor', '--prove'], [0, 1])
      expect(doctor.stdout.includes('disableAllHooks')).toBe(project)
    })

  sampled('a command inside a slash command runs without any hook, and check names the file', async () => {
    const trial = await prepareTrial(subject, {
      ...denied,
      files: {
        ...denied.files,
        '.claude/commands/status.md': '---\nallowed-tools: Bash(touch:*)\n---\nState: !`touch inline`\n',
      },
    })
    const { records } = await trial.prompt({ text: '/status' })
    expect(trial.place.exists('inline')).toBe(true)
    expect(records.filter(({ input }) => JSON.stringify(input).includes('touch inline'))).toEqual([])
    const check = await trial.place.hookline(['check'], [0, 1])
    expect(check.stdout + check.stderr).toContain('status.md')
  })

  sampled('two calls in one message are judged one by one', async () => {
    const guard = '#!/bin/sh\ngrep -q "touch second" && echo \'{"permission":"deny"}\' || echo {}\n'
    const { place, results } = await runTrial(subject, {
      files: { 'guard.sh': guard },
      hooks: { beforeShellExecution: [{ command: './guard.sh' }] },
      turns: [[shell('touch first'), shell('touch second')]],
    })
    expect([place.exists('first'), place.exists('second')]).toEqual([true, false])
    expect(results.map(({ isError }) => isError)).toEqual([false, true])
  })

  sampled('an allow of a hook does not grant what the permissions of Claude Code deny', async () => {
    const { place } = await runTrial(subject, {
      files: {
        'allow.sh': '#!/bin/sh\necho \'{"permission":"allow"}\'\n',
        '.claude/settings.json': { permissions: { deny: ['Bash(touch:*)'] } },
      },
      hooks: { beforeShellExecution: [{ command: './allow.sh' }] },
      turns: [shell('touch acted')],
    })
    expect(place.exists('acted')).toBe(false)
  })

  sampled('afterFileEdit sees the file that Write made', async () => {
    const { place } = await runTrial(subject, {
      files: { 'keep.sh': '#!/bin/sh\ncat > seen.json\n' },
      hooks: { afterFileEdit: [{ command: './keep.sh' }] },
      turns: [write('made.txt', 'hello\n')],
    })
    expect(place.read('made.txt')).toBe('hello\n')
    expect(JSON.parse(place.read('seen.json'))).toMatchObject({ file_path: join(place.root, 'made.txt') })
  })

  sampled(
    'the record names the agent, its version and its model, and the output of a failing command is as it was',
    async () => {
      const { records, place } = await runTrial(subject, {
        files: { 'keep.sh': '#!/bin/sh\ncat > seen.json\n' },
        hooks: { afterShellExecution: [{ command: './keep.sh' }] },
        turns: [shell('echo broken; exit 3')],
      })
      expect(JSON.parse(place.read('seen.json'))).toMatchObject({ output: 'broken' })
      expect(records[0]?.host).toMatchObject({ name: expect.stringContaining('claude'), version: subject.version })
      expect(records[0]?.input).toMatchObject({ model: expect.stringContaining('claude-') })
    },
  )
})
