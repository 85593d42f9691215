/** A script that is started by itself and may not be: for everyone (disk), or for everyone who clones (git). */
import type { EntryContext, UsedScript } from '../context.ts'
import type { Facts } from '../facts.ts'
import type { Found, Rule } from '../rule.ts'

export const notExecutable: Rule = {
  code: 'not-executable',
  looksAt: 'workspace',
  async find({ entries, facts }) {
    const seen = new Set<string>()
    const found: (Found & { context: EntryContext })[] = []
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

async function judged({ word }: UsedScript, path: string, facts: Facts): Promise<Omit<Found, 'at'> | undefined> {
  const inGit = (await facts.gitMode(path)) === '100644'
  const fix = { kind: 'mode', path, inGit } as const
  if (facts.executable(path) === false)
    return { message: `${word} is not executable`, hint: cure(word, inGit), severity: 'error', fix }
  if (/\.(py|[mc]?js|ts|rb|pl|php)$/.test(path) && !/^(\uFEFF?#!)/.test(facts.read(path) ?? '#!'))
    return {
      message: `${word} has no #! line: started by itself, the shell reads it as shell text`,
      hint: `Add one (#!/usr/bin/env python3), or name the program in the command.`,
      severity: 'warning',
    }
  if (!inGit) return undefined
  const hint = `Whoever clones the repository cannot run it. git update-index --chmod=+x ${word}`
  return { message: `${word} is not executable in git (100644)`, hint, severity: 'warning', fix }
}

const cure = (word: string, inGit: boolean): string =>
  inGit ? `chmod +x ${word}, and git update-index --chmod=+x ${word}` : `chmod +x ${word}`
const isOfWindows = (path: string): boolean => /\.(cmd|bat|ps1|exe)$/i.test(path)
