/** `hookline packs verify audit`: whether what the pack wrote is as it was written. */
import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { logDirectory } from '@hookline/core/node'
import { type AuditReport, auditDirectory, verifyAudit } from '@hookline/packs'
import { counted } from '../entry-text.ts'
import { UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { json, oneLine } from '../plain.ts'

interface Manner {
  readonly cwd: string
  readonly json: boolean
}

export async function verifyPack(
  [pack, path]: readonly string[],
  { cwd, json: asJson }: Manner,
  io: Io,
): Promise<number> {
  if (pack !== 'audit')
    throw new UsageError(
      'only the pack audit keeps what can be checked: hookline packs verify audit [file or directory]',
    )
  const place = path === undefined ? auditDirectory(dirname(logDirectory())) : resolve(cwd, path)
  if (statSync(place, { throwIfNoEntry: false }) === undefined) throw new UsageError(nothingAt(place, path))
  const report = await verifyAudit(place)
  if (asJson) io.stdout.write(`${json(report)}\n`)
  else io.stdout.write(textOf(report))
  return report.broken === undefined ? exits.fine : exits.finding
}

const nothingAt = (place: string, path: string | undefined): string =>
  path === undefined
    ? `there is no audit at ${oneLine(place)} yet. The pack writes it: hookline add audit; kept elsewhere, name the place: hookline packs verify audit <directory>`
    : `there is no file or directory ${oneLine(place)}`

function textOf({ records, files, first, last, torn, broken }: AuditReport): string {
  const lines = torn.map(
    ({ file, line }) => `${oneLine(file)}:${line} was cut short in the middle of a write; the chain goes on\n`,
  )
  if (broken !== undefined)
    return `${lines.join('')}BROKEN at ${oneLine(broken.file)}:${broken.line}: ${broken.why}.\n${counted(records, 'record')} before it ${records === 1 ? 'holds' : 'hold'}; nothing after it can be relied on.\n`
  if (last === undefined) return `${lines.join('')}No record is there yet.\n`
  const removed = first === undefined || first === 1 ? '' : ` from number ${first} on (older files were removed)`
  return `${lines.join('')}Whole: ${counted(records, 'record')} in ${counted(files.length, 'file')}${removed}.\nThe last is number ${last.n}: ${last.hash}\n`
}
