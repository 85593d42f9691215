/** `hookline packs verify audit`: checks that the records of the pack audit have not been changed. */
import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { logDirectory } from '@hookline/core/node'
import { type AuditReport, auditDirectory, verifyAudit } from '@hookline/packs'
import { counted } from '../entry-text.ts'
import { UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { json, oneLine } from '../plain.ts'

interface VerifyOptions {
  readonly cwd: string
  readonly json: boolean
}

export async function verifyPack(
  [pack, path]: readonly string[],
  { cwd, json: asJson }: VerifyOptions,
  io: Io,
): Promise<number> {
  if (pack !== 'audit')
    throw new UsageError(
      'only the records of the pack audit can be verified: hookline packs verify audit [file or directory]',
    )
  const location = path === undefined ? auditDirectory(dirname(logDirectory())) : resolve(cwd, path)
  if (statSync(location, { throwIfNoEntry: false }) === undefined) throw new UsageError(missingText(location, path))
  const report = await verifyAudit(location)
  if (asJson) io.stdout.write(`${json(report)}\n`)
  else io.stdout.write(reportText(report))
  return report.broken === undefined ? exits.fine : exits.finding
}

const missingText = (location: string, path: string | undefined): string =>
  path === undefined
    ? `there are no audit records in ${oneLine(location)} yet. To record them, add the pack: hookline add audit. To check another directory: hookline packs verify audit <directory>`
    : `${oneLine(location)} does not exist`

function reportText({ records, files, first, last, torn, broken }: AuditReport): string {
  const lines = torn.map(
    ({ file, line }) =>
      `${oneLine(file)}:${line} is incomplete, because a write was interrupted. The chain continues after it\n`,
  )
  if (broken !== undefined)
    return `${lines.join('')}BROKEN at ${oneLine(broken.file)}:${broken.line}: ${broken.why}.\n${counted(records, 'record')} before it ${records === 1 ? 'is' : 'are'} intact. Do not rely on the records after it.\n`
  if (last === undefined) return `${lines.join('')}There are no records yet.\n`
  const removed = first === undefined || first === 1 ? '' : ` from number ${first} on (older files were removed)`
  return `${lines.join('')}Intact: ${counted(records, 'record')} in ${counted(files.length, 'file')}${removed}.\nThe last is number ${last.n}: ${last.hash}\n`
}
