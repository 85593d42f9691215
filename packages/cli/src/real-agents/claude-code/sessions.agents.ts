/** Tests sessions, prompts and subagents, for some of which Claude Code cannot deny at the event itself. */
import { expect } from 'vitest'
import { eachVersion, sampled } from '../subjects.ts'
import { prepareTrial, runTrial } from '../trial.ts'
import { claudeCode } from './agent.ts'

const { shell } = claudeCode.tools

const startSubagent = {
  name: 'Agent',
  input: { description: 'look around', prompt: 'SUBAGENT: look around', subagent_type: 'general-purpose' },
}
const subagent = { turns: [startSubagent], others: { 'SUBAGENT:': [shell('touch subagent-acted')] } }
const deny = '#!/bin/sh\necho \'{"permission":"deny","user_message":"no helpers here"}\'\n'

eachVersion(claudeCode, 'Sessions, prompts and subagents', (subject) => {
  sampled('a subagent that no hook denies starts and runs its command', async () => {
    const { sandbox } = await runTrial(subject, { connect: 'none', ...subagent })
    expect(sandbox.exists('subagent-acted')).toBe(true)
  })

  sampled('a subagent that subagentStart denies does not start, and the model receives the reason', async () => {
    const { sandbox, results, records, conversations } = await runTrial(subject, {
      files: { 'deny.sh': deny },
      hooks: { subagentStart: [{ command: './deny.sh' }] },
      ...subagent,
    })
    expect(sandbox.exists('subagent-acted')).toBe(false)
    expect(conversations.some(({ opening }) => opening.includes('SUBAGENT:'))).toBe(false)
    expect(results).toMatchObject([{ text: expect.stringContaining('no helpers here'), isError: true }])
    expect(records).toMatchObject([{ event: 'subagentStart', verdict: 'deny', kind: 'refuse' }])
  })

  sampled('a subagentStart hook receives the type and the task, and its matcher selects by type', async () => {
    const { sandbox } = await runTrial(subject, {
      files: { 'keep.sh': '#!/bin/sh\ncat > seen.json\n', 'deny.sh': deny },
      hooks: {
        subagentStart: [
          { command: './keep.sh', matcher: 'general' },
          { command: './deny.sh', matcher: 'explore' },
        ],
      },
      ...subagent,
    })
    expect(JSON.parse(sandbox.read('seen.json'))).toMatchObject({ task: 'SUBAGENT: look around' })
    expect(sandbox.exists('subagent-acted')).toBe(true)
  })

  sampled('in a denied session no prompt reaches the model and no command runs', async () => {
    const trial = await prepareTrial(subject, {
      files: { 'closed.sh': '#!/bin/sh\necho \'{"continue":false,"user_message":"closed for today"}\'\n' },
      hooks: { sessionStart: [{ command: './closed.sh' }] },
      turns: [shell('touch acted')],
    })
    const { records, modelReceived, stdout } = await trial.prompt({ text: 'please start' })
    expect(trial.sandbox.exists('acted')).toBe(false)
    expect(modelReceived('please start') ? 'the prompt was sent' : stdout).toContain('closed for today')
    // Claude Code itself continues at this event. Hookline applies the denial to the following events.
    expect(records.find(({ event }) => event === 'sessionStart')).toMatchObject({
      verdict: 'deny',
      kind: 'proceed',
      unenforced: 'later',
    })
    expect(records.find(({ event }) => event === 'beforeSubmitPrompt')).toMatchObject({ kind: 'refuse' })
  })

  sampled('the model receives the context of an allowed session', async () => {
    const { modelReceived, sandbox } = await runTrial(subject, {
      files: { 'context.sh': '#!/bin/sh\necho \'{"additional_context":"the build is red today"}\'\n' },
      hooks: { sessionStart: [{ command: './context.sh' }] },
      turns: [shell('touch acted')],
    })
    expect(modelReceived('the build is red today')).toBe(true)
    expect(sandbox.exists('acted')).toBe(true)
  })

  sampled('a denied prompt does not reach the model', async () => {
    const { modelReceived, stdout, sandbox } = await runTrial(
      subject,
      {
        files: { 'refuse.sh': '#!/bin/sh\necho \'{"continue":false,"user_message":"ask someone else"}\'\n' },
        hooks: { beforeSubmitPrompt: [{ command: './refuse.sh' }] },
        turns: [shell('touch acted')],
      },
      { text: 'please start' },
    )
    expect(modelReceived('please start')).toBe(false)
    expect(stdout).toContain('ask someone else')
    expect(sandbox.exists('acted')).toBe(false)
  })

  sampled('the follow-up of a stop hook is the next message that the model receives', async () => {
    const { modelReceived, sandbox } = await runTrial(subject, {
      files: {
        'more.sh':
          '#!/bin/sh\nfgrep -q \'"loop_count":0\' && echo \'{"followup_message":"now the tests"}\' || echo {}\n',
      },
      hooks: { stop: [{ command: './more.sh' }] },
      turns: ['done', shell('touch acted')],
    })
    expect(modelReceived('now the tests')).toBe(true)
    expect(sandbox.exists('acted')).toBe(true)
  })
})
