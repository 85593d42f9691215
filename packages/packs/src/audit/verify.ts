/** Whether an audit is whole: every line says what its hash says and holds on to the one before. */
import { createReadStream, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { currentFile, olderFiles } from './files.ts'
import { markFile, markOf, missing } from './mark.ts'
import { beginning, isItself, type Link, parsedLine } from './record.ts'
import { openAudit } from './tail.ts'

interface AuditPlace {
  readonly file: string
  readonly line: number
}
export interface AuditReport {
  readonly files: readonly string[]
  readonly records: number
  /** The number of the first record: above 1 where older files were removed. */
  readonly first?: number
  /** To be noted elsewhere: whoever rewrites the whole cannot keep it. */
  readonly last?: Link
  /** Lines that were cut short, when a process or the machine ended in the middle of a write. */
  readonly torn: readonly AuditPlace[]
  /** The first line that does not hold. */
  readonly broken?: AuditPlace & { readonly why: string }
}

/** A directory, or one file of it. */
export async function verifyAudit(place: string): Promise<AuditReport> {
  const files = filesAt(place)
  const check = createCheck()
  for (const file of files) {
    let line = 0
    for await (const text of createInterface({ input: linesStream(file), crlfDelay: 0 })) {
      check.line(text, { file, line: ++line })
      if (check.broken() !== undefined) return { files, ...check.report() }
    }
  }
  const report = check.report()
  const mark = statSync(place).isDirectory() ? markOf(place) : undefined
  const why = mark === undefined ? undefined : missing(mark, report.first, report.last)
  return { files, ...report, ...(why === undefined ? {} : { broken: { file: markFile(place), line: 1, why } }) }
}

const linesStream = (file: string) => createReadStream(file, { fd: openAudit(file).descriptor })

function filesAt(place: string): readonly string[] {
  if (!statSync(place).isDirectory()) return [place]
  const current = currentFile(place)
  return [...olderFiles(place), ...(statSync(current, { throwIfNoEntry: false }) === undefined ? [] : [current])]
}

function createCheck() {
  const torn: AuditPlace[] = []
  let [records, first, last, broken]: [number, number | undefined, Link | undefined, AuditReport['broken']] = [
    0,
    undefined,
    undefined,
    undefined,
  ]
  /** A line that is no record, until the next one says how long it was. */
  let open: (AuditPlace & { readonly length: number }) | undefined

  function whyNot(text: string): string | undefined {
    const record = parsedLine(text)
    if (record === undefined) return open === undefined ? undefined : 'it is no record, and neither is the line before'
    if (!isItself(record, text)) return 'it was changed: its text is not what its hash was made of'
    if (open !== undefined && record.torn !== open.length)
      return 'the line before is no record, and nobody cut it short'
    if (open === undefined && record.torn !== undefined) return 'a line that was cut short is missing before it'
    const before = last ?? (record.n === 1 ? beginning : undefined)
    if (before === undefined) return undefined
    if (record.n !== before.n + 1)
      return `it is number ${record.n} after ${before.n}: lines were removed, added or moved`
    return record.prev === before.hash ? undefined : 'it does not hold on to the line before, which was changed'
  }

  return {
    broken: () => broken,
    line(text: string, place: AuditPlace): void {
      const why = whyNot(text)
      if (why !== undefined) {
        broken = { ...place, why }
        return
      }
      const record = parsedLine(text)
      if (record === undefined) {
        open = { ...place, length: Buffer.byteLength(text) }
        torn.push(place)
        return
      }
      open = undefined
      records++
      first ??= record.n
      last = { n: record.n, hash: record.hash }
    },
    report: (): Omit<AuditReport, 'files'> => ({
      records,
      torn,
      ...(first === undefined ? {} : { first }),
      ...(last === undefined ? {} : { last }),
      ...(broken === undefined ? {} : { broken }),
    }),
  }
}
