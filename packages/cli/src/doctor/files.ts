/** Reports which hook files were read, which are broken, and which do not exist. */
import { statSync } from 'node:fs'
import { callsHookline } from '@hookline/core/node'
import { counted, quoted } from '../text/entry-text.ts'
import { oneLine } from '../text/plain.ts'
import type { Finding } from './finding.ts'
import { initCommand } from './next.ts'
import type { HookFile, Survey } from './survey.ts'

/** Gates that are closed because a file of the user, or of a followed workspace, is damaged. */
export function closedGateFindings({ entries }: Pick<Survey, 'entries'>): readonly Finding[] {
  const closed = entries.filter(
    ({ broken, trust }) => broken !== undefined && (trust === 'own' || trust === 'followed'),
  )
  const files = [...new Set(closed.flatMap(({ origin }) => origin.file ?? []))]
  return files.map((file) => {
    const gates = closed.filter(({ origin }) => origin.file === file).map(({ event }) => event)
    return {
      area: 'files',
      subject: oneLine(file),
      state: 'fail',
      says: `is damaged, so its gates deny everything: ${gates.join(', ')}`,
      next: `hookline check ${quoted(oneLine(file))}`,
    }
  })
}

export function fileFindings({
  files,
  entries,
  problems,
  home,
  root,
}: Pick<Survey, 'files' | 'entries' | 'problems' | 'home' | 'root'>): readonly Finding[] {
  const there = files.filter(isFile)
  const missing = files.filter((file) => !there.includes(file) && file.path.endsWith('.json'))
  return [
    ...there.map((file) => fileFinding(file, entries, problems)),
    ...(there.length > 0 ? [] : [noFiles(initCommand({ root, home }))]),
    ...(missing.length === 0 ? [] : [missingFiles(missing, home)]),
  ]
}

const noFiles = (next: string): Finding => ({
  area: 'files',
  subject: 'hook files',
  state: 'warn',
  says: 'no hook file found',
  next,
})

function fileFinding({ source, path }: HookFile, entries: Survey['entries'], problems: Survey['problems']): Finding {
  const found = problems.filter((problem) => problem.file === path)
  const errors = found.filter(({ severity }) => severity === 'error')
  const here = entries.filter((entry) => entry.origin.file === path && entry.broken === undefined)
  const calls = here.filter(callsHookline).length
  const base = { area: 'files', subject: `${source} ${oneLine(path)}` } as const
  const next = `hookline check ${quoted(oneLine(path))}`
  const [first] = errors
  if (first !== undefined) {
    const more = errors.length > 1 ? `, and ${counted(errors.length - 1, 'more error')}` : ''
    return { ...base, state: 'fail', says: `line ${first.line}: ${oneLine(first.message)}${more}`, next }
  }
  const warnings = found.filter(({ severity }) => severity === 'warning').length
  const says = `read, ${counted(here.length - calls, 'hook')}${calls === 0 ? '' : `, ${counted(calls, 'call')} of Hookline`}`
  return warnings === 0
    ? { ...base, state: 'ok', says }
    : { ...base, state: 'warn', says: `${says}, ${counted(warnings, 'warning')}`, next }
}

/** A missing file is not a problem. The list shows where Hookline looks. */
const missingFiles = (missing: readonly HookFile[], home: string): Finding => ({
  area: 'files',
  subject: 'not found',
  state: 'ok',
  says: missing
    .map(({ path }) => oneLine(path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path))
    .join(', '),
})

const isFile = ({ path }: HookFile): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true
  } catch {
    return true // It exists and cannot be read; the reader of the file reports why.
  }
}
