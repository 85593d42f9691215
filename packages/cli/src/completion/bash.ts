/** The completion script for bash. It evaluates no word: candidates are compared as plain text. */
import type { CompletedCommand } from './table.ts'
import { valueWords } from './table.ts'

export const bash = (
  rows: readonly CompletedCommand[],
): string => `# hookline completion for bash. Put into ~/.bashrc: eval "$(hookline completion bash)"
_hookline() {
  local current=\${COMP_WORDS[COMP_CWORD]} before= command= first= i word words=
  ((COMP_CWORD > 0)) && before=\${COMP_WORDS[COMP_CWORD - 1]}
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    [[ $word == -* ]] && continue
    if [[ -z $command ]]; then command=$word; elif [[ -z $first ]]; then first=$word; fi
  done
  COMPREPLY=()
  case $before in
${Object.entries(valueWords)
  .map(([flag, words]) => `    ${flag}) words='${words.join(' ')}' ;;`)
  .join('\n')}
    --cwd | --input | --mcp-config) return ;; # files: what bash does by default
  esac
  if [[ -z $words && -z $command ]]; then
    words='${[...rows.map((row) => row.name), '--help', '--version'].join(' ')}'
  elif [[ -z $words ]]; then
    case $command in
${rows.map(commandLines).join('\n')}
    esac
  fi
  while IFS= read -r word; do
    [[ -n $word && $word == "$current"* ]] && COMPREPLY+=("$word")
  done <<< "\${words// /$'\\n'}"
}
complete -o default -F _hookline hookline
`

function commandLines({ name, flags, words, entries }: CompletedCommand): string {
  const dynamic = entries ? ` words=$(hookline __complete entries 2> /dev/null)` : ` words='${words.join(' ')}'`
  return [
    `      ${name})`,
    `        if [[ $current == -* ]]; then words='${flags.join(' ')}'`,
    `        elif [[ -z $first ]]; then${dynamic}; fi ;;`,
  ].join('\n')
}
