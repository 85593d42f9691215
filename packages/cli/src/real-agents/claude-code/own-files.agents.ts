/** Tests that hooks in Claude Code's own files have the same effect when Claude Code runs them and when Hookline runs them. */
import { expect } from 'vitest'
import type { Files } from '../agent.ts'
import { eachVersion, fullOnly, sampled } from '../subjects.ts'
import { type PromptOptions, prepareTrial, type Subject, type Trial, type TrialSetup } from '../trial.ts'
import { claudeCode } from './agent.ts'

const { shell } = claudeCode.tools
type Hooks = Readonly<Record<string, readonly object[]>>

interface Comparison {
  readonly hooks: Hooks
  readonly files?: Files
  readonly turns?: TrialSetup['turns']
  /** Each prompt starts the agent once. Later ones continue the conversation. */
  readonly prompts?: readonly PromptOptions[]
  /** The value that must be equal. */
  readonly compare: (trial: Trial) => unknown
}

/** Returns what `compare` finds when Claude Code runs the hooks, and when only Hookline runs them. */
async function runBoth(
  subject: Subject,
  both: Comparison,
): Promise<{ readonly claude: unknown; readonly hookline: unknown }> {
  const { hooks, files = {}, turns = [shell('touch acted')], prompts = [{}], compare } = both
  const own: TrialSetup = { connect: 'none', turns, files: { ...files, '.claude/settings.json': { hooks } } }
  const call = { hooks: [{ type: 'command', command: 'hookline run --host claude', timeout: 60 }] }
  const calls = Object.fromEntries(Object.keys(hooks).map((event) => [event, [call]]))
  // With only its user settings, Claude Code does not run the hooks of the project. Hookline, which the user settings call, runs them.
  const through: TrialSetup = {
    ...own,
    homeFiles: { '.claude/settings.json': { hooks: calls } },
    prepare: async (sandbox) => void (await sandbox.hookline(['trust', 'add', '--yes'])),
  }
  const play = async (setup: TrialSetup, args: readonly string[]) => {
    const trial = await prepareTrial(subject, setup)
    for (const [at, prompt] of prompts.entries())
      await trial.prompt({ ...prompt, args: [...args, ...(at === 0 ? [] : ['--continue'])] })
    return compare(trial)
  }
  const [claude, hookline] = [await play(own, []), await play(through, ['--setting-sources', 'user'])]
  return { claude, hookline }
}

const trace = ({ sandbox }: Trial): readonly string[] =>
  sandbox.exists('trace.txt') ? sandbox.read('trace.txt').trimEnd().split('\n') : []
const mark = (label: string) => ({ type: 'command', command: `echo ${label} >> "$CLAUDE_PROJECT_DIR"/trace.txt` })

const rules = [
  ...['Bash', 'Bash(git *)', 'Bash(git:*)', 'Bash(git status)', 'Bash(git push*)', 'Bash(* --force)', 'Read'],
  ...['', 'Bash()', 'Bash(git *', 'bash(git *)', 'Bash(ls)|Bash(git *)', ' Bash', 'Bash|Read', '*', 'Shell'],
]
const commands = [
  ...['git', 'gitk x', 'git  status', 'cd . && git push --force', 'A=2 git status', 'echo hi # git status'],
  ...['sudo git status', "sh -c 'git status'", 'echo $(git status)', 'echo $HOME', 'A=$HOME git status'],
  ...['(git status)', '{ git status; }', 'echo {a,b}', 'f() { git status; }; f', 'git "$X" status', "echo '{a}'"],
]

eachVersion(claudeCode, "Hooks in Claude Code's own files, run by Claude Code and by Hookline", (subject) => {
  sampled('a hook receives the payload and the variables of Claude Code', async () => {
    const keep =
      '#!/bin/sh\ncd "$CLAUDE_PROJECT_DIR"\ncat > seen.json\nenv | grep -oE "^(CURSOR|CLAUDE_PROJECT)[A-Z_]*" | sort > seen.txt\n'
    const result = await runBoth(subject, {
      files: { 'keep.sh': keep },
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: './keep.sh' }] }] },
      compare: ({ sandbox }) => {
        const {
          hook_event_name: event,
          tool_name: tool,
          tool_input: input,
          cwd,
        } = JSON.parse(sandbox.read('seen.json'))
        return { event, tool, input, cwd: cwd === sandbox.root, variables: sandbox.read('seen.txt') }
      },
    })
    const input = { command: 'touch acted', description: 'scripted' }
    const wanted = { event: 'PreToolUse', tool: 'Bash', input, cwd: true, variables: 'CLAUDE_PROJECT_DIR\n' }
    expect(result).toEqual({ claude: wanted, hookline: wanted })
  })

  sampled('`if` selects tool calls, and `args` start the program without a shell', async () => {
    const printArguments = '#!/bin/sh\nfor one; do echo "[$one]"; done >> trace.txt\n'
    const result = await runBoth(subject, {
      files: { 'say.sh': printArguments },
      hooks: {
        PreToolUse: [
          { matcher: 'Bash', hooks: [{ ...mark('git'), if: 'Bash(git *)' }] },
          { matcher: 'Bash', hooks: [{ ...mark('touch'), if: 'Bash(touch *)' }] },
          { matcher: 'Bash', hooks: [{ type: 'command', command: './say.sh', args: ['a b', '$HOME', '$(id)'] }] },
        ],
      },
      compare: (trial) => [...trace(trial)].sort(),
    })
    const wanted = ['[$(id)]', '[$HOME]', '[a b]', 'touch']
    expect(result).toEqual({ claude: wanted, hookline: wanted })
  })

  fullOnly('each rule in `if` selects the same commands', async () => {
    const note = [
      "import { appendFileSync, readFileSync } from 'node:fs'",
      "const { tool_input: input } = JSON.parse(readFileSync(0, 'utf8'))",
      "appendFileSync('trace.txt', process.argv[2] + ' <= ' + JSON.stringify(input.command) + '\\n')",
    ]
    const { claude, hookline } = await runBoth(subject, {
      files: { 'note.mjs': note.join('\n') },
      hooks: {
        PreToolUse: rules.map((rule) => ({
          matcher: 'Bash',
          hooks: [{ type: 'command', command: 'node', args: ['note.mjs', rule], if: rule }],
        })),
      },
      turns: commands.map((command) => shell(command)),
      prompts: [{ limitMs: 100_000 }],
      compare: (trial) => [...trace(trial)].sort(),
    })
    expect((claude as readonly string[]).length).toBeGreaterThan(commands.length)
    expect(hookline).toEqual(claude)
  })

  sampled('`once` in a settings file has no effect: Claude Code reads it in skills only', async () => {
    const result = await runBoth(subject, {
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ ...mark('once'), once: true }] }] },
      turns: [shell('touch one'), shell('touch two')],
      compare: trace,
    })
    expect(result).toEqual({ claude: ['once', 'once'], hookline: ['once', 'once'] })
  })

  sampled('matchers of SessionStart distinguish a new conversation from a continued one', async () => {
    const result = await runBoth(subject, {
      hooks: {
        SessionStart: ['startup', 'resume', 'clear', 'compact'].map((matcher) => ({ matcher, hooks: [mark(matcher)] })),
      },
      turns: ['one', 'two'],
      prompts: [{ text: 'first' }, { text: 'second' }],
      compare: trace,
    })
    expect(result).toEqual({ claude: ['startup', 'resume'], hookline: ['startup', 'resume'] })
  })

  sampled('commands get the variables that a SessionStart hook writes to CLAUDE_ENV_FILE', async () => {
    const result = await runBoth(subject, {
      files: { 'set.sh': '#!/bin/sh\necho "export STAGE=blue" >> "$CLAUDE_ENV_FILE"\n' },
      hooks: { SessionStart: [{ hooks: [{ type: 'command', command: './set.sh' }] }] },
      turns: [shell('echo "stage $STAGE" > out.txt')],
      compare: ({ sandbox }) => sandbox.read('out.txt'),
    })
    expect(result).toEqual({ claude: 'stage blue\n', hookline: 'stage blue\n' })
  })

  sampled('plain text and exit 1 deny nothing, and exit 2 denies nothing at an event that only observes', async () => {
    const command = (text: string) => [{ hooks: [{ type: 'command', command: text }] }]
    const result = await runBoth(subject, {
      hooks: {
        SessionStart: command('echo starting; exit 2'),
        UserPromptSubmit: command('echo remember the tests'),
        PreToolUse: [...command('echo looks fine'), ...command('echo oops; exit 1')],
        PostToolUse: command('echo after'),
      },
      compare: ({ sandbox }) => sandbox.exists('acted'),
    })
    expect(result).toEqual({ claude: true, hookline: true })
  })

  sampled('a hook with `async` runs, gets the payload, and denies nothing, also before a command', async () => {
    const keep =
      '#!/bin/sh\ncat > seen.json\necho ran >> trace.txt\necho \'{"decision":"block","reason":"no"}\'\nexit 2\n'
    const result = await runBoth(subject, {
      files: { 'keep.sh': keep },
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: './keep.sh', async: true }] }] },
      // The second command gives the hook of the first one time to end.
      turns: [shell('touch acted'), shell('until [ -s trace.txt ]; do sleep 0.05; done')],
      compare: ({ sandbox }) => ({
        acted: sandbox.exists('acted'),
        ran: sandbox.exists('trace.txt'),
        event: JSON.parse(sandbox.read('seen.json')).hook_event_name,
      }),
    })
    const wanted = { acted: true, ran: true, event: 'PreToolUse' }
    expect(result).toEqual({ claude: wanted, hookline: wanted })
  })

  sampled('exit 2 before a command denies it', async () => {
    const result = await runBoth(subject, {
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'echo no >&2; exit 2' }] }] },
      compare: ({ sandbox }) => sandbox.exists('acted'),
    })
    expect(result).toEqual({ claude: false, hookline: false })
  })
})
