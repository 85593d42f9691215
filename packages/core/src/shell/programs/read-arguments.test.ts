import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readShell } from '../read-shell.ts'
import type { ShellWord } from '../types.ts'
import { argumentsOf, grammarOf, knownPrograms } from './index.ts'
import { readArguments } from './read-arguments.ts'

const words = (values: readonly string[]): readonly ShellWord[] =>
  values.map((text) => ({ text, known: true, glob: false }))

/** `kind:value` of every word of the first command. */
const kindsIn = (text: string): readonly string[] => {
  const [command] = readShell(text).commands
  return command === undefined ? [] : (argumentsOf(command)?.all ?? []).map(({ kind, word }) => `${kind}:${word.text}`)
}
const only = (text: string, ...kinds: readonly string[]): readonly string[] =>
  kindsIn(text).filter((one) => kinds.some((kind) => one.startsWith(`${kind}:`)))

describe('the meaning of a word', () => {
  test.each([
    ["rg 'process\\.env' src", ['pattern:process\\.env', 'read:src']],
    ['grep -rn -e .env -- .gitignore', ['option:-rn', 'option:-e', 'pattern:.env', 'separator:--', 'read:.gitignore']],
    ['grep -e.env f', ['pattern:.env', 'read:f']],
    ["sed -i.bak '/TODO/d' a b", ['data:.bak', 'code:/TODO/d', 'write:a', 'write:b']],
    ["sed -i '' s/a/b/ f", ['option:-i', 'data:', 'code:s/a/b/', 'write:f']],
    ['sed -n -e p f', ['option:-n', 'option:-e', 'code:p', 'read:f']],
    ['git checkout -bfix', ['verb:checkout', 'data:fix']],
    [
      'git -C sub push -f origin main',
      ['option:-C', 'directory:sub', 'verb:push', 'option:-f', 'data:origin', 'data:main'],
    ],
    ['cp a b dir', ['read:a', 'read:b', 'write:dir']],
    ['cp -t dir a b', ['option:-t', 'write:dir', 'read:a', 'read:b']],
    ['cp --target=dir a', ['write:dir', 'read:a']],
    ['dd if=a of=b bs=1M', ['read:a', 'write:b', 'data:1M']],
    ['tar xzf a.tgz -C out', ['option:xzf', 'read:a.tgz', 'option:-C', 'write:out']],
    ['jq --arg a .key .b.key f', ['option:--arg', 'data:a', 'data:.key', 'pattern:.b.key', 'read:f']],
    ['timeout -k 5 10 rm -rf x', ['option:-k', 'data:5', 'data:10', 'command:rm', 'command:-rf', 'command:x']],
    ['ssh -i key host rm -rf x', ['option:-i', 'name:key', 'host:host', 'words:rm', 'words:-rf', 'words:x']],
    ['chmod +x a', ['data:+x', 'alter:a']],
  ])('%s', (text, expected) => expect(kindsIn(text)).toEqual(expected))

  test('find ends a command at its mark and continues after it', () => {
    expect(kindsIn("find a -name '*.ts' -exec rm -f {} ';' -print")).toEqual([
      'read:a',
      'option:-name',
      'selects:*.ts',
      'option:-exec',
      'command:rm',
      'command:-f',
      'command:{}',
      'separator:;',
      'option:-print',
    ])
  })

  test('a long option may be abbreviated if it is unambiguous', () => {
    expect(only('rm --recurs x', 'delete')).toEqual(['delete:x'])
    const [command] = readShell('rm --recurs x').commands
    expect(command && argumentsOf(command)?.options.map((one) => one.name)).toEqual(['-r'])
  })
})

describe('a dry run', () => {
  const isDryRun = (text: string): boolean | undefined => {
    const [command] = readShell(text).commands
    return command && argumentsOf(command)?.isDryRun
  }
  test.each([
    ['rsync -an a b', true],
    ['rsync -a --dry-run a b', true],
    ['rsync -a --dry-run --no-dry-run a b', false],
    ['rsync -a -- --dry-run b', false],
    ['rclone sync a b:c --dry-run', true],
    ['rclone --dry-run=false sync a b:c', false],
    ['rclone --dry-run sync a b:c --dry-run=false', false],
    ['git push -n', true],
    ['git clean -nfd', true],
    ['git commit -n', false],
  ])('%s: %s', (text, expected) => expect(isDryRun(text)).toBe(expected))
})

describe('every row', () => {
  const name = fc.constantFrom(...knownPrograms())
  const text = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom(
      '-rf',
      '--',
      '-e',
      '--dry-run=false',
      'a=b',
      ';',
      ':::',
      '-exec',
      '{}',
      '+',
      'push',
      '/s',
      '-bfix',
      '--x=y',
      '-',
    ),
  )

  test('returns exactly one argument for each word, in order', () => {
    fc.assert(
      fc.property(name, fc.array(text, { maxLength: 12 }), (program, list) => {
        const row = grammarOf(program)
        if (row === undefined) throw new Error(`${program} has no row`)
        const { all } = readArguments(row, words(list))
        expect(all.map((one) => one.at)).toEqual(list.map((_word, at) => at))
      }),
      { numRuns: 3_000 },
    )
  })

  test('reads flags in a cluster like separate flags', () => {
    const flags = { flags: '-a -b -c', values: { read: '-o' }, operands: 'write*' } as const
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        (letters, value) => {
          const last = value ? ['o'] : []
          const together = readArguments(flags, words([`-${[...letters, ...last].join('')}`, 'file']))
          const apart = readArguments(flags, words([...[...letters, ...last].map((one) => `-${one}`), 'file']))
          const glued = readArguments(flags, words([`-${[...letters, ...last].join('')}${value ? 'file' : ''}`]))
          expect(together.options).toEqual(apart.options)
          expect(together.all.at(-1)?.kind).toBe(apart.all.at(-1)?.kind)
          if (value) expect(glued.options).toEqual(apart.options)
        },
      ),
    )
  })
})
