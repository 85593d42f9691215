/** Which of the proposals it shall be: by default, by option, or by the person at the terminal. */
import { join } from 'node:path'
import { nearest } from '@hookline/core/node'
import { askLine } from '../edit/carry-out.ts'
import { readText } from '../edit/change.ts'
import { readTarget, type Target } from '../edit/target.ts'
import { UsageError } from '../flags.ts'
import type { Io } from '../io.ts'
import { oneLine } from '../plain.ts'
import type { Style } from '../style.ts'
import type { Proposal } from './proposals.ts'
import { type Choice, choicesText } from './text.ts'

export interface Wishes {
  readonly with?: readonly string[] | undefined
  readonly without?: readonly string[] | undefined
}

export function choicesOf(
  proposals: readonly Proposal[],
  wishes: Wishes,
  target: Target,
  cwd: string,
): readonly Choice[] {
  const names = proposals.map(({ name }) => name)
  for (const name of [...(wishes.with ?? []), ...(wishes.without ?? [])])
    if (!names.includes(name)) throw new UsageError(unknown(name, names))
  return proposals.map((proposal) => {
    const not = hindrance(proposal, target, cwd)
    if (not !== undefined) return { proposal, on: false, there: false, not }
    const there = isThere(proposal, target, cwd)
    const on = wishes.with?.includes(proposal.name) || (proposal.on && wishes.without?.includes(proposal.name) !== true)
    return { proposal, on: on === true || there, there }
  })
}

function unknown(name: string, names: readonly string[]): string {
  const near = nearest(name, names)
  const meant = near === undefined ? `: here it is ${names.join(', ')}` : `; did you mean "${near}"?`
  return `nothing called ${JSON.stringify(oneLine(name))} is proposed${meant}`
}

/** A script of that name which is not ours stays, and nothing of ours runs it. */
function hindrance({ script, text }: Proposal, { base }: Target, cwd: string): string | undefined {
  const there = readText(join(base, '.cursor', 'hooks', script), cwd)
  return there === undefined || there === text ? undefined : `left alone: ${script} is there with other contents`
}

function isThere({ command }: Proposal, target: Target, cwd: string): boolean {
  const text = readText(target.file, cwd)
  return text !== undefined && readTarget(text, target).entries.some((entry) => entry.command === command)
}

/** Numbers toggle, an empty line accepts; undefined when the person went away. */
export async function choose(choices: readonly Choice[], style: Style, io: Io): Promise<readonly Choice[] | undefined> {
  let now = choices
  for (;;) {
    io.stderr.write(choicesText(now, style))
    const answer = await askLine(io, 'A number switches one on or off, Enter goes on: ')
    if (answer === undefined) return undefined
    if (answer === '') return now
    const picked = new Set(answer.split(/[\s,]+/).map((word) => Number(word) - 1))
    now = now.map((choice, at) =>
      picked.has(at) && choice.not === undefined && !choice.there ? { ...choice, on: !choice.on } : choice,
    )
  }
}
