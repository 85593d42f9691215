import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Sandbox, sandbox } from '../testing/cli.ts'

function prepare(loops: object): Sandbox {
  const made = sandbox()
  made.script('again.sh', `echo '{"followup_message":"go on"}'`)
  made.write('.cursor/hooks.json', { version: 1, hooks: { stop: [{ command: './again.sh', loop_limit: null }] } })
  made.write(join('..', 'home/config/hookline/hookline.json'), { version: 1, loops })
  made.hookline(['trust', 'add', '--yes'])
  return made
}
const send = ({ hookline }: Sandbox, event: string, more: object = {}) =>
  JSON.parse(
    hookline(['run', '--host', 'claude'], {
      stdin: JSON.stringify({ session_id: 's', hook_event_name: event, stop_hook_active: true, ...more }),
    }).stdout,
  )
const edit = { tool_name: 'Write', tool_input: { file_path: 'a', content: 'b' }, tool_response: {}, tool_use_id: 't' }

it('ends the follow-ups of any agent when the rounds are used up, and says so to the person', () => {
  const made = prepare({ rounds: 2, idleRounds: 9 })
  const stops = [1, 2, 3].map(() => send(made, 'Stop'))
  expect(stops.slice(0, 2)).toEqual([
    { decision: 'block', reason: 'go on' },
    { decision: 'block', reason: 'go on' },
  ])
  expect(stops[2]).toEqual({ systemMessage: 'Stop hook auto-loop limit reached: 2 rounds' })
})
it('a message of the person begins a new count', () => {
  const made = prepare({ rounds: 1, idleRounds: 9 })
  send(made, 'Stop')
  send(made, 'UserPromptSubmit', { prompt: 'again' })
  expect(send(made, 'Stop')).toEqual({ decision: 'block', reason: 'go on' })
})
it('rounds that change nothing end the loop, and an edit is progress', () => {
  const made = prepare({ idleRounds: 1 })
  send(made, 'Stop')
  send(made, 'PostToolUse', edit)
  expect(send(made, 'Stop')).toEqual({ decision: 'block', reason: 'go on' })
  expect(send(made, 'Stop').systemMessage).toContain('no file changed')
})
it('a limit that the agent’s reports cannot show ends the loop at once', () => {
  expect(send(prepare({ tokens: 1000 }), 'Stop').systemMessage).toContain('how many a round used is not known')
})

/** The event at which each of these agents can go on, and its own fields there. */
const stops = [
  ['claude', 'Stop', {}],
  ['codex', 'Stop', { turn_id: 't', model: 'm' }],
  ['qwen', 'Stop', { timestamp: 'x', permission_mode: 'default' }],
  ['gemini', 'AfterAgent', { prompt: 'p', prompt_response: 'r' }],
  ['copilot', 'Stop', { timestamp: 'x', stop_reason: 'end_turn' }],
  ['vscode', 'Stop', { timestamp: 'x' }],
  ['factory', 'Stop', {}],
  ['opencode', 'session.idle', { agent: 'opencode' }],
] as const
const prompts: Readonly<Record<string, string>> = { gemini: 'BeforeAgent', opencode: 'chat.message' }
it.each(stops)(
  'the loop_limit of a hook holds in %s, whether it reports the follow-up as a prompt or not',
  (host, event, fields) => {
    const made = sandbox()
    made.script('again.sh', `echo '{"followup_message":"go on"}'`)
    made.write('.cursor/hooks.json', { version: 1, hooks: { stop: [{ command: './again.sh', loop_limit: 2 }] } })
    made.hookline(['trust', 'add', '--yes'])
    const send = (payload: object) =>
      made.hookline(['run', '--host', host], {
        stdin: JSON.stringify({ session_id: 's', cwd: made.root, ...fields, ...payload }),
      }).stdout
    const prompt = prompts[host] ?? 'UserPromptSubmit'
    const answers = [false, true, true].map((stop_hook_active) => {
      // The plugin of OpenCode does not know whether it is the first stop.
      const answer = send({ hook_event_name: event, ...(host === 'opencode' ? {} : { stop_hook_active }) })
      if (host !== 'claude') send({ hook_event_name: prompt, prompt: 'go on' })
      return answer.includes('go on')
    })
    expect(answers).toEqual([true, true, false])
  },
)
