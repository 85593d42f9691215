/** Finds the arguments of a program without a grammar that may name a file it changes. */
import type { ShellCommand, ShellWord } from '@hookline/core/shell'
import { mayWrite } from './code-text/code-paths.ts'

/** Programs that only read their arguments: editors of the person, viewers, checkers, programs that send. */
const reading = new Set(
  `open xdg-open code cursor subl zed idea shellcheck jsonlint ajv yamllint hadolint checkov semgrep bandit mypy pyright tsc
  source . time watch entr hookline ag ack gron dasel delta diffstat colordiff difft icdiff vimdiff sha3sum sqlite-utils
  gh glab kubectl helm terraform curl http https xh wget scp rsync ssh vitest jest mocha pytest go cargo make just task`
    .trim()
    .split(/\s+/),
)
/** Formatters and checkers, which change a file only with one of the options below. */
const fixers = new Set(
  'prettier biome eslint ruff black rustfmt gofmt shfmt stylelint markdownlint dprint oxlint standard'.split(' '),
)
const fixes = /^(--write|--fix|-w|--apply|--in-place|-i|format|--apply-unsafe|--unsafe)(=|$)/
const launchers = new Set(
  'npx npm pnpm yarn bun bunx pnpx deno corepack uv uvx pipx poetry sudo doas env nohup nice timeout xargs parallel fish find fd fdfind'.split(
    ' ',
  ),
)

export const parts = (word: ShellWord): readonly ShellWord[] =>
  word.text
    .split(/[\s"'`>|;,(){}]+/)
    .filter((text) => text.includes('/') || text.startsWith('.'))
    .map((text) => ({ ...word, text, glob: false }))

export const interpreters =
  /^(python|node|nodejs|ruby|perl|php|lua|Rscript|osascript|pwsh|powershell|bash|sh|zsh|dash|ksh|tsx|ts-node)[\d.]*$/
/** What a script does with its arguments is not known, unless its code is in the command and changes nothing. */
function scriptArguments({ words, code }: ShellCommand): readonly ShellWord[] {
  if (code !== undefined && !mayWrite(code.text)) return []
  const module = words.findIndex(({ text }) => text === '-m')
  const plain = words.slice(module === -1 ? 1 : module + 2).filter(({ text }) => !text.startsWith('-'))
  const isShown = module === -1 || words[module + 1]?.text === 'json.tool'
  return plain.slice(isShown ? 1 : 0)
}

/** The arguments of the program are not a command, or are already read as one. */
export const isKnown = (name: string): boolean =>
  name === '' || reading.has(name) || launchers.has(name) || fixers.has(name) || interpreters.test(name)

export function unknownWords(command: ShellCommand): readonly ShellWord[] {
  const { name, words } = command
  if (name === '' || reading.has(name) || launchers.has(name)) return []
  if (interpreters.test(name)) return scriptArguments(command)
  if (fixers.has(name) && !words.some(({ text }) => fixes.test(text))) return []
  return words.slice(1).flatMap((word) => {
    const value = /^[^=@\s]*[=@]@?(.+)$/s.exec(word.text)?.[1]
    const inside = /\s/.test(word.text) ? parts(word) : []
    return [word, ...(value === undefined ? [] : [{ ...word, text: value }]), ...inside].filter(
      ({ text }) => !text.startsWith('-'),
    )
  })
}
