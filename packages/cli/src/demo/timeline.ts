/** Collects the events of the demo and prints each one as it happens. */
import type { HookRecord } from '@hookline/core/node'
import type { Style } from '../text/style.ts'
import type { Detail } from './details.ts'
import { detailLines, headerLine, headingLine, rowLines, WIDTH } from './print.ts'
import { type DemoRow, makeRow } from './row.ts'

export interface Timeline {
  readonly rows: readonly DemoRow[]
  /** Prints who acts next, and what they do. */
  heading(speaker: 'PERSON' | 'AGENT ' | 'EDITOR', text: string): void
  event(record: HookRecord): void
  /** Adds a result of the last event that only the host knows. */
  note(label: string, text: string): void
}

export function createTimeline(
  root: string,
  write: (line: string) => void,
  style: Style,
  columns: number = WIDTH,
): Timeline {
  const width = Math.min(WIDTH, columns)
  const rows: DemoRow[] = []
  const began = performance.now()
  const writeAll = (lines: readonly string[]) => lines.forEach(write)
  write('A scripted agent works in a temporary project. Every hook below is a real process.\n')
  write(headerLine(style, width))
  return {
    rows,
    heading: (speaker, text) => writeAll(['', headingLine(speaker, text, style)]),
    event(record) {
      const row = makeRow(record, performance.now() - began - record.durationMs, root)
      rows.push(row)
      writeAll(rowLines(row, style, width))
    },
    note(label, text) {
      const detail: Detail = { label, text }
      const last = rows.pop()
      if (last !== undefined) rows.push({ ...last, details: [...last.details, detail] })
      writeAll(detailLines(detail, style, width))
    },
  }
}
