/** Prints GitHub workflow commands, which GitHub shows beside the lines of a pull request, and the totals for the log of the job. */
import { relative } from 'node:path'
import { counted } from '../../text/entry-text.ts'
import { oneLine } from '../../text/plain.ts'
import type { FileResult } from '../read/types.ts'
import type { Reporter } from './report.ts'

export const reportGithub: Reporter = async (results, end, { io }) => {
  for await (const file of results) io.stdout.write(commandsFor(file, relative(io.cwd, file.file)))
  const { passed, failed, skipped } = end().totals
  io.stdout.write(`${counted(passed, 'case')} passed, ${failed} failed, ${skipped} skipped\n`)
}

function commandsFor({ problems, results, title }: FileResult, file: string): string {
  const path = escapeProperty(file.replaceAll('\\', '/'))
  return [
    ...problems.map(
      ({ line, column, message }) =>
        `::error file=${path},line=${line},col=${column},title=${escapeProperty(title)}::${escapeData(oneLine(message))}\n`,
    ),
    ...results.flatMap(({ outcome, name, line, reasons }) =>
      outcome === 'failed'
        ? [
            `::error file=${path},line=${line},title=${escapeProperty(oneLine(name))}::${escapeData(reasons.map(oneLine).join('\n'))}\n`,
          ]
        : [],
    ),
  ].join('')
}

/** Escapes text as GitHub's runner expects it. */
const escapeData = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
