/** Secrets that programs print or overwrite, ports that they open, and consoles of servers that read what to delete. */
import type { ShellCommand, ShellInput } from '@hookline/core/shell'
import { has, joined, list, onlyShows, operands, optionOf, says } from '../options.ts'
import { ask, type Rule } from '../rule.ts'
import { personalSecret } from '../secret-files.ts'
import { readServices, serviceEffect } from './tools/services/grammar.ts'
import { secretServices } from './tools/services/secrets.ts'
import { unpackJar } from './tools.ts'

const exposed = readServices(
  secretServices,
  `
kubectl k oc: proxy --address=0.0.0.0, proxy --disable-filter → open a cluster to everybody
dockerd: -H=tcp://0.0.0.0* → open this machine to everybody
borg: repo-delete|rdelete → delete backups
bfg: --delete-files, --delete-folders, --replace-text, --strip-blobs-bigger-than, --strip-blobs-with-ids, --strip-biggest-blobs → rewrite the whole history
redis-server valkey-server: --protected-mode=no → open this machine to everybody
mongod: --noauth --bind_ip_all, --noauth --bind_ip=0.0.0.0 → open this machine to everybody
kubectl k oc: port-forward --address=0.0.0.0 → open a cluster to everybody
blockdev: --setro, --setrw, --rereadpt, --flushbufs → change how the system uses a disk
kubectl k oc: apply|replace --force → delete objects of a cluster and make them again
`,
)

/** By program: what a word or a line of its input must say. */
const consoles: Readonly<Record<string, RegExp>> = {
  bconsole: /^\s*(purge|delete|prune|truncate)\b/im,
  rman: /\b(delete|drop|shutdown|reset database)\b/i,
  hbase: /\b(drop|disable|truncate|delete\w*|drop_all|disable_all)\s+['"(]/i,
  kadmin: /\b(delprinc|delete_principal|cpw|change_password|ktremove|purgekeys|delpol)\b/i,
  'kadmin.local': /\b(delprinc|delete_principal|cpw|change_password|ktremove|purgekeys|delpol)\b/i,
  nc: /\bflush_all\b|\b(FLUSHALL|FLUSHDB)\b/i,
  ncat: /\bflush_all\b|\b(FLUSHALL|FLUSHDB)\b/i,
  telnet: /\bflush_all\b|\b(FLUSHALL|FLUSHDB)\b/i,
  zkcli: /\b(deleteall|rmr)\s+\//,
  'zkCli.sh': /\b(deleteall|rmr)\s+\//,
  diskpart: /\b(clean|delete|format|convert)\b/i,
}
const isPrinter = (one: ShellCommand): boolean => one.name === 'echo' || one.name === 'printf'
/** What is typed into the console, where the text tells it. */
const typedInto = (stdin: ShellInput): string =>
  stdin.kind === 'text' || (stdin.kind === 'pipe' && stdin.text !== undefined)
    ? (stdin.text ?? '')
    : stdin.kind === 'pipe'
      ? stdin.from
          .filter(isPrinter)
          .map((one) => joined(one.words.slice(1)))
          .join('\n')
      : ''

const instead = 'Show the command and let the person run it.'

export const consoleRules: readonly Rule[] = [
  {
    name: 'exposed',
    programs: [...exposed.keys(), 'java'],
    instead,
    find({ command }) {
      const own = unpackJar(command)
      const rows = exposed.get(own.name)
      const would = rows === undefined || onlyShows(command) ? undefined : serviceEffect(rows, own)
      return would === undefined ? undefined : ask(would)
    },
  },
  {
    name: 'console-deletes',
    programs: Object.keys(consoles),
    instead,
    find: ({ command }) =>
      consoles[command.name]?.test(`${joined(command.words.slice(1))}\n${typedInto(command.stdin)}`) === true
        ? ask('delete what a server holds, by its console')
        : undefined,
  },
  {
    name: 'key-overwritten',
    programs: ['ssh-keygen'],
    instead: 'Write the new key to a file of its own.',
    find({ command }) {
      const file = optionOf(command, '-f')?.text ?? ''
      const makes = !command.words.some(({ text }) => /^-\w*[lyeFRHLBrDQYZ]$/.test(text))
      return makes && command.stdin.kind !== 'none' && /(^|\/)\.ssh\/id_\w+$/.test(file)
        ? ask(`overwrite the key ${file} without a question`)
        : undefined
    },
  },
  {
    name: 'key-opened',
    programs: ['openssl', 'ssh-keygen'],
    instead: 'Keep the key as it is.',
    find({ command }) {
      const [verb] = operands(command)
      if (command.name === 'ssh-keygen')
        return has(command, 'p') && optionOf(command, '-N')?.text === ''
          ? ask('take the passphrase off a key')
          : undefined
      const key = optionOf(command, '-in')?.text ?? ''
      const shows =
        /^(rsa|ec|dsa|pkey|pkcs8|pkcs12)$/.test(verb?.text ?? '') && !says(command, '-pubout', '-noout', '-check')
      return shows && personalSecret(key) ? ask(`write the key ${key} in the clear`) : undefined
    },
  },
  {
    name: 'process-memory',
    programs: list('cat dd strings xxd od hexdump head tail cp grep less base64 gdb'),
    instead: 'Ask the person for what is needed.',
    find({ command }) {
      const read = command.words
        .slice(1)
        .find(({ text }) => /^(if=)?(\/proc\/[^/]+\/mem|\/dev\/k?mem|\/proc\/kcore)$/.test(text))
      return read === undefined ? undefined : ask(`read the memory of programs, with their secrets (${read.text})`)
    },
  },
]
