/** Finds requests to the metadata address where a cloud gives a machine its keys. */
import type { ShellCommand } from '@hookline/core/shell'
import { list } from '../options.ts'
import { deny, type Rule } from '../rule.ts'
import { downloaders } from './unread.ts'

/** The addresses by number (Amazon, Google, Azure and others; Amazon's containers; Alibaba; Oracle) and by name. */
const addresses = list('169.254.169.254 169.254.170.2 169.254.170.23 100.100.100.200 192.0.0.192')
const names =
  /^(\[?fd00:ec2::(254|23)\]?|metadata\.(google\.internal|goog|azure\.com|oraclecloud\.com)|instance-data(\.ec2\.internal)?)$/i

/** `2852039166`, `0xa9fea9fe` and `0251.0376.0251.0376` are other spellings of an address. */
function dotted(host: string): string {
  const parts = host.split('.').map((part) => (/^0[0-7]+$/.test(part) ? Number.parseInt(part, 8) : Number(part)))
  if (parts.length > 4 || host === '' || parts.some((part) => !Number.isInteger(part) || part < 0)) return host
  const last = parts.pop() ?? 0
  const value = parts.reduce((sum, part, at) => sum + part * 256 ** (3 - at), last)
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.')
}

/** `169.254.169.254.nip.io` and `[::ffff:169.254.169.254]` lead to that address, too. */
const withinName = (host: string): string =>
  /^\[?::ffff:([\d.]+)\]?$/i.exec(host)?.[1] ??
  /(?:^|\.)(\d+[.-]\d+[.-]\d+[.-]\d+)\.(?:nip|sslip|xip)\.io$/i.exec(host)?.[1]?.replaceAll('-', '.') ??
  host

const isMetadata = (host: string): boolean => names.test(host) || addresses.includes(dotted(withinName(host)))

/** The hosts of the URLs in a text, and its beginning, because a URL may have no protocol. */
const hostsOf = (text: string): readonly string[] => [
  ...[...text.matchAll(/:\/\/(?:[^/@\s]*@)?(\[[\da-f:.]+\]|[\w.-]+)/gi)].map(([, host = '']) => host),
  /^(\[[\da-f:.]+\]|[\w.-]+)(?=[:/?$]|$)/i.exec(text)?.[1] ?? '',
]

/** Options and programs whose words contain an address between other parts: `--resolve x:80:169.254.169.254`. */
const addressed = /^(--resolve|--connect-to|-e|--execute|-x|--proxy|--preproxy)$/
const inParts = ({ name, words }: ShellCommand): boolean =>
  words.some(
    ({ text }, at) =>
      at > 0 &&
      (name === 'socat' || addressed.test(words[at - 1]?.text ?? '')) &&
      text.split(/[:=,/]+/).some(isMetadata),
  )
/** Variables in which a container finds the address. */
const inVariable = /\$\{?(ECS_CONTAINER_METADATA_URI|AWS_CONTAINER_CREDENTIALS_(RELATIVE|FULL)_URI)/

const named = ({ words, code }: ShellCommand): boolean =>
  [...words.slice(1).map((word) => word.text), code?.text ?? ''].some(
    (text) => /:\/\/metadata\//i.test(text) || inVariable.test(text) || hostsOf(text).some(isMetadata),
  )

export const metadataRules: readonly Rule[] = [
  {
    name: 'cloud-metadata',
    programs: [...downloaders, ...list('python python3 node deno bun ruby perl php socat')],
    instead: 'Use the keys that the person set up for this work.',
    find: ({ command }) =>
      named(command) || inParts(command)
        ? deny("ask the cloud for this machine's own keys (its metadata address)")
        : undefined,
  },
]
