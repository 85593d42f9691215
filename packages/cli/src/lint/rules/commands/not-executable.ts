/** A script that is started by itself and may not be: for everyone (disk), or for everyone who clones (git). */
import type { EntryContext, UsedScript } from '../../context/context.ts'
import type { Facts } from '../../context/facts.ts'
import type { Rule, RuleFinding } from '../../rule.ts'

export const notExecutable: Rule = {
  code: 'not-executable',
  checks: 'workspace',
  async find({ entries, facts }) {
    const seen = new Set<string>()
    const found: (RuleFinding & { context: EntryContext })[] = []
    for (const context of entries)
      for (const script of context.scripts) {
        const { path, direct } = script
        if (!direct || path === undefined || seen.has(path) || !facts.isFile(path) || isOfWindows(path)) continue
        seen.add(path)
        const said = await judged(script, path, facts)
        if (said !== undefined) found.push({ ...said, at: context.at('command'), context })
      }
    return found
  },
}

async function judged({ word }: UsedScript, path: string, facts: Facts): Promise<Omit<RuleFinding, 'at'> | undefined> {
  const inGit = (await facts.gitMode(path)) === '100644'
  const fix = { kind: 'mode', path, inGit } as const
  if (facts.executable(path) === false)
    return { message: `${word} is not executable`, hint: cure(word, inGit), severity: 'error', fix }
  const program = programWithoutLine(path, facts.read(path) ?? '#!')
  if (program !== undefined)
    return {
      message: `${word} has no #! line: started by itself, the shell reads it as shell text`,
      hint: `Add one (#!/usr/bin/env ${program}), or name the program in the command.`,
      severity: 'warning',
    }
  if (!inGit) return undefined
  const hint = `Whoever clones the repository cannot run it. git update-index --chmod=+x ${word}`
  return { message: `${word} is not executable in git (100644)`, hint, severity: 'warning', fix }
}

const byExtension: Readonly<Record<string, string>> = {
  py: 'python3',
  js: 'node',
  mjs: 'node',
  cjs: 'node',
  ts: 'tsx',
  rb: 'ruby',
  pl: 'perl',
  php: 'php',
}

/** Statements that a shell would not read, of a file whose name has no ending. */
const byText: readonly (readonly [string, RegExp])[] = [
  ['python3', /^(?:import [\w., ]+|from [\w.]+ import .+|def \w+\(.*\).*:)\s*$/m],
  ['node', /^(?:(?:const|let|var) [\w{ ,}]+ = (?:await |require\(|JSON\.)|import .+ from ["'].+["'];?\s*$)/m],
  ['ruby', /^require(?:_relative)? ["'][\w/.-]+["']\s*$/m],
  ['perl', /^use (?:strict|warnings|JSON(?:::\w+)?)\b.*;\s*$/m],
  ['php', /^<\?php\b/],
]

/** The program that a file without a `#!` line is written for; undefined: a shell may read it. */
function programWithoutLine(path: string, text: string): string | undefined {
  if (/^\uFEFF?#!/.test(text)) return undefined
  const name = path.split(/[\\/]/).at(-1) ?? ''
  if (name.includes('.')) return byExtension[name.split('.').at(-1) ?? '']
  // In a here-document of a shell script the same statements may stand.
  return /<</.test(text) ? undefined : byText.find(([, pattern]) => pattern.test(text))?.[0]
}

const cure = (word: string, inGit: boolean): string =>
  inGit ? `chmod +x ${word}, and git update-index --chmod=+x ${word}` : `chmod +x ${word}`
const isOfWindows = (path: string): boolean => /\.(cmd|bat|ps1|exe)$/i.test(path)
