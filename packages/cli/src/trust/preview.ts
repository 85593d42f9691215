/** Shows what would run if a workspace were trusted, and what changed since it was. */

import { relative } from 'node:path'
import { commandLine, type Entry, type TrustFinding, type TrustStore } from '@hookline/core/node'
import { statOf } from '../machine/file-stat.ts'
import { shownPath } from '../paths.ts'
import { counted } from '../text/entry-text.ts'
import { visible } from '../text/plain.ts'
import type { Style } from '../text/style.ts'
import { shortTime } from '../text/when.ts'
import { differences } from '../trust-differences.ts'

export interface PreviewOptions {
  readonly style: Style
  readonly cwd: string
  /** Every hook, not only what changed. */
  readonly all?: boolean
}

/** After a change, only the change: what was approved before need not be read again. `--all` shows everything. */
export function preview(finding: TrustFinding, store: TrustStore, options: PreviewOptions): string {
  const { root, entries } = finding.request
  const { style } = options
  const changes = changeLines(finding, store, options)
  if (changes.length > 0 && options.all !== true && finding.moved !== true)
    return [
      style.bold(`Hooks of ${visible(root)}`),
      '',
      ...changes,
      `${summaryOf(finding)} To see all of them: --all`,
      '',
    ].join('\n')
  const settings = finding.content.items.filter((item) => item.event === undefined)
  return [
    style.bold(`Hooks of ${visible(root)}, once trusted:`),
    '',
    ...(entries.length === 0 ? ['  none'] : entries.flatMap((entry) => entryLines(entry, finding, store, options))),
    ...importedLines(finding, style),
    ...settings.map((item) => `  settings  ${style.dim(visible(item.file.slice(1)))}  ${visible(item.text)}`),
    ...(finding.content.plugins ?? []).flatMap((one) => [
      `  plugin  ${visible(one.path.slice(1))}  ${style.dim(`all its files, sha256 ${one.sha256.slice(0, 16)}`)}`,
      ...one.items.map((item) => `    ${style.bold(item.event ?? '')}  ${visible(item.text)}`),
    ]),
    '',
    ...changes,
    summaryOf(finding),
    '',
  ].join('\n')
}

const summaryOf = ({ request, content }: TrustFinding): string =>
  `${counted(request.entries.length, 'hook')}, with ${counted(content.files.length, 'script or file', 'scripts or files')}. They run with your permissions.`

function entryLines(
  entry: Entry,
  finding: TrustFinding,
  store: TrustStore,
  { style, cwd }: PreviewOptions,
): readonly string[] {
  const { origin, event, matcher, held } = entry
  const location = `${shownPath(origin.file ?? '', cwd)}:${origin.line ?? 1}`
  const when = matcher === undefined ? '' : `  when ${JSON.stringify(matcher)}`
  return [
    `  ${style.bold(event)}  ${style.dim(visible(location))}${visible(when)}`,
    `    ${commandOrPrompt(entry)}`,
    ...verifyLines(entry),
    ...(held === undefined || held.why === 'untrusted' || held.why === 'changed'
      ? []
      : [`    ${style.yellow('will not run')}: ${visible(`${held.why}: ${held.detail}`)}`]),
    ...boundLines(entry, finding, store, style),
  ]
}

/** The complete text, because the user must see what they approve. A name is shown beside it and never replaces it. */
function commandOrPrompt(entry: Entry): string {
  const { type, prompt, name, text, pack } = entry
  const line = commandLine(entry)
  const label = name === undefined ? '' : `  (${visible(JSON.stringify(name))})`
  if (type === 'command' && line !== undefined) return `$ ${visible(line)}${label}`
  return `${pack === undefined ? type : 'pack'}: ${visible(type === 'prompt' && prompt !== undefined ? prompt : (text ?? ''))}${label}`
}

/** Every command that the model may run, in full, and what it may read. */
function verifyLines({ verify }: Entry): readonly string[] {
  if (verify === undefined) return []
  const { read, commands } = verify
  const files = read === true ? 'all files of the workspace' : read === false ? 'no files' : read.join(' ')
  return [
    `      the model may read: ${visible(files)}`,
    ...commands.map((command) => `      the model may run: $ ${visible(command)}`),
  ]
}

function boundLines(entry: Entry, finding: TrustFinding, store: TrustStore, style: Style): readonly string[] {
  const paths = store.findNamedPaths(finding.request.root, entry)
  const lines = paths.flatMap((path) => fileLine(path, entry, finding, style))
  const bound = new Set(finding.content.files.map(({ path }) => path))
  // A pack is part of Hookline itself. The workspace only sets its parameters, which are in the text above.
  if (
    (entry.type === 'prompt' && (entry.verify?.commands.length ?? 0) === 0) ||
    entry.type === 'rule' ||
    entry.type === 'http' ||
    entry.pack !== undefined ||
    paths.some((path) => bound.has(path))
  )
    return lines
  return [
    ...lines,
    `      ${style.yellow('no file is covered: trust cannot notice if the program behind this command changes')}`,
  ]
}

/** Files that no command names: the scripts above load or start them. */
function importedLines({ content }: TrustFinding, style: Style): readonly string[] {
  const imported = content.files.filter((file) => file.imported === true)
  if (imported.length === 0) return []
  const lines = imported.map(({ path, sha256 }) => {
    const name = relative(content.root, path)
    const size = statOf(path)?.size ?? 0
    return `    ${visible(name.startsWith('..') ? path : name)}  ${style.dim(`${size} bytes  sha256 ${sha256.slice(0, 16)}`)}`
  })
  return ['  loaded by these scripts', ...lines]
}

/** A word of the command that names no file is ignored, unless it looks like a path: then the file is missing. */
function fileLine(path: string, entry: Entry, { content }: TrustFinding, style: Style): readonly string[] {
  const command = commandLine(entry) ?? ''
  const name = relative(content.root, path)
  const shown = visible(name.startsWith('..') ? path : name)
  const hash = content.files.find((file) => file.path === path)?.sha256
  // The word need not be a path: it may be too long, contain a NUL, or go through a file.
  const stats = statOf(path)
  if (hash !== undefined && stats !== undefined)
    return [`      ${shown}  ${style.dim(`${stats.size} bytes  sha256 ${hash.slice(0, 16)}`)}`]
  if (stats !== undefined) return []
  return !/\s/.test(name) && (name.includes('/') ? command.includes(name) : command.includes(`./${name}`))
    ? [`      ${shown}  ${style.yellow('missing')}`]
    : []
}

function changeLines(finding: TrustFinding, store: TrustStore, { style }: PreviewOptions): readonly string[] {
  if (finding.approved === undefined || finding.lost === true) return []
  const found = differences(finding.content, finding.approved, store.keptText)
  if (finding.moved === true)
    found.unshift({
      sign: '~',
      text: `${finding.content.root} now leads to another directory; ${finding.approved.root} was approved`,
    })
  if (found.length === 0) return []
  const colours = { '-': style.red, '+': style.green, '~': style.yellow } as const
  return [
    style.bold(`Changed since it was approved (${shortTime(new Date(finding.approved.at), new Date())}):`),
    '',
    ...found.flatMap(({ sign, text, diff }) => [
      `  ${colours[sign](`${sign} ${visible(text)}`)}`,
      ...(diff === undefined ? [] : diff.split('\n').map((line) => `      ${paintLine(line, style)}`)),
    ]),
    '',
  ]
}

/** Tabs stay, because scripts are indented with them. */
function paintLine(line: string, style: Style): string {
  const text = line.split('\t').map(visible).join('\t')
  if (line.startsWith('@@')) return style.cyan(text)
  return line.startsWith('+') ? style.green(text) : line.startsWith('-') ? style.red(text) : text
}
