/** Finds what a settings file makes curl send: `curl -K -`, `curl --config file`. */
import type { ShellCommand, ShellReading } from '@hookline/core/shell'
import { optionOf } from '../options.ts'
import { privateFile } from '../secret-files.ts'

const sends =
  /^[^\S\n]*-{0,2}(?:upload-file|T|data(?:-\w+)?|d|form|F|json)[^\S\n]*[=: ]?[^\S\n]*"?(?:[\w.-]+=)?@?([^"\n;]+)"?/gm

/** The settings, if the command line contains them. */
function settingsOf(command: ShellCommand, reading: ShellReading): readonly string[] {
  const file = command.name === 'curl' ? optionOf(command, '-K', '--config')?.text : undefined
  if (file === undefined) return []
  const { stdin } = command
  if (/^(-|\/dev\/stdin)$/.test(file)) return stdin.kind === 'text' || stdin.kind === 'pipe' ? [stdin.text ?? ''] : []
  const writers = reading.files.filter((one) => one.how !== 'read' && one.path.text === file).map((one) => one.by)
  return reading.commands
    .filter((one) => writers.includes(one.name))
    .flatMap((one) => [
      ...one.words.slice(1).map((word) => word.text.replaceAll('\\n', '\n')),
      ...(one.stdin.kind === 'text' ? [one.stdin.text] : []),
    ])
}

/** A private file that the settings make curl send. */
export const sentBySettings = (command: ShellCommand, reading: ShellReading): string | undefined =>
  settingsOf(command, reading)
    .flatMap((text) => [...text.matchAll(sends)].map(([, path]) => path ?? ''))
    .find(privateFile)
