/** Reports comments and trailing commas: Hookline reads them, but other hosts may refuse the whole file. */
import { usualAgent } from '@hookline/core/agents'
import { createScanner } from 'jsonc-parser'
import type { FileContext } from '../../context/context.ts'
import { editFix, type Rule, type RuleFinding } from '../../rule.ts'

/** Values of jsonc-parser's SyntaxKind, which is a const enum and does not exist at run time. */
const kinds = { closeBrace: 2, closeBracket: 4, comma: 5, lineComment: 12, blockComment: 13, end: 17 } as const

export const commentsInJson: Rule = {
  code: 'comments-in-json',
  checks: 'file',
  find: (file) => (file.own || file.problems.some(({ code }) => code === 'syntax') ? [] : findComments(file)),
}

function findComments({ document, agent }: FileContext): readonly RuleFinding[] {
  const host = (agent ?? usualAgent).title
  const { comment, commas } = scan(document.text)
  const first =
    comment === undefined
      ? []
      : [
          {
            at: document.at(comment),
            message: `this file has comments: Hookline reads them, but ${host} may refuse the whole file`,
            hint: 'Move them into a `description` or another file.',
          },
        ]
  return [
    ...first,
    ...commas.map((offset) => ({
      at: document.at(offset),
      message: `trailing comma: Hookline reads it, but ${host} may refuse the whole file`,
      hint: 'Remove it.',
      fix: editFix({ offset, length: 1, text: '' }),
    })),
  ]
}

function scan(text: string): { readonly comment: number | undefined; readonly commas: readonly number[] } {
  const scanner = createScanner(text, false)
  const commas: number[] = []
  let comment: number | undefined
  let comma: number | undefined
  for (let kind: number = scanner.scan(); kind !== kinds.end; kind = scanner.scan()) {
    if (kind === kinds.lineComment || kind === kinds.blockComment) comment ??= scanner.getTokenOffset()
    else if (kind === kinds.comma) comma = scanner.getTokenOffset()
    else if (kind < kinds.lineComment) {
      if (comma !== undefined && (kind === kinds.closeBrace || kind === kinds.closeBracket)) commas.push(comma)
      comma = undefined
    }
  }
  return { comment, commas }
}
