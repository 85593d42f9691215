/** Tells the person that the agent is done, failed or was refused something. */
import { basename } from 'node:path'
import type { HookContext } from '@hookline/core/sdk'
import { httpAddress } from '../lib/post.ts'
import { remembered } from '../lib/remembered.ts'
import { choice, flag, packHook, packOf, text, type Values } from '../pack-of.ts'
import { type Channels, channelNames, tell } from './channels.ts'
import { quietHours } from './quiet.ts'
import { formats } from './requests.ts'

const moments = ['done', 'error', 'denied'] as const
type Moment = (typeof moments)[number]

const parameters = {
  on: {
    schema: { type: 'array', items: { enum: moments }, default: ['done', 'error'] },
    doc: 'When: done and error are how the agent stopped, denied a tool that was refused.',
  },
  after: {
    schema: { type: 'number', minimum: 0, default: 20 },
    doc: 'Not for what took fewer seconds, from the message of the person to the stop: whoever waits need not be told.',
  },
  channels: {
    schema: { type: 'array', items: { enum: channelNames }, default: ['desktop'] },
    doc: 'desktop (notify-send, osascript, a toast), bell (of the terminal), web (the address).',
  },
  sound: flag(false, 'With a sound on the desktop.'),
  url: {
    ...text('', 'Where web sends to: your webhook, ntfy topic or Slack webhook.'),
    forbiddenInProject: true,
  },
  format: choice(formats, 'webhook', 'In whose form: webhook is JSON { v, source, on, title, text }.'),
  quietHours: text('', 'When nothing is sent, by the clock of this machine: 22:00-08:00.'),
} as const
type Settings = Values<typeof parameters>

export const notify = packOf({
  name: 'notify',
  description: 'tells you when the agent is done, failed or was refused: desktop, bell, webhook, ntfy, Slack',
  about:
    "A message says what happened and in which folder, never a prompt, an output or a path. The address can only stand in your own file or the organisation's (`hookline add notify --user --set url=…`): a workspace could otherwise have your machine call anybody. No redirects, 5 s at most. What could not be sent is a failed hook in the log, and stops nobody. That the agent waits for your answer is no event, so it cannot be told.",
  parameters,
  hooks(settings) {
    const channels = channelsOf(settings)
    const isQuiet = quietHours(settings.quietHours)
    const wanted = (moment: Moment) => (settings.on as readonly string[]).includes(moment)
    const say = async (moment: Moment, words: string, here: HookContext): Promise<undefined> => {
      if (!wanted(moment) || isQuiet(new Date())) return
      const folder = basename(here.roots[0] ?? '')
      await tell(channels, { title: titles[moment], text: folder === '' ? words : `${folder}: ${words}` }, moment, here)
    }
    return [
      ...(settings.after > 0
        ? [
            packHook('beforeSubmitPrompt', { name: 'began' }, ({ conversation_id }, here) => {
              remembered('notify', here).write(String(conversation_id), String(Date.now()))
              return undefined
            }),
          ]
        : []),
      packHook('stop', { name: 'stops', timeout: 15, loopLimit: null }, async ({ status, conversation_id }, here) => {
        const seconds = secondsSince(remembered('notify', here).read(String(conversation_id)))
        if (status === 'aborted' || (seconds !== undefined && seconds < settings.after)) return undefined
        const took = seconds === undefined ? '' : ` after ${spanOf(seconds)}`
        return status === 'error'
          ? say('error', `the agent failed${took}`, here)
          : say('done', `the agent is done${took}`, here)
      }),
      ...(wanted('denied')
        ? [
            packHook(
              'postToolUseFailure',
              { name: 'refusals', timeout: 15 },
              async ({ failure_type, tool_name }, here) =>
                failure_type === 'permission_denied' ? say('denied', `${tool_name} was refused`, here) : undefined,
            ),
          ]
        : []),
    ]
  },
  canaries: () => [
    {
      event: 'stop',
      says: 'a stop that the person caused',
      wants: 'allow',
      input: () => ({ status: 'aborted', loop_count: 0 }),
    },
  ],
})

const titles: Readonly<Record<Moment, string>> = {
  done: 'Agent done',
  error: 'Agent failed',
  denied: 'Agent was refused',
}

function channelsOf({ channels, url, format, sound }: Settings): Channels {
  const names = channels as Channels['names']
  if (names.includes('web') && url === '')
    throw new Error('the channel web needs an address in your own file: hookline add notify --user --set url=https://…')
  if (url !== '') httpAddress(url)
  return { names, url, format, sound }
}

function secondsSince(text: string | undefined): number | undefined {
  const began = Number(text)
  return text === undefined || !Number.isFinite(began) ? undefined : Math.max(0, (Date.now() - began) / 1000)
}

const spanOf = (seconds: number): string =>
  seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`
