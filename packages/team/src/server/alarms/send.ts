/** Sends one message by webhook or by e-mail. The address of every server is checked before a connection is made. */

import { lookup } from 'node:dns/promises'
import { isReachable } from '@hookline/core/team'
import { createTransport } from 'nodemailer'
import type { AlarmChannel } from '../../wire/alarms.ts'
import type { Context } from '../context.ts'
import { postSigned } from '../post-signed.ts'
import { shorten } from '../shorten.ts'
import type { Row } from '../store/index.ts'
import { type AlarmMessage, mailSubject, mailText, webhookBody } from './message.ts'
import { secretPurposes } from './settings.ts'

type SendContext = Pick<Context, 'seal' | 'allowsPrivateAddresses'>
type Settings = Row<'alarm_settings'>

const timeoutMs = 15_000

/** Returns why it failed, or undefined. Never rejects. */
export async function sendMessage(
  context: SendContext,
  channel: AlarmChannel,
  settings: Settings,
  message: AlarmMessage,
): Promise<string | undefined> {
  try {
    return await senders[channel](context, settings, message)
  } catch (thrown) {
    return shorten(thrown instanceof Error ? thrown.message : String(thrown), 500)
  }
}

type Sender = (context: SendContext, settings: Settings, message: AlarmMessage) => Promise<string | undefined>

const openSecret = ({ seal }: SendContext, purpose: string, sealed: Uint8Array | null): string =>
  sealed === null ? '' : Buffer.from(seal.open(purpose, sealed)).toString('utf8')

const sendWebhook: Sender = async (context, settings, message) => {
  const failure = await postSigned({
    url: settings.webhook_url,
    secret: openSecret(context, secretPurposes.webhook, settings.webhook_secret),
    body: webhookBody(message),
    allowsPrivate: context.allowsPrivateAddresses,
  })
  return failure === undefined ? undefined : explainAddress(failure)
}

const privateHint = 'The operator of this server can allow private addresses: hookline serve --private-addresses'
const explainAddress = (text: string): string =>
  text.includes('is not a public one') ? `${text.split(';')[0]}. ${privateHint}` : text

const sendMail: Sender = async (context, settings, message) => {
  const { smtp_host: host, smtp_port: port, smtp_security: security, smtp_user: user } = settings
  const address = await resolveHost(host, context.allowsPrivateAddresses)
  const transport = createTransport({
    host: address,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { servername: host },
    ...(user === '' ? {} : { auth: { user, pass: openSecret(context, secretPurposes.smtp, settings.smtp_password) } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    const to = JSON.parse(settings.mail_to) as string[] // The server wrote this JSON.
    const { rejected } = await transport.sendMail({
      ...{ from: settings.mail_from, to, subject: mailSubject(message), text: mailText(message) },
    })
    return rejected.length === 0 ? undefined : `the mail server rejected ${rejected.length} of ${to.length} recipients`
  } finally {
    transport.close()
  }
}

/** Connects to the address that was checked, so that the answer of the name server cannot change in between. */
async function resolveHost(host: string, allowsPrivate: boolean): Promise<string> {
  const addresses = await lookup(host, { all: true })
  const found = addresses.find(({ address }) => isReachable(address, allowsPrivate ? 'private' : undefined))
  if (found !== undefined) return found.address
  throw new Error(`the address ${addresses[0]?.address ?? host} of ${host} is not a public one. ${privateHint}`)
}

const senders: Readonly<Record<AlarmChannel, Sender>> = { webhook: sendWebhook, email: sendMail }
