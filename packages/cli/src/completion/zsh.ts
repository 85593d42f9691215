/** The completion script for zsh. */
import type { CompletedCommand } from './table.ts'
import { valueWords } from './table.ts'

export const zsh = (rows: readonly CompletedCommand[]): string => `#compdef hookline
# hookline completion for zsh. Save as _hookline in a directory of $fpath, or put into ~/.zshrc after compinit:
#   source <(hookline completion zsh)
_hookline() {
  local before=\${words[CURRENT-1]} command= first= word
  local -a found commands
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ $word == -* ]] && continue
    if [[ -z $command ]]; then command=$word; elif [[ -z $first ]]; then first=$word; fi
  done
  case $before in
${Object.entries(valueWords)
  .map(([flag, words]) => `    ${flag}) compadd -- ${words.join(' ')}; return ;;`)
  .join('\n')}
    --cwd | --input | --mcp-config) _files; return ;;
  esac
  if [[ -z $command ]]; then
    commands=(
${rows.map(({ name, does }) => `      '${name}:${does.replaceAll("'", '').replaceAll(':', '\\:')}'`).join('\n')}
    )
    _describe command commands
    return
  fi
  case $command in
${rows.map(commandLines).join('\n')}
  esac
  _files
}
if [[ $funcstack[1] == _hookline ]]; then _hookline "$@"; else compdef _hookline hookline; fi
`

function commandLines({ name, flags, words, entries }: CompletedCommand): string {
  const first = entries
    ? [`found=("\${(@f)$(hookline __complete entries 2> /dev/null)}")`, 'compadd -a found', 'return']
    : words.length > 0
      ? [`compadd -- ${words.join(' ')}`, 'return']
      : []
  return [
    `    ${name})`,
    `      if [[ $PREFIX == -* ]]; then compadd -- ${flags.join(' ')}; return; fi`,
    ...(first.length === 0 ? [] : [`      if [[ -z $first ]]; then ${first.join('; ')}; fi`]),
    '      ;;',
  ].join('\n')
}
