/** Where packages come from. */
import { joined, list, operands, optionOf } from '../options.ts'
import { ask, type Rule } from '../rule.ts'

const elsewhere = /^(git\+)?http:\/\/(?!localhost|127\.)/
const from = ask('install over a connection that anybody can change')

export const registryRules: readonly Rule[] = [
  {
    name: 'unknown-registry',
    programs: list('npm pnpm yarn bun pip pip3 uv gem cargo'),
    instead: 'Install from the usual registry.',
    find({ command }) {
      const source = optionOf(command, '--registry', '--index-url', '-i', '--extra-index-url', '--source')
      if (elsewhere.test(source?.text ?? '') || operands(command).some((word) => elsewhere.test(word.text))) return from
      return /\bconfig set\b.*\b(strict-ssl[= ]false|registry|index-url)\b/.test(joined(command.words))
        ? ask('take all packages from elsewhere, or without a check')
        : undefined
    },
  },
  {
    name: 'run-from-address',
    programs: list('npx bunx pnpx uvx pipx'),
    instead: 'Run a package of the registry, by its name and version.',
    find: ({ command }) =>
      operands(command).some((word) => /^(git\+)?https?:\/\//.test(word.text))
        ? ask('run a package that lies at an address, unread')
        : undefined,
  },
]
