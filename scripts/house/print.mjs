// Writes the figures as a table, and what is behind a figure as a list.
import { childOf } from './cycles.mjs'

const columns = {
  package: 'package',
  files: 'files',
  lines: 'lines',
  tableLines: 'in tables',
  slivers: 'slivers',
  rowSlivers: '(rows)',
  largeFolders: 'large folders',
  casts: 'casts',
  fileCycles: 'file cycles',
  folderCycles: 'folder cycles',
  jsonTypes: 'Json types',
  errorClasses: 'error classes',
  words: 'words',
}

export function printTable({ packages, total, otherWords }) {
  const rows = [columns, ...packages, total].map((row) => Object.keys(columns).map((figure) => String(row[figure])))
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const lines = rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join('  '),
  )
  return [...lines, '', `Words to replace outside of the packages: ${otherWords}`].join('\n')
}

/** The lists that `--list` knows. */
export const lists = {
  slivers: (found) =>
    found.slivers.map(({ path, lines, importer }) => `${path} (${lines} lines), imported by ${importer}`),
  folders: (found) => found.largeFolders.map(({ path, count }) => `${path}: ${count} files`),
  casts: (found) => found.casts.map(({ path, line, text }) => `${path}:${line}: ${text}`),
  cycles: (found) => [...found.fileCycles.map(fileCycleText), ...found.folderCycles.map(folderCycleText)],
  json: (found) => found.jsonTypes.map(({ path, line, name }) => `${path}:${line}: ${name}`),
  errors: (found) => found.errorClasses.map(({ path, line, name }) => `${path}:${line}: ${name}`),
}

export const fileCycleText = (group) => `files: ${group.join(', ')}`

/** One line for each pair of folders, with the first of its imports. */
export function folderCycleText({ parent, folders, imports }) {
  const pairs = new Map()
  for (const { from, to } of imports) {
    const pair = [from, to].map((path) => childOf(parent, path)).join(' imports ')
    if (!pairs.has(pair)) pairs.set(pair, [])
    pairs.get(pair).push(`${from} imports ${to}`)
  }
  const lines = [...pairs].map(([pair, found]) => `  ${pair} (${found.length}): ${found[0]}`)
  return [`folders in ${parent || 'src/'}: ${folders.join(' ')}`, ...lines].join('\n')
}
