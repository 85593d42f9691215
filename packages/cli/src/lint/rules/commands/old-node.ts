/** Reports `node guard.ts` in a project that pins a version of Node which cannot run TypeScript. */
import type { EntryContext } from '../../context/context.ts'
import type { Rule, RuleFinding } from '../../rule.ts'
import { shebangOf } from '../../scripts/scripts.ts'

/** The first version of Node that strips the types of a `.ts` file. */
const FIRST_WITH_TYPES = 22

export const oldNode: Rule = {
  code: 'wrong-interpreter',
  checks: 'entry',
  find(context): readonly RuleFinding[] {
    const { scripts, file, at, command } = context
    const isLoaded = /--(?:import|loader|require|experimental-\S+)\b|\s-r\s/.test(command?.text ?? '')
    const pinned = isLoaded ? undefined : pinnedNode(context)
    if (pinned === undefined || pinned.major >= FIRST_WITH_TYPES) return []
    return scripts
      .filter(({ path, by, direct }) => {
        const first = direct && path !== undefined ? (file.facts.read(path) ?? '').split('\n')[0] : undefined
        const program = first === undefined ? by : shebangOf(first)?.program
        return /\.[mc]?ts$/.test(path ?? '') && /(?:^|\/)node$/.test(program ?? '')
      })
      .map(({ word }) => ({
        at: at('command'),
        message: `${pinned.file} pins Node ${pinned.major}, which cannot run TypeScript, so ${word} fails`,
        hint: `Start it with npx tsx ${word}, or pin Node 22.18 or newer.`,
      }))
  },
}

interface PinnedVersion {
  readonly major: number
  readonly file: string
}

const codenames: Readonly<Record<string, number>> = { fermium: 14, gallium: 16, hydrogen: 18, iron: 20, jod: 22 }

function pinnedNode({ file: { root, facts } }: EntryContext): PinnedVersion | undefined {
  if (root === undefined) return undefined
  const read = (name: string): string | undefined => facts.read(`${root}/${name}`)
  const found: readonly (readonly [string, number | undefined])[] = [
    ['.nvmrc', exactMajor(read('.nvmrc'))],
    ['.node-version', exactMajor(read('.node-version'))],
    ['.tool-versions', exactMajor(/^nodejs\s+(\S+)/m.exec(read('.tool-versions') ?? '')?.[1])],
    ['package.json', newestMajor(enginesOf(read('package.json')))],
  ]
  const [first] = found.flatMap(([file, major]) => (major === undefined ? [] : [{ file, major }]))
  return first
}

function exactMajor(text: string | undefined): number | undefined {
  const word = text?.trim() ?? ''
  const major = /^v?(\d+)(?:\.|$)/.exec(word)?.[1]
  return major === undefined ? codenames[/^lts\/(\w+)$/.exec(word)?.[1] ?? ''] : Number(major)
}

const enginesOf = (text: string | undefined): string | undefined =>
  /"(?:engines|volta)"\s*:\s*\{[^}]*"node"\s*:\s*"([^"]*)"/.exec(text ?? '')?.[1]

/** The newest major version that a range allows; undefined if the range has no upper bound. */
function newestMajor(range: string | undefined): number | undefined {
  const ends = (range ?? '').split('||').map((part) => {
    const below = /<\s*(\d+)(?:\.0)*(?![\d.])/.exec(part)?.[1]
    if (below !== undefined) return Number(below) - 1
    const upTo = /<=?\s*(\d+)/.exec(part)?.[1] ?? /^\s*[~^=v]?\s*(\d+)(?:[.\s]|$)/.exec(part)?.[1]
    return upTo === undefined ? Number.POSITIVE_INFINITY : Number(upTo)
  })
  const newest = Math.max(...ends)
  return Number.isFinite(newest) ? newest : undefined
}
