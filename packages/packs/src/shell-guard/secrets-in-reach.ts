/** Whether what a command opens holds keys: by its name, by a wildcard that takes it, or because it was copied from such a file. */
import type { ShellCommand, ShellReading } from '@hookline/core/shell'
import { findSelectedName, pieceTest } from '../lib/selected-names.ts'
import { type CommandFile, filesTouchedBy } from '../lib/touched-files.ts'
import { createWildcardMatcher } from '../lib/wildcards.ts'
import { isOpen, isSecretFile, personalSecret } from './secret-files.ts'

const byWildcard = createWildcardMatcher([
  ...['.env', 'id_rsa', 'id_dsa', 'id_ecdsa', 'id_ed25519', '*.key', '*.kdbx', '.pgpass', '.git-credentials'],
  ...['.htpasswd', '.vault-token', '.aws/credentials', 'etc/shadow', 'etc/gshadow', 'etc/sudoers'],
])
const sample = /\.env\.(example|sample|template|dist|test|defaults|schema|d\b)|\.pub\b/
const environment = /\.env(\.|$|[*?[])/

/** A wildcard that may stand for a secret file. */
const wildSecret = (pattern: string, hidden: boolean): boolean =>
  !sample.test(pattern) && (byWildcard(pattern, hidden) !== undefined || environment.test(pattern))

const byPiece = pieceTest([
  '.env',
  'id_rsa',
  'id_ed25519',
  'secrets',
  'credentials',
  '.netrc',
  '.pgpass',
  '.key',
  '.kdbx',
])

/** The name of a secret that the text searches for and then shows. */
const bySearch = new WeakMap<ShellReading, { readonly name: string | undefined }>()
export function searchedSecret(reading: ShellReading): string | undefined {
  const before = bySearch.get(reading)
  if (before !== undefined) return before.name
  const name = findSelectedName(reading, {
    glob: (text) =>
      (/[*?[]/.test(text) ? wildSecret(text, true) : isSecretFile(text) && !isOpen(text)) ? text : undefined,
    piece: (text) => (sample.test(text) ? undefined : byPiece(text)),
  })
  bySearch.set(reading, { name })
  return name
}

/** Paths that the text fills with what is secret, or makes another name for it. */
const copies = new WeakMap<ShellReading, ReadonlySet<string>>()
export function copiesOfSecrets(reading: ShellReading): ReadonlySet<string> {
  const before = copies.get(reading)
  if (before !== undefined) return before
  const found = new Set<string>()
  for (const command of reading.commands) {
    const files = filesTouchedBy(command)
    const moves = /^g?mv$/.test(command.name)
    if (!files.some((one) => (one.how === 'read' || (moves && one.how === 'write')) && isSecret(one, found))) continue
    for (const one of files) if (one.how === 'write') found.add(plain(one.path))
  }
  copies.set(reading, found)
  return found
}
const plain = (path: string): string => path.replace(/^(\.\/)+/, '')

function isSecret({ path, glob, hidden }: CommandFile, copied: ReadonlySet<string>): boolean {
  if (copied.has(plain(path))) return true
  if (personalSecret(path)) return true
  if (glob && (!isSecretFile(path) || sample.test(path))) return wildSecret(path, hidden === true)
  return isSecretFile(path) && !isOpen(path)
}

export interface OpenedSecret {
  readonly path: string
  readonly shown: boolean
  /** Nothing that work on the project needs. */
  readonly personal: boolean
}

/** The secret that the command opens, the gravest first. */
export function openedSecret(command: ShellCommand, reading: ShellReading): OpenedSecret | undefined {
  const copied = copiesOfSecrets(reading)
  const opened = filesTouchedBy(command)
    .filter((one) => one.how === 'read' && one.mentioned !== true && isSecret(one, copied))
    .map((one) => ({
      path: one.path,
      shown: one.shown === true && !/(^|\.)(pem|npmrc)$/.test(one.path),
      personal: personalSecret(one.path),
    }))
  return opened.find((one) => one.personal) ?? opened.find((one) => one.shown) ?? opened[0]
}
