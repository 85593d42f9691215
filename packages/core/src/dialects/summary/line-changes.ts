/** Counts changed lines. A line that changed in place is modified, and neither added nor removed. */
export interface LineChanges {
  readonly added: number
  readonly removed: number
  readonly modified: number
}

/** With more pairs of lines than this, the middle counts as one hunk, because the table would need too much memory. */
const MAX_PAIRS = 1_000_000

export const noChanges: LineChanges = { added: 0, removed: 0, modified: 0 }

export const sumChanges = (a: LineChanges, b: LineChanges): LineChanges => ({
  added: a.added + b.added,
  removed: a.removed + b.removed,
  modified: a.modified + b.modified,
})

/** Within a hunk (lines between two unchanged ones), removed and added lines are paired as modified. The rest stays removed or added. */
export function lineChanges(before: string, after: string): LineChanges {
  const [old, now] = withoutCommonEnds(linesOf(before), linesOf(after))
  return hunksOf(old, now).map(changesOf).reduce(sumChanges, noChanges)
}

type Hunk = readonly [removed: number, added: number]

const changesOf = ([removed, added]: Hunk): LineChanges => {
  const modified = Math.min(removed, added)
  return { added: added - modified, removed: removed - modified, modified }
}

/** A newline at the end does not begin another line. */
function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

function withoutCommonEnds(old: readonly string[], now: readonly string[]): [readonly string[], readonly string[]] {
  const shorter = Math.min(old.length, now.length)
  let start = 0
  while (start < shorter && old[start] === now[start]) start++
  let end = 0
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end++
  return [old.slice(start, old.length - end), now.slice(start, now.length - end)]
}

/** Walks along the longest common subsequence. The runs between its lines are the hunks. */
function hunksOf(old: readonly string[], now: readonly string[]): readonly Hunk[] {
  if (old.length * now.length > MAX_PAIRS) return [[old.length, now.length]]
  const common = commonLengths(old, now)
  const width = now.length + 1
  const hunks: Hunk[] = []
  let [removed, added, i, j] = [0, 0, 0, 0]
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      hunks.push([removed, added])
      ;[removed, added, i, j] = [0, 0, i + 1, j + 1]
    } else if (
      j === now.length ||
      (i < old.length && at(common, (i + 1) * width + j) >= at(common, i * width + j + 1))
    ) {
      removed++
      i++
    } else {
      added++
      j++
    }
  }
  return [...hunks, [removed, added]]
}

const at = (table: Uint32Array, index: number): number => table[index] ?? 0

/** For each pair of positions, the length of the longest common subsequence from there on. */
function commonLengths(old: readonly string[], now: readonly string[]): Uint32Array {
  const width = now.length + 1
  const table = new Uint32Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      table[i * width + j] =
        old[i] === now[j]
          ? at(table, (i + 1) * width + j + 1) + 1
          : Math.max(at(table, (i + 1) * width + j), at(table, i * width + j + 1))
    }
  }
  return table
}
