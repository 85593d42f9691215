/** What would run if a workspace were trusted, and what changed since it was. */

import { type Stats, statSync } from 'node:fs'
import { relative } from 'node:path'
import { commandLine, type Entry, type TrustFinding, type TrustStore } from '@hookline/core/node'
import { counted } from '../entry-text.ts'
import { shownPath } from '../paths.ts'
import { visible } from '../plain.ts'
import type { Style } from '../style.ts'
import { shortTime } from '../when.ts'
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
    style.bold(`Hooks of ${seen(root)}, once trusted:`),
    '',
    ...(entries.length === 0 ? ['  none'] : entries.flatMap((entry) => entryLines(entry, finding, store, look))),
    ...settings.map((item) => `  settings  ${style.dim(seen(item.file.slice(1)))}  ${seen(item.text)}`),
    ...(finding.content.plugins ?? []).flatMap((one) => [
      `  plugin  ${seen(one.path.slice(1))}  ${style.dim(`all its files, sha256 ${one.sha256.slice(0, 16)}`)}`,
      ...one.items.map((item) => `    ${style.bold(item.event ?? '')}  ${seen(item.text)}`),
    ]),
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
    `  ${style.bold(event)}  ${style.dim(seen(place))}${seen(when)}`,
    `    ${textOf(entry)}`,
    ...(held === undefined || held.why === 'untrusted' || held.why === 'changed'
      ? []
      : [`    ${style.yellow('will not run')}: ${seen(`${held.why}: ${held.detail}`)}`]),
    ...boundLines(entry, finding, store, style),
  ]
}

/** The whole of it: what is approved must be what was seen. A name is the author's word for it and hides nothing. */
function textOf(entry: Entry): string {
  const { type, prompt, name, text, pack } = entry
  const line = commandLine(entry)
  const said = name === undefined ? '' : `  (${seen(JSON.stringify(name))})`
  if (type === 'command' && line !== undefined) return `$ ${seen(line)}${said}`
  return `${pack === undefined ? type : 'pack'}: ${seen(type === 'prompt' && prompt !== undefined ? prompt : (text ?? ''))}${said}`
}

function boundLines(entry: Entry, finding: TrustFinding, store: TrustStore, style: Style): readonly string[] {
  const paths = store.findNamedPaths(finding.request.root, entry)
  const lines = paths.flatMap((path) => fileLine(path, entry, finding, style))
  const bound = new Set(finding.content.files.map(({ path }) => path))
  // A pack is part of Hookline itself: what of it the workspace says is the text above.
  if (
    entry.type === 'prompt' ||
    entry.type === 'rule' ||
    entry.pack !== undefined ||
    paths.some((path) => bound.has(path))
  )
    return lines
  return [...lines, `      ${style.yellow('this command is not bound to the bytes of a file')}`]
}

/** A word that names no file is just a word, unless it is a path: then the file is missing. */
function fileLine(path: string, entry: Entry, { content }: TrustFinding, style: Style): readonly string[] {
  const command = commandLine(entry) ?? ''
  const name = relative(content.root, path)
  const shown = seen(name.startsWith('..') ? path : name)
  const hash = content.files.find((file) => file.path === path)?.sha256
  const stats = statOf(path)
  if (hash !== undefined && stats !== undefined)
    return [`      ${shown}  ${style.dim(`${stats.size} bytes  sha256 ${hash.slice(0, 16)}`)}`]
  if (stats !== undefined) return []
  return !/\s/.test(name) && (name.includes('/') ? command.includes(name) : command.includes(`./${name}`))
    ? [`      ${shown}  ${style.yellow('not there')}`]
    : []
}

/** A word need not be a path at all: too long, a NUL, below a file. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function changeLines(finding: TrustFinding, { style }: Look): readonly string[] {
  if (finding.approved === undefined) return []
  const found = differences(finding.content, finding.approved)
  if (finding.moved === true)
    found.unshift({
      sign: '~',
      text: `${finding.content.root} leads elsewhere now; approved was ${finding.approved.root}`,
    })
  if (found.length === 0) return []
  const colours = { '-': style.red, '+': style.green, '~': style.yellow } as const
  return [
    style.bold(`Changed since it was approved (${shortTime(new Date(finding.approved.at), new Date())}):`),
    '',
    ...found.map(({ sign, text }) => `  ${colours[sign](`${sign} ${seen(text)}`)}`),
    '',
  ]
}

/** Invisible letters, joiners, variation selectors, fillers, annotations, and blanks that are no space. */
const unseen = /\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Co}|\p{Cn}|\u2800|(?! )\p{Zs}/gu

const seen = (text: string): string =>
  visible(text).replace(unseen, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`)
