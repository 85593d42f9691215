/** The rules of a workspace that always apply: AGENTS.md, and the files of .cursor/rules that say so. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { usualDirectory } from '@hookline/core/agents'
import { readRegularText } from '@hookline/core/files'

export interface AppliedRule {
  readonly path: string
  readonly text: string
}

/** A longer file is no rule that a person wrote. */
const MAX_BYTES = 64 * 1024

export function readAppliedRules(root: string): readonly AppliedRule[] {
  const own = readRule(join(root, 'AGENTS.md'))
  const listed = ruleFiles(join(root, usualDirectory, 'rules')).flatMap((path) => readRule(path) ?? [])
  return [...(own === undefined ? [] : [own]), ...listed.filter(({ text }) => alwaysApplies(text))]
}

function ruleFiles(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.mdc'))
      .toSorted()
      .map((name) => join(directory, name))
  } catch {
    return []
  }
}

function readRule(path: string): AppliedRule | undefined {
  const text = readRegularText(path, MAX_BYTES)
  return text === undefined ? undefined : { path, text }
}

const alwaysApplies = (text: string): boolean =>
  /^---\r?\n(?:(?!---)[^\n]*\n)*?alwaysApply:[ \t]*true[ \t]*\r?\n/.test(text.replace(/^\uFEFF/, ''))
