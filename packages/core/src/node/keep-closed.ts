/** A file of the person's own that is damaged keeps the gates closed that it held when it was last readable. */
import { isUserSource } from '../agents/sources.ts'
import { brokenEntry, closesGate } from '../config/entry.ts'
import { start } from '../config/jsonc.ts'
import type { Place, Reading } from '../config/reading.ts'
import { gatesOf } from '../config/trust-content.ts'
import type { Entry, Problem, SourceName } from '../flow.ts'
import type { Loaded } from '../ports.ts'
import type { EventName } from '../protocol/events/index.ts'
import type { NoteStore } from './gate-notes.ts'
import type { Slot } from './source-slot.ts'

/**
 * What is to be added to a reading, after the notes were brought up to date. Only the person's own files: they need no trust,
 * so nothing else records what they held.
 */
export function keepClosed(slots: readonly Slot[], notes: NoteStore, reading: Reading): readonly Loaded[] {
  const before = notes.read()
  const held = new Map<string, readonly EventName[]>()
  const closed = slots.flatMap((slot) => {
    const [file] = slot.watched()
    if (file === undefined || !isUserSource(slot.source.name)) return []
    const loaded = slot.current()
    const gates = gatesOf(loaded.entries)
    const fault = faultOf(loaded, file)
    const known = fault === undefined ? [] : (before.files.get(file) ?? [])
    const lost = known.filter((gate) => !gates.includes(gate) && closesGate(gate, reading.edition))
    held.set(file, [...new Set([...gates, ...known])])
    return fault === undefined || lost.length === 0 ? [] : [closedBy(fault, file, slot.source.name, lost, reading)]
  })
  notes.update((now) => ({
    ...now,
    files: new Map([...new Map([...now.files, ...held])].filter(([, gates]) => gates.length > 0)),
  }))
  return closed
}

/** The first error of the file: with one, what it no longer says may be missing by mistake. */
const faultOf = ({ problems }: Loaded, file: string): Problem | undefined =>
  problems.find((problem) => problem.severity === 'error' && problem.file === file)

function closedBy(
  fault: Problem,
  file: string,
  source: SourceName,
  gates: readonly EventName[],
  reading: Reading,
): Loaded {
  const own = file.endsWith('hookline.json')
  const place: Place = { source, own, file, cwd: '', trust: 'own' }
  const broken = {
    message: `${file}:${fault.line}:${fault.column} is damaged (${fault.message}), and its gates stay closed`,
    cure: `${fault.hint} To see all that is wrong with it: hookline check ${file}`,
    agentMessage:
      "the person's own hook settings are damaged, and their gates stay closed until the person repairs them",
  }
  const entries = gates.map((gate): Entry => ({ ...brokenEntry(gate, start, fault.message, place, reading), broken }))
  return { entries, problems: [] }
}
