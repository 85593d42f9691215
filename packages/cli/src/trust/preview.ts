/** What would run if a workspace were trusted, and what changed since it was. */
import { statSync } from 'node:fs'
import { relative } from 'node:path'
import type { Entry, TrustFinding, TrustStore } from '@hookline/core/node'
import { counted } from '../entry-text.ts'
import { shownPath } from '../paths.ts'
import { visible } from '../plain.ts'
import type { Style } from '../style.ts'
import { differences } from './differences.ts'

export interface Look {
  readonly style: Style
  readonly cwd: string
}

export function preview(finding: TrustFinding, store: TrustStore, look: Look): string {
  const { root, entries } = finding.request
  const { style } = look
  const settings = finding.content.items.filter((item) => item.event === undefined)
  return [
    style.bold(`Hooks of ${visible(root)}, once trusted:`),
    '',
    ...(entries.length === 0 ? ['  none'] : entries.flatMap((entry) => entryLines(entry, finding, store, look))),
    ...settings.map((item) => `  settings  ${style.dim(visible(item.file.slice(1)))}  ${visible(item.text)}`),
    '',
    ...changeLines(finding, look),
    `${counted(entries.length, 'hook')}, ${counted(finding.content.files.length, 'script or file', 'scripts and files')} named by them. They run with your rights.`,
    '',
  ].join('\n')
}

function entryLines(entry: Entry, finding: TrustFinding, store: TrustStore, { style, cwd }: Look): readonly string[] {
  const { origin, event, matcher, held } = entry
  const place = `${shownPath(origin.file ?? '', cwd)}:${origin.line ?? 1}`
  const when = matcher === undefined ? '' : `  when ${JSON.stringify(matcher)}`
  return [
    `  ${style.bold(event)}  ${style.dim(visible(place))}${visible(when)}`,
    `    ${textOf(entry)}`,
    ...(held === undefined || held.why === 'untrusted' || held.why === 'changed'
      ? []
      : [`    ${style.yellow('will not run')}: ${visible(`${held.why}: ${held.detail}`)}`]),
    ...store.pathsOf(finding.request.root, entry).flatMap((path) => fileLine(path, entry, finding, style)),
  ]
}

/** The whole of it: what is approved must be what was seen. */
const textOf = ({ type, command, prompt, label }: Entry): string =>
  type === 'command' ? `$ ${visible(command ?? '')}` : `${type}: ${visible(prompt ?? label)}`

/** A word that names no file is just a word, unless it is a path: then the file is missing. */
function fileLine(path: string, { command = '' }: Entry, { content }: TrustFinding, style: Style): readonly string[] {
  const name = relative(content.root, path)
  const shown = visible(name.startsWith('..') ? path : name)
  const hash = content.files.find((file) => file.path === path)?.sha256
  const size = statSync(path, { throwIfNoEntry: false })?.size
  if (hash !== undefined && size !== undefined)
    return [`      ${shown}  ${style.dim(`${size} bytes  sha256 ${hash.slice(0, 16)}`)}`]
  return !/\s/.test(name) && (name.includes('/') ? command.includes(name) : command.includes(`./${name}`))
    ? [`      ${shown}  ${style.yellow('not there')}`]
    : []
}

function changeLines(finding: TrustFinding, { style }: Look): readonly string[] {
  if (finding.approved === undefined) return []
  const found = differences(finding.content, finding.approved)
  if (found.length === 0) return []
  const colours = { '-': style.red, '+': style.green, '~': style.yellow } as const
  return [
    style.bold(`Changed since it was approved (${finding.approved.at.slice(0, 16).replace('T', ' ')}):`),
    '',
    ...found.map(({ sign, text }) => `  ${colours[sign](`${sign} ${visible(text)}`)}`),
    '',
  ]
}
