/** Builds the request for a message in the format of its receiver. */
import type { Message } from './desktop.ts'

export const formats = ['webhook', 'ntfy', 'slack'] as const
export type Format = (typeof formats)[number]
export interface Request {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

const json = { 'content-type': 'application/json' }
/** `on` is done, error or denied. */
export const requestFor = (format: Format, { title, text }: Message, on: string): Request =>
  rows[format]({ title, text }, on)

const rows: Readonly<Record<Format, (message: Message, on: string) => Request>> = {
  webhook: ({ title, text }, on) => ({
    body: JSON.stringify({ v: 1, source: 'hookline', on, title, text }),
    headers: json,
  }),
  // Headers are ASCII only; ntfy decodes RFC 2047.
  ntfy: ({ title, text }, on) => ({
    body: text,
    headers: {
      title: `=?UTF-8?B?${Buffer.from(title).toString('base64')}?=`,
      tags: on === 'done' ? 'white_check_mark' : 'warning',
    },
  }),
  // Escapes Slack's control characters, so that text of an event cannot become a mention or a link.
  slack: ({ title, text }) => ({
    body: JSON.stringify({ text: `*${escapeSlack(title)}*\n${escapeSlack(text)}` }),
    headers: json,
  }),
}
const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
