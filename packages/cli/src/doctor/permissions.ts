/** Reports files that other users can write or read and should not: managed files and Hookline's state. */
import type { Stats } from 'node:fs'
import { dirname, join } from 'node:path'
import { namesIn, statOf } from '../machine/file-stat.ts'
import { quoted } from '../text/entry-text.ts'
import { oneLine } from '../text/plain.ts'
import type { Finding } from './finding.ts'
import type { Survey } from './survey.ts'

export function permissionFindings({
  files,
  stateDirectory,
}: Pick<Survey, 'files' | 'stateDirectory'>): readonly Finding[] {
  if (process.platform === 'win32') return []
  return [...managedFindings(files), ...stateFindings(stateDirectory)]
}

function managedFindings(files: Survey['files']): readonly Finding[] {
  const found = (['enterprise', 'team'] as const).flatMap((source) => {
    const directories = [
      ...new Set(files.filter((file) => file.source === source).map(({ path }) => directoryOf(path))),
    ]
    const paths = directories.flatMap((directory) => [directory, ...listPaths(directory)])
    return paths.flatMap(withStats).map((one) => ({ source, ...one }))
  })
  if (found.length === 0) return [{ area: 'managed', subject: 'managed files', state: 'ok', says: 'none' }]
  const faults = found.flatMap(({ source, path, stats }) => managedFault(source, path, stats))
  return faults.length > 0
    ? faults
    : [
        {
          area: 'managed',
          subject: 'managed files',
          state: 'ok',
          says: `${found.length} files and directories, not writable by other users`,
        },
      ]
}

/** The directory of a managed file, or the team's directory itself. */
const directoryOf = (path: string): string => (path.endsWith('.json') ? dirname(path) : path)

function managedFault(source: 'enterprise' | 'team', path: string, stats: Stats): readonly Finding[] {
  const shown = oneLine(path)
  const base = { area: 'managed', subject: `${source} ${shown}`, state: 'warn' } as const
  if ((stats.mode & 0o022) !== 0)
    return [
      { ...base, says: `other users can write it (mode ${modeOf(stats)})`, next: `sudo chmod go-w ${quoted(shown)}` },
    ]
  if (source === 'enterprise' && stats.uid !== 0)
    return [{ ...base, says: `it belongs to user ${stats.uid}, not to root`, next: `sudo chown root ${quoted(shown)}` }]
  return []
}

function stateFindings(directory: string): readonly Finding[] {
  const base = { area: 'managed', subject: `state ${oneLine(directory)}` } as const
  if (statOf(directory) === undefined) return [{ ...base, state: 'ok', says: 'not created yet' }]
  const paths = [directory, ...listPaths(directory)]
  const open = paths.flatMap(withStats).filter(({ stats }) => (stats.mode & 0o077) !== 0)
  const [first] = open
  if (first === undefined) return [{ ...base, state: 'ok', says: 'only you can read it' }]
  const [path, mode] = [quoted(oneLine(first.path)), first.stats.isDirectory() ? '700' : '600']
  const says = `${oneLine(first.path)} can be read by other users (mode ${modeOf(first.stats)})${open.length > 1 ? `, and ${open.length - 1} more` : ''}`
  return [
    {
      ...base,
      state: 'warn',
      says,
      next: open.length > 1 ? `chmod -R go-rwx ${quoted(oneLine(directory))}` : `chmod ${mode} ${path}`,
    },
  ]
}

const modeOf = ({ mode }: Stats): string => `0${(mode & 0o777).toString(8)}`

const listPaths = (directory: string): readonly string[] => namesIn(directory).map((name) => join(directory, name))

function withStats(path: string): readonly { readonly path: string; readonly stats: Stats }[] {
  const stats = statOf(path)
  return stats === undefined ? [] : [{ path, stats }]
}
