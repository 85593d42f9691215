/** Tests what hooks decide about prompts, reads, writes, MCP calls, subagents, stops and sessions, and what happens without Hookline. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ToolCall } from '@hookline/models/testing'
import { expect } from 'vitest'
import type { Files, RealAgent } from './agent.ts'
import { everything } from './claude-code/mcp-server.ts'
import { copilot } from './copilot/agent.ts'
import { opencode } from './opencode/agent.ts'
import { qwenCode } from './qwen-code/agent.ts'
import { eachVersion, fullOnly, sampled } from './subjects.ts'
import { prepareTrial, runTrial } from './trial.ts'

interface Acts {
  readonly agent: RealAgent
  readonly mcp: { readonly files: Files; readonly args: readonly string[]; readonly echo: ToolCall }
  readonly subagent: ToolCall
  /** It ends with the turn, so a follow-up comes too late. */
  readonly endsAtStop?: true
  /** Where `connect` writes its calls for the user. */
  readonly userFile: string
}

const { everything: server } = everything.files['mcp.json'].mcpServers
const prompt = 'SUBAGENT: look around'

const rows: readonly Acts[] = [
  {
    agent: copilot,
    mcp: {
      files: everything.files,
      args: ['--additional-mcp-config', '@mcp.json'],
      echo: { name: 'everything-echo', input: { message: 'original text' } },
    },
    subagent: { name: 'task', input: { agent_type: 'general-purpose', description: 'look', name: 'look', prompt } },
    userFile: '.copilot/hooks/hookline.json',
  },
  {
    agent: opencode,
    mcp: {
      files: { 'opencode.json': { mcp: { everything: { type: 'local', command: [server.command, ...server.args] } } } },
      args: [],
      echo: { name: 'everything_echo', input: { message: 'original text' } },
    },
    subagent: { name: 'task', input: { description: 'look', prompt, subagent_type: 'general' } },
    endsAtStop: true,
    userFile: '.config/opencode/plugins/hookline.js',
  },
  {
    agent: qwenCode,
    mcp: { files: everything.files, args: ['--mcp-config', 'mcp.json'], echo: everything.echo('original text') },
    subagent: { name: 'agent', input: { description: 'look', prompt, subagent_type: 'general-purpose' } },
    userFile: '.qwen/settings.json',
  },
]

const reply = (value: object): Files => ({ 'hook.sh': `#!/bin/sh\nprintf '%s' '${JSON.stringify(value)}'\n` })
const on = (event: string, more: object = {}) => ({ [event]: [{ command: './hook.sh', ...more }] })

for (const { agent, mcp, subagent, endsAtStop, userFile } of rows)
  eachVersion(agent, 'Prompts, reads, writes, MCP calls and sessions', (subject) => {
    const { shell, read, write } = agent.tools

    sampled('the model gets the redacted text of a file, and not the original', async () => {
      const turns: ToolCall[] = []
      const trial = await prepareTrial(subject, {
        files: {
          ...reply({ permission: 'allow', updated_content: 'token: [redacted]\n' }),
          'a.txt': 'token: original\n',
        },
        // In a workspace's own entries Hookline does not see that the agent calls it after the read, and refuses the read.
        connect: 'user',
        hooks: on('beforeReadFile'),
        turns,
      })
      turns.push(read(join(trial.sandbox.root, 'a.txt')))
      const { modelReceived } = await trial.prompt()
      expect({ original: modelReceived('original'), redacted: modelReceived('[redacted]') }).toEqual({
        original: false,
        redacted: true,
      })
    })

    fullOnly('a denied write does not happen', async () => {
      const turns: ToolCall[] = []
      const trial = await prepareTrial(subject, {
        files: reply({ permission: 'deny', agent_message: 'not this file' }),
        hooks: on('preToolUse', { matcher: 'Write' }),
        turns,
      })
      turns.push(write(join(trial.sandbox.root, 'b.txt'), 'bee\n'))
      const { modelReceived } = await trial.prompt()
      expect({ written: trial.sandbox.exists('b.txt'), reason: modelReceived('not this file') }).toEqual({
        written: false,
        reason: true,
      })
    })

    fullOnly('a denied MCP call does not happen, and a replaced result is what the model gets', async () => {
      const setup = { turns: [mcp.echo] }
      const denied = await runTrial(
        subject,
        {
          ...setup,
          files: { ...mcp.files, ...reply({ permission: 'deny', agent_message: 'not this server' }) },
          hooks: on('beforeMCPExecution', { matcher: 'echo' }),
        },
        { args: mcp.args },
      )
      expect([denied.modelReceived('Echo: original text'), denied.modelReceived('not this server')]).toEqual([
        false,
        true,
      ])
      const content = [{ type: 'text', text: '[redacted]' }]
      const replaced = await runTrial(
        subject,
        {
          ...setup,
          files: { ...mcp.files, ...reply({ updated_mcp_tool_output: { content } }) },
          hooks: on('postToolUse'),
        },
        { args: mcp.args },
      )
      expect([replaced.modelReceived('Echo: original text'), replaced.modelReceived('[redacted]')]).toEqual([
        false,
        true,
      ])
    })

    fullOnly('a denied prompt does not reach the model, and the context of an allowed one does', async () => {
      const denied = await runTrial(subject, {
        files: reply({ continue: false, user_message: 'ask someone else' }),
        hooks: on('beforeSubmitPrompt'),
        turns: [shell('touch acted')],
      })
      expect([denied.conversations.length, denied.sandbox.exists('acted')]).toEqual([0, false])
      const allowed = await runTrial(subject, {
        files: reply({ additional_context: 'the build is red today' }),
        hooks: on('beforeSubmitPrompt'),
        turns: [shell('touch acted')],
      })
      expect([allowed.modelReceived('the build is red today'), allowed.sandbox.exists('acted')]).toEqual([true, true])
    })

    fullOnly('in a denied session no prompt reaches the model', async () => {
      const { conversations, sandbox } = await runTrial(subject, {
        files: reply({ continue: false, user_message: 'closed for today' }),
        hooks: on('sessionStart'),
        turns: [shell('touch acted')],
      })
      expect([conversations.length, sandbox.exists('acted')]).toEqual([0, false])
    })

    fullOnly('a subagent that subagentStart denies does not start', async () => {
      const { sandbox, modelReceived } = await runTrial(subject, {
        files: reply({ permission: 'deny', user_message: 'no helpers here' }),
        hooks: on('subagentStart'),
        turns: [subagent],
        others: { 'SUBAGENT:': [shell('touch subagent-acted')] },
      })
      expect([sandbox.exists('subagent-acted'), modelReceived('no helpers here')]).toEqual([false, true])
    })

    if (endsAtStop !== true)
      fullOnly('a follow-up continues the turn, and a later stop is not the first', async () => {
        const { modelReceived, conversations } = await runTrial(subject, {
          files: {
            'hook.sh': `#!/bin/sh\nif grep -q '"loop_count":0'; then printf '{"followup_message":"run the tests"}'; fi\n`,
          },
          hooks: on('stop'),
          turns: ['finished'],
        })
        expect([modelReceived('run the tests'), conversations.length]).toEqual([true, 2])
      })

    fullOnly('if Hookline is missing or killed, what the user connected refuses', async () => {
      for (const broken of ['/nowhere/hookline', "sh -c 'kill -9 $$'"]) {
        const { sandbox, conversations } = await runTrial(subject, {
          connect: 'user',
          turns: [shell('touch acted')],
          prepare: ({ home, writeHome }) => {
            const text = readFileSync(join(home, userFile), 'utf8')
            const encoded = JSON.stringify(broken).slice(1, -1)
            writeHome({ [userFile]: text.replaceAll(/"command": "\S+ \S+ run /g, () => `"command": "${encoded} run `) })
          },
        })
        expect([conversations.length, sandbox.exists('acted')]).toEqual([0, false])
      }
    })
  })
