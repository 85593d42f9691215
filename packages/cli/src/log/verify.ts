/** `hookline log verify`: whether the audit log is as it was written. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type LogReport, logDirectory, userSettingsFile, verifyLog } from '@hookline/core/node'
import { UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { counted, quoted } from '../text/entry-text.ts'
import { json, oneLine } from '../text/plain.ts'

export async function verify(path: string | undefined, asJson: boolean, io: Io): Promise<number> {
  const directory = path === undefined ? logDirectory() : resolve(io.cwd, path)
  if (path !== undefined && statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`${oneLine(directory)} is not a directory; name the directory of a log`)
  const report = await verifyLog(directory)
  if (!isAuditLog(report)) throw new UsageError(noAuditLog(directory))
  if (asJson) io.stdout.write(`${json({ version: 1, ...report })}\n`)
  else {
    io.stdout.write(textOf(report))
    io.stderr.write(advice(report, directory))
  }
  return report.broken === undefined ? exits.fine : exits.finding
}

const isAuditLog = ({ records, broken, ended }: LogReport): boolean =>
  records > 0 || broken !== undefined || ended === true

const noAuditLog = (directory: string): string =>
  `the log in ${oneLine(directory)} is not an audit log, so there is nothing to verify. To make it one, put "log": { "audit": true } into ${oneLine(userSettingsFile())}`

function textOf(report: LogReport): string {
  const { records, files, first, last, outside, torn, ended, broken } = report
  const lines = torn.map(
    ({ file, line }) => `${oneLine(file)}:${line} is half a record: a process was killed while it wrote.`,
  )
  if (broken !== undefined) {
    const number = broken.n === undefined ? '' : `, record ${broken.n}`
    lines.push(`BROKEN at ${oneLine(broken.file)}:${broken.line}${number}: ${broken.why}.`)
    if (records > 0) lines.push(`${counted(records, 'record')} before it ${records === 1 ? 'is' : 'are'} intact.`)
    return `${lines.join('\n')}\n`
  }
  if (outside > 0)
    lines.push(
      `${counted(outside, 'record')} ${outside === 1 ? 'is' : 'are'} not part of the chain: written before it began, or after it was ended.`,
    )
  if (ended === true) lines.push('The chain was ended: "audit" is false.')
  if (last === undefined) return `${[...lines, 'No record of the chain is left.'].join('\n')}\n`
  const from = first === 1 ? '' : ` from number ${first} on (rotation deleted older ones)`
  lines.push(`Intact: ${counted(records, 'record')} in ${counted(files.length, 'file')}${from}.`)
  return `${[...lines, `The last is number ${last.n}: ${last.hash}`].join('\n')}\n`
}

/** Someone who can write the files can write all of them again; a hash that is noted elsewhere shows it. */
const advice = ({ broken, last }: LogReport, directory: string): string =>
  broken !== undefined
    ? `Compare the files with a backup, and keep them. To begin a new chain: mv ${quoted(directory)} ${quoted(`${directory}.broken`)}\n`
    : last === undefined
      ? ''
      : 'Note the last hash in another place: without it, a log that was rewritten as a whole looks intact.\n'
