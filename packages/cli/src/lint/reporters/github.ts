/** Prints GitHub workflow commands, which GitHub shows next to the lines of a pull request. */
import { shownPath } from '../../paths.ts'
import { oneLine } from '../../text/plain.ts'
import type { Report } from './report.ts'

const levels = { error: 'error', warning: 'warning', note: 'notice' } as const

export const github = ({ findings, cwd }: Report): string =>
  findings
    .map(({ severity, file, line, column, code, message, hint }) => {
      const path = escapeProperty(shownPath(file, cwd).replaceAll('\\', '/'))
      const text = escapeData(oneLine(hint === '' ? message : `${message}. ${hint}`))
      return `::${levels[severity]} file=${path},line=${line},col=${column},title=${escapeProperty(code)}::${text}\n`
    })
    .join('')

/** Escapes text as GitHub's runner expects it. */
const escapeData = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
