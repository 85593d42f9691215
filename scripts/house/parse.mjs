// Parses a file once, even if several figures need it.
import { parseSync } from 'rolldown/utils'

const results = new WeakMap()

/** The syntax tree, the comments and the imports of a file of `readFiles`. */
export function parse(file) {
  if (!results.has(file)) results.set(file, parseSync(file.path, file.text))
  return results.get(file)
}
