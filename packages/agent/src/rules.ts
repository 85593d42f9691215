/** Reads the rules of a workspace that always apply: AGENTS.md, and the files of .cursor/rules with `alwaysApply: true`. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { usualDirectory } from '@hookline/core/agents'
import { readRegularText } from '@hookline/core/files'

export interface AppliedRule {
  readonly path: string
  readonly text: string
}

/** A longer file is ignored: it is unlikely that a person wrote it as a rule. */
const MAX_BYTES = 64 * 1024

export function readAppliedRules(root: string): readonly AppliedRule[] {
  const agentsFile = readRule(join(root, 'AGENTS.md'))
  const ruleFiles = listRuleFiles(join(root, usualDirectory, 'rules')).flatMap((path) => readRule(path) ?? [])
  return [...(agentsFile === undefined ? [] : [agentsFile]), ...ruleFiles.filter(({ text }) => alwaysApplies(text))]
}

function listRuleFiles(directory: string): readonly string[] {
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
