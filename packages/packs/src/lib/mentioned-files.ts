/** Finds files that inline code in another language names, and whether the code changes something. Pure. */
import type { TouchedFile } from './touched-files.ts'

const changing =
  /\b(write\w*|unlink\w*|remove\w*|rm(Sync|tree|dir\w*)?|rename\w*|truncate\w*|chmod\w*|copy\w*|move|replace|append\w*|dump|symlink\w*|delete|put|system|exec\w*|spawn\w*)\s*\(|["'][waxr]b?\+?t?["']\s*[),]|["']>{1,2}/i
const reading = /["']rb?t?["']\s*[),]/g

/** Quoted strings that could be a path. */
const literals = (code: string): readonly string[] =>
  [...code.matchAll(/(["'`])([^"'`\n]{1,300})\1/g)].map((found) => found[2] ?? '').filter((one) => !/\s/.test(one))

/** The code changes something. */
const changes = (code: string): boolean => changing.test(code.replace(reading, ''))

export function findMentionedFiles(code: string): readonly TouchedFile[] {
  const how = changes(code) ? 'write' : 'read'
  return literals(code).map((path) => ({ path, glob: false, how, mentioned: true }))
}
