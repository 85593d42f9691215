/** Decisions that a person called wrong, by the record's id. */
import { readOwn, stateFile, writeOwn } from '../server/own-state.ts'

export interface Marks {
  ids(): ReadonlySet<string>
  set(id: string, marked: boolean): void
}

/** The log itself forgets, so the oldest marks may go. */
const MOST = 10_000

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
      const now = marked ? [...others, id].slice(-MOST) : others
      writeOwn(file, { version: 1, marked: now })
      known = new Set(now)
    },
  }
}

function read(file: string): ReadonlySet<string> {
  const { marked } = readOwn(file)
  return new Set(Array.isArray(marked) ? marked.filter((id) => typeof id === 'string') : [])
}
