// The files that a package offers by its `package.json`: other packages and programs load them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** The strings in a value, at any depth: `exports` nests conditions. */
function stringsIn(value) {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : []
}

/** From a file that the build writes to the source file that it is made from. */
const sourceOf = (built) => built.replace(/^\.\/dist\/(types\/)?/, './src/').replace(/(\.d)?\.[jt]s$/, '.ts')

/** The source files that `exports` of a package's `package.json` leads to. */
export function entriesOf(packageName) {
  const folder = `packages/${packageName}`
  const { exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  return stringsIn(exports).map((built) => `${folder}/${sourceOf(built).slice(2)}`)
}
