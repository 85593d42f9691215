/** Stores which decisions the user marked as wrong, by the id of the record. */
import { readState, stateFile, writeState } from '../server/state-file.ts'

export interface Marks {
  ids(): ReadonlySet<string>
  set(id: string, marked: boolean): void
}

/** The oldest marks are dropped, because the log drops old records too. */
const MAX_MARKS = 10_000

export function openMarks(file = stateFile('panel-marks.json')): Marks {
  let known: ReadonlySet<string> | undefined
  const ids = () => {
    known ??= read(file)
    return known
  }
  return {
    ids,
    set(id, marked) {
      const others = [...read(file)].filter((one) => one !== id)
      const now = marked ? [...others, id].slice(-MAX_MARKS) : others
      writeState(file, { version: 1, marked: now })
      known = new Set(now)
    },
  }
}

function read(file: string): ReadonlySet<string> {
  const { marked } = readState(file)
  return new Set(Array.isArray(marked) ? marked.filter((id) => typeof id === 'string') : [])
}
