/** Workflow commands, which GitHub shows beside the lines of a pull request. */
import { shownPath } from '../../paths.ts'
import { oneLine } from '../../plain.ts'
import type { Report } from './report.ts'

const words = { error: 'error', warning: 'warning', note: 'notice' } as const

export const github = ({ findings, cwd }: Report): string =>
  findings
    .map(({ severity, file, line, column, code, message, hint }) => {
      const path = property(shownPath(file, cwd).replaceAll('\\', '/'))
      const text = data(oneLine(hint === '' ? message : `${message}. ${hint}`))
      return `::${words[severity]} file=${path},line=${line},col=${column},title=${property(code)}::${text}\n`
    })
    .join('')

/** As the runner reads them back. */
const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
