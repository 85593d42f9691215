/** Tests on every agent what hooks decide about prompts, reads, writes, MCP calls, subagents, stops and sessions. */
import { join } from 'node:path'
import type { ToolCall } from '@hookline/models/testing'
import { expect } from 'vitest'
import { actsRows } from './acts-rows.ts'
import type { Files } from './agent.ts'
import { eachVersion, forTable, measured } from './subjects.ts'
import { prepareTrial, runTrial } from './trial.ts'

const reply = (value: object): Files => ({ 'hook.sh': `#!/bin/sh\nprintf '%s' '${JSON.stringify(value)}'\n` })
const on = (event: string, more: object = {}) => ({ [event]: [{ command: './hook.sh', ...more }] })
const blocks = (happened: boolean): string => (happened ? 'happens' : 'blocks')

for (const { agent, mcp, subagent, read, refusesRedaction, endsAtStop } of actsRows)
  eachVersion(agent, 'Prompts, reads, writes, MCP calls and sessions', (subject) => {
    const { shell, write } = agent.tools

    const redaction = refusesRedaction
      ? 'a read whose text a hook replaces is refused'
      : 'the model gets the redacted text of a file, and not the original'
    forTable(
      redaction,
      async (context) => {
        const turns: ToolCall[] = []
        const trial = await prepareTrial(subject, {
          files: {
            ...reply({ permission: 'allow', updated_content: 'token: [redacted]\n' }),
            'a.txt': 'token: original\n',
          },
          connect: 'user',
          hooks: on('beforeReadFile'),
          turns,
        })
        turns.push(read(join(trial.sandbox.root, 'a.txt')))
        const { modelReceived, results } = await trial.prompt()
        const [original, redacted] = [modelReceived('token: original'), modelReceived('[redacted]')]
        const refused = results[0]?.text.includes('updated_content') === true
        const text = redacted ? 'the redacted text' : 'none, refused'
        measured(context, 'redaction of a read', original || !(redacted || refused) ? 'the original' : text)
        expect({ original, redacted, refused }).toEqual({
          original: false,
          redacted: refusesRedaction !== true,
          refused: refusesRedaction === true,
        })
      },
      true,
    )

    forTable('a denied write does not happen', async (context) => {
      const turns: ToolCall[] = []
      const trial = await prepareTrial(subject, {
        files: reply({ permission: 'deny', agent_message: 'not this file' }),
        hooks: on('preToolUse', { matcher: 'Write' }),
        turns,
      })
      turns.push(write(join(trial.sandbox.root, 'b.txt'), 'bee\n'))
      const { modelReceived } = await trial.prompt()
      const written = trial.sandbox.exists('b.txt')
      measured(context, 'denied write', blocks(written))
      expect({ written, reason: modelReceived('not this file') }).toEqual({ written: false, reason: true })
    })

    forTable('a denied MCP call does not happen', async (context) => {
      const { modelReceived } = await runTrial(
        subject,
        {
          turns: [mcp.echo],
          files: { ...mcp.files, ...reply({ permission: 'deny', agent_message: 'not this server' }) },
          hooks: on('beforeMCPExecution', { matcher: 'echo' }),
        },
        mcp.options,
      )
      const called = modelReceived('Echo: original text')
      measured(context, 'denied MCP call', blocks(called))
      expect({ called, reason: modelReceived('not this server') }).toEqual({ called: false, reason: true })
    })

    forTable('the replaced result of an MCP call is what the model gets', async (context) => {
      const { modelReceived } = await runTrial(
        subject,
        {
          turns: [mcp.echo],
          files: {
            ...mcp.files,
            ...reply({ updated_mcp_tool_output: { content: [{ type: 'text', text: '[redacted]' }] } }),
          },
          hooks: on('postToolUse'),
        },
        mcp.options,
      )
      const [original, replaced] = [modelReceived('Echo: original text'), modelReceived('[redacted]')]
      measured(context, 'replaced MCP result', replaced && !original ? 'the new text' : 'the original')
      expect({ original, replaced }).toEqual({ original: false, replaced: true })
    })

    forTable('a denied prompt does not reach the model', async (context) => {
      const { conversations, sandbox, records } = await runTrial(subject, {
        files: reply({ continue: false, user_message: 'ask someone else' }),
        hooks: on('beforeSubmitPrompt'),
        turns: [shell('touch acted')],
      })
      measured(context, 'denied prompt', blocks(conversations.length > 0))
      expect([conversations.length, sandbox.exists('acted')]).toEqual([0, false])
      expect(records).toMatchObject([{ event: 'beforeSubmitPrompt', kind: 'refuse' }])
    })

    forTable('the model gets the context of an allowed prompt', async (context) => {
      const { modelReceived, sandbox } = await runTrial(subject, {
        files: reply({ additional_context: 'the build is red today' }),
        hooks: on('beforeSubmitPrompt'),
        turns: [shell('touch acted')],
      })
      const received = modelReceived('the build is red today')
      measured(context, 'context of a prompt', received ? 'it' : 'nothing')
      expect([received, sandbox.exists('acted')]).toEqual([true, true])
    })

    forTable('in a denied session no prompt reaches the model', async (context) => {
      const { conversations, sandbox } = await runTrial(subject, {
        files: reply({ continue: false, user_message: 'closed for today' }),
        hooks: on('sessionStart'),
        turns: [shell('touch acted')],
      })
      measured(context, 'denied session', blocks(conversations.length > 0))
      expect([conversations.length, sandbox.exists('acted')]).toEqual([0, false])
    })

    forTable('the model gets the context of a session', async (context) => {
      const { modelReceived } = await runTrial(subject, {
        files: reply({ additional_context: 'the build is red today' }),
        hooks: on('sessionStart'),
        turns: [],
      })
      const received = modelReceived('the build is red today')
      measured(context, 'context of a session', received ? 'it' : 'nothing')
      expect(received).toBe(true)
    })

    const others = { 'SUBAGENT:': [shell('touch subagent-acted')] }
    forTable('a subagent that subagentStart denies does not start', async (context) => {
      const { sandbox, modelReceived, conversations } = await runTrial(subject, {
        files: reply({ permission: 'deny', user_message: 'no helpers here' }),
        hooks: on('subagentStart'),
        turns: subagent,
        others,
      })
      const started = conversations.some(({ opening }) => opening.includes('SUBAGENT:'))
      measured(context, 'denied subagent', blocks(started))
      expect([started, sandbox.exists('subagent-acted')]).toEqual([false, false])
      expect(modelReceived('no helpers here')).toBe(true)
    })

    const followUp = endsAtStop
      ? 'a follow-up comes too late, because the agent has ended'
      : 'a follow-up continues the turn, and a later stop is not the first'
    forTable(followUp, async (context) => {
      const { modelReceived, sandbox, conversations } = await runTrial(subject, {
        files: {
          'hook.sh': `#!/bin/sh\nif grep -q '"loop_count":0'; then printf '{"followup_message":"run the tests"}'; fi\n`,
        },
        hooks: on('stop'),
        turns: ['finished', shell('touch acted')],
      })
      const continued = modelReceived('run the tests')
      measured(context, 'follow-up of a stop', continued ? 'continues' : 'ends')
      expect([continued, sandbox.exists('acted'), conversations.length]).toEqual(
        endsAtStop ? [false, false, 1] : [true, true, 3],
      )
    })
  })
