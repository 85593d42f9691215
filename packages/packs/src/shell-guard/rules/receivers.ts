/** Finds data sent to services where anyone can fetch it or many people read it. */
import { list, operands, optionOf } from '../options.ts'
import type { PathKind } from '../path-kind.ts'
import { ask, type CommandView, type Finding } from '../rule.ts'
import { bodies, copiers, remote } from './channels.ts'

const any = (names: string): string => list(names).join('|').replaceAll('.', '\\.')

/** Paste bins, file drops, and services that collect requests. */
const drops = new RegExp(
  `(^|[/@.])(${any(`transfer.sh 0x0.st file.io oshi.at termbin.com sprunge.us ix.io paste.rs pastebin.com hastebin.com dpaste.com
    dpaste.org paste.ee bpa.st clbin.com bashupload.com temp.sh catbox.moe gofile.io anonfiles.com wetransfer.com ufile.io
    webhook.site requestbin.com requestbin.net requestcatcher.com pipedream.net beeceptor.com hookbin.com ngrok.io ngrok-free.app
    trycloudflare.com serveo.net loca.lt burpcollaborator.net oastify.com interact.sh oast.fun oast.pro oast.live dnslog.cn
    canarytokens.com rentry.co privatebin.net ghostbin.com controlc.com send.vis.ee`)})(:\\d+)?(/|$)`,
  'i',
)
/** Chats and channels, whose members read a message at once. */
const people =
  /(hooks\.slack\.com|slack\.com\/api\/chat|discord(app)?\.com\/api\/webhooks|api\.telegram\.org|(outlook|webhook)\.office\.com|api\.(sendgrid|mailgun|postmarkapp|resend|twilio)\.(com|net))(\/|$)/i

const isDrop = (text: string): boolean => drops.test(text)
const reachesPeople = (text: string): boolean => people.test(text)

export const namesSecret = /\$\{?\w*(TOKEN|SECRET|PASSWORD|PASSWD|API_KEY|PRIVATE_KEY|ACCESS_KEY)\w*\}?/

/** Data that is not secret but goes to many readers, or leaves the machine as a whole. */
export function inTheOpen(sight: CommandView): Finding | undefined {
  const { command } = sight
  const body = optionOf(command, ...bodies)
  const piped = command.stdin.kind === 'pipe' || command.stdin.kind === 'file'
  const to = command.words.slice(1).map((word) => word.text)
  if (to.some(reachesPeople) && (body !== undefined || piped)) return ask('send a message that others read at once')
  if (to.some(isDrop) && (piped || body !== undefined)) return ask('publish something that anyone can fetch')
  if (body !== undefined && /…/.test(body.text)) return ask('send files that are known only when it runs')
  if (body !== undefined && namesSecret.test(body.text) && !ofTheirs(body.text, to))
    return ask('send a secret as part of a request')
  return wholeAway(sight)
}

/** `$SLACK_TOKEN` belongs to slack.com. */
const ofTheirs = (body: string, words: readonly string[]): boolean => {
  const vendor = /\$\{?([A-Z]+)_/.exec(body)?.[1]?.toLowerCase() ?? '?'
  return words.some((word) => /^https?:/.test(word) && word.toLowerCase().includes(vendor))
}

/** A home or the workspace, copied to another machine as it is. */
function wholeAway({ command, kindOf }: CommandView): Finding | undefined {
  if (list('croc wormhole magic-wormhole').includes(command.name))
    return command.words[1]?.text === 'send' ? ask('send files to another machine') : undefined
  if (!copiers.includes(command.name)) return undefined
  const words = operands(command, '-e', '-i', '-P', '-p', '-o', '-F', '--exclude')
  const to = words.at(-1)
  if (to === undefined || words.length < 2 || !remote(to)) return undefined
  const from = words.slice(0, -1).find((word) => !remote(word) && wholes.has(kindOf(word)) && isPath.test(word.text))
  return from === undefined ? undefined : ask(`send all of ${from.text} to another machine`)
}
const wholes: ReadonlySet<PathKind> = new Set<PathKind>([
  'root',
  'home',
  'personal',
  'workspace',
  'above',
  'repository',
])
const isPath = /^([.~/]|\$)/
