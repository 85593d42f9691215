/** Notifies the person when the agent is done, has failed or was refused something. */
import { basename } from 'node:path'
import type { HookContext } from '@hookline/core/sdk'
import { choice, definePack, flag, packHook, text, type Values } from '../define-pack.ts'
import { openConversationStore } from '../lib/conversation-store.ts'
import { httpAddress } from '../lib/post.ts'
import { type Channels, channelNames, sendToAll } from './channels.ts'
import { parseQuietHours } from './quiet.ts'
import { formats } from './requests.ts'

const moments = ['done', 'error', 'denied'] as const
type Moment = (typeof moments)[number]

const parameters = {
  on: {
    schema: { type: 'array', items: { enum: moments }, default: ['done', 'error'] },
    doc: 'When to notify: done and error are how the agent stopped, denied is a refused tool.',
  },
  after: {
    schema: { type: 'number', minimum: 0, default: 20 },
    doc: 'Do not notify if fewer seconds passed between your message and the stop.',
  },
  channels: {
    schema: { type: 'array', items: { enum: channelNames }, default: ['desktop'] },
    doc: 'desktop (notify-send, osascript, a toast), bell (of the terminal), web (sends to the URL).',
  },
  sound: flag(false, 'Play a sound with the desktop notification.'),
  url: {
    ...text('', 'The URL for the channel web: your webhook, ntfy topic or Slack webhook.'),
    forbiddenInProject: true,
  },
  format: choice(formats, 'webhook', 'The format of the request; webhook is JSON { v, source, on, title, text }.'),
  quietHours: text('', 'Hours in which nothing is sent, in local time: 22:00-08:00.'),
} as const
type Settings = Values<typeof parameters>

export const notify = definePack({
  name: 'notify',
  description: 'notifies you when the agent is done, failed or was refused: desktop, bell, webhook, ntfy, Slack',
  about:
    "A message says what happened and in which folder; it never contains a prompt, output or a path. The URL may only be set in your own file or the organisation's (`hookline add notify --user --set url=…`), because otherwise a workspace could make your machine call any server. Redirects are not followed, and a request takes at most 5 s. If a message cannot be sent, the log shows a failed hook, and the agent goes on. There is no event for an agent that waits for your answer, so the pack cannot notify you of that.",
  parameters,
  hooks(settings) {
    const channels = readChannels(settings)
    const isQuiet = parseQuietHours(settings.quietHours)
    // The schema of `on` allows only strings.
    const wanted = (moment: Moment) => (settings.on as readonly string[]).includes(moment)
    const send = async (moment: Moment, text: string, here: HookContext): Promise<undefined> => {
      if (!wanted(moment) || isQuiet(new Date())) return
      const folder = basename(here.roots[0] ?? '')
      await sendToAll(
        channels,
        { title: titles[moment], text: folder === '' ? text : `${folder}: ${text}` },
        moment,
        here,
      )
    }
    return [
      ...(settings.after > 0
        ? [
            packHook('beforeSubmitPrompt', { name: 'began' }, ({ conversation_id }, here) => {
              openConversationStore('notify', here).write(String(conversation_id), String(Date.now()))
              return undefined
            }),
          ]
        : []),
      packHook(
        'stop',
        { name: 'stops', timeout: 15, loopLimit: null, needsCaller: true },
        async ({ status, conversation_id }, here) => {
          const seconds = secondsSince(openConversationStore('notify', here).read(String(conversation_id)))
          if (status === 'aborted' || (seconds !== undefined && seconds < settings.after)) return undefined
          const took = seconds === undefined ? '' : ` after ${spanOf(seconds)}`
          return status === 'error'
            ? send('error', `the agent failed${took}`, here)
            : send('done', `the agent is done${took}`, here)
        },
      ),
      ...(wanted('denied')
        ? [
            packHook(
              'postToolUseFailure',
              { name: 'refusals', timeout: 15, needsCaller: true },
              async ({ failure_type, tool_name }, here) =>
                failure_type === 'permission_denied' ? send('denied', `${tool_name} was refused`, here) : undefined,
            ),
          ]
        : []),
    ]
  },
  canaries: () => [
    {
      event: 'stop',
      says: 'a stop after the person aborted',
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

function readChannels({ channels, url, format, sound }: Settings): Channels {
  // The schema of `channels` allows only these names.
  const names = channels as Channels['names']
  if (names.includes('web') && url === '')
    throw new Error('the channel web needs a URL in your own file: hookline add notify --user --set url=https://…')
  if (url !== '') httpAddress(url)
  return { names, url, format, sound }
}

function secondsSince(text: string | undefined): number | undefined {
  const began = Number(text)
  return text === undefined || !Number.isFinite(began) ? undefined : Math.max(0, (Date.now() - began) / 1000)
}

const spanOf = (seconds: number): string =>
  seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`
