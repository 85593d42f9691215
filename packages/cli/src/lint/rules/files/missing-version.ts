/** Adds a fix for a missing `version`: inserts it before the first key. */
import { membersOf } from '../../../json-document.ts'
import { sameName } from '../../../same-name.ts'
import type { FileContext } from '../../context/context.ts'
import { editFix, type Fix, type Rule } from '../../rule.ts'

export const missingVersion: Rule = {
  code: 'missing-version',
  checks: 'problem',
  refine: (_, file) => insertVersion(file),
}

function insertVersion({ document: { tree, text } }: FileContext): { readonly fix: Fix } | undefined {
  // Another spelling of the key is corrected, not doubled.
  if (tree?.type !== 'object' || membersOf(tree).some(({ key }) => sameName(key, ['version']) !== undefined))
    return undefined
  const first = membersOf(tree)[0]
  if (first === undefined) return { fix: editFix({ offset: tree.offset + 1, length: 0, text: '"version": 1' }) }
  const lead = text.slice(tree.offset + 1, first.keyNode.offset)
  // Repeats the line break and indentation before the key, but not a comment that may come before them.
  const indent = /(\r?\n[ \t]*|[ \t]*)$/.exec(lead)?.[0] ?? ''
  return { fix: editFix({ offset: first.keyNode.offset, length: 0, text: `"version": 1,${indent || ' '}` }) }
}
