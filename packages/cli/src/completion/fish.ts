/** The completion script for fish. */
import type { CompletedCommand } from './table.ts'
import { valueWords } from './table.ts'

export const fish = (rows: readonly CompletedCommand[]): string =>
  [
    '# hookline completion for fish. Save as ~/.config/fish/completions/hookline.fish',
    ...rows.map(
      ({ name, does }) =>
        `complete -c hookline -f -n __fish_use_subcommand -a ${name} -d '${does.replaceAll("'", '')}'`,
    ),
    'complete -c hookline -n __fish_use_subcommand -l help -d "show the commands"',
    'complete -c hookline -n __fish_use_subcommand -l version -d "show the version"',
    ...rows.flatMap(commandLines),
    '',
  ].join('\n')

function commandLines({ name, flags, words, entries }: CompletedCommand): readonly string[] {
  const here = `complete -c hookline -n '__fish_seen_subcommand_from ${name}'`
  const first = `complete -c hookline -f -n '__fish_seen_subcommand_from ${name}; and test (count (commandline -opc)) -eq 2'`
  return [
    ...flags.map((flag) => `${here} -l ${flag.slice(2)}${valuesOf(flag)}`),
    ...(entries ? [`${first} -a '(hookline __complete entries 2> /dev/null)'`] : []),
    ...(words.length > 0 ? [`${first} -a '${words.join(' ')}'`] : []),
  ]
}

const valuesOf = (flag: string): string => {
  const words = valueWords[flag]
  return words === undefined ? '' : ` -x -a '${words.join(' ')}'`
}
