/** Sends events to a syslog server as RFC 5424 says: by UDP, by TCP with octet counting (RFC 6587), or by TLS (RFC 5425). */
import { createSocket } from 'node:dgram'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectTls } from 'node:tls'
import type { SyslogConfig } from './config.ts'
import type { TelemetryEvent } from './event.ts'

/** log audit, and local0 for everything else. */
const facilities = { audit: 13, alarms: 16, decisions: 16 } as const
const severityNumbers = { error: 3, warn: 4, info: 6 } as const
const timeoutMs = 10_000
/** What every receiver takes in one datagram. */
const maxDatagram = 2048
const [maxValue, maxText] = [512, 1024]

export function formatSyslog(event: TelemetryEvent, enterprise: string, host = hostname()): string {
  const { kind, severity, at, name, text, attributes } = event
  const priority = facilities[kind] * 8 + severityNumbers[severity]
  const data = Object.entries(attributes).map(([key, value]) => `${paramName(key)}="${escapeValue(String(value))}"`)
  const head = `<${priority}>1 ${new Date(at).toISOString()} ${printable(host, 255)} hookline-team ${process.pid} ${printable(name, 32)}`
  return `${head} [hookline@${enterprise} ${data.join(' ')}] ${markEncoding(clean(text, maxText))}`
}

/** A text in UTF-8 must begin with this mark (RFC 5424, section 6.4). Without it the encoding is open, which ASCII may leave. */
const markEncoding = (text: string): string => (/[^\x20-\x7e]/.test(text) ? `\ufeff${text}` : text)

/** A name has at most 32 characters, so the namespace that all share is left out. */
const paramName = (key: string): string => printable(key.replace(/^hookline\./, ''), 32).replace(/[="\]]/g, '_')

/** Visible ASCII without spaces. `-` stands for nothing. */
const printable = (text: string, most: number): string => text.replace(/[^\x21-\x7e]/g, '_').slice(0, most) || '-'

/** Names and reasons come from people and machines: a line break or an escape must not begin another message. */
const clean = (text: string, most: number): string => cut(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?'), most)
const cut = (text: string, most: number): string => [...text].slice(0, most).join('')
const escapeValue = (text: string): string => clean(text, maxValue).replace(/["\\\]]/g, '\\$&')

/** Returns why it failed, or undefined. Never rejects. Syslog has no acknowledgement: what the system took counts as sent. */
export async function sendSyslog(events: readonly TelemetryEvent[], config: SyslogConfig): Promise<string | undefined> {
  try {
    const messages = events.map((event) => Buffer.from(formatSyslog(event, config.enterprise)))
    await (config.transport === 'udp' ? sendDatagrams(messages, config) : sendStream(messages, config))
    return undefined
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}

async function sendDatagrams(messages: readonly Buffer[], { host, port }: SyslogConfig): Promise<void> {
  const socket = createSocket(isIP(host) === 6 ? 'udp6' : 'udp4')
  // Once for all of them: a listener for each would stay until the end.
  const failed = new Promise<never>((_, reject) => void socket.once('error', reject))
  failed.catch(() => {})
  try {
    for (const message of messages) {
      const sent = new Promise<void>((resolve, reject) =>
        socket.send(shorten(message), port, host, (error) => (error === null ? resolve() : reject(error))),
      )
      await Promise.race([sent, failed])
    }
  } finally {
    socket.close()
  }
}

/** Cuts in the text for people, or between two characters of the last value: the structured data stays whole. */
function shorten(message: Buffer): Buffer {
  if (message.length <= maxDatagram) return message
  const text = message.toString('utf8')
  const end = /(?<!\\)\] /.exec(text)?.index ?? 0
  const head = Buffer.from(text.slice(0, end + 1))
  if (head.length <= maxDatagram) return head
  // Leave out the structured data as a whole.
  const start = text.indexOf(' [')
  return cutBytes(`${text.slice(0, start)} - ${text.slice(end + 2)}`, maxDatagram)
}

/** Never in the middle of a character: what follows one byte of it would be read as something else. */
function cutBytes(text: string, most: number): Buffer {
  const bytes = Buffer.from(text)
  let end = Math.min(most, bytes.length)
  while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.subarray(0, end)
}

function sendStream(messages: readonly Buffer[], config: SyslogConfig): Promise<void> {
  return new Promise((resolve, reject) => {
    const { host, port, ca } = config
    const write = () => {
      for (const message of messages) socket.write(Buffer.concat([Buffer.from(`${message.length} `), message]))
      socket.end()
    }
    const socket: Socket =
      config.transport === 'tls'
        ? connectTls(
            {
              ...{ host, port },
              ...(isIP(host) === 0 ? { servername: host } : {}),
              ...(ca === undefined ? {} : { ca }),
            },
            write,
          )
        : connectTcp({ host, port }, write)
    socket.setTimeout(timeoutMs, () =>
      socket.destroy(new Error(`${host}:${port} did not answer within ${timeoutMs / 1000} s`)),
    )
    // Nothing is expected from a syslog server, and nothing is kept.
    socket.resume()
    socket.once('error', reject)
    socket.once('finish', resolve)
    socket.once('close', () => reject(new Error('the connection was closed before all was sent')))
  })
}
