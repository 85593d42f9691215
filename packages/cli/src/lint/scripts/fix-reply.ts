/** Fixes of a reply in a script: the name of a field, or its value, where the text shows both at the place that was found. */
import type { CodeContext } from '../context/context.ts'
import { editFix, type Fix } from '../rule.ts'
import { editIn } from './scripts.ts'

const quote = '\\\\?["\']'
/** A name that is the key of an object or an argument. A shorthand such as `{ userMessage }` also names a variable, so it is none. */
const keyAt = (name: string): RegExp => new RegExp(`(?:${quote})?${name}(?=(?:${quote})?\\s*(?::|=>|=(?!=)))`, 'y')

/** The offset of the name itself; undefined if it is not a key there. */
function findKey({ text }: CodeContext, name: string, offset: number): number | undefined {
  if (!/^[\w-]+$/.test(name)) return undefined
  const pattern = keyAt(name)
  pattern.lastIndex = offset
  const found = pattern.exec(text)
  return found === null ? undefined : offset + found[0].length - name.length
}

export function renameField(code: CodeContext, name: string, offset: number, meant: string): Fix | undefined {
  const at = code.script === undefined ? undefined : findKey(code, name, offset)
  return code.script === undefined || at === undefined
    ? undefined
    : editFix(editIn(code.script, at, name.length, meant))
}

/** Replaces the string `from` that directly follows the field; with `bare`, its quotation marks too. */
export function replaceValue(
  code: CodeContext,
  { name, offset }: { readonly name: string; readonly offset: number },
  from: string,
  to: string,
  bare = false,
): Fix | undefined {
  const at = code.script === undefined ? undefined : findKey(code, name, offset)
  if (code.script === undefined || at === undefined || !/^\w+$/.test(from)) return undefined
  const value = new RegExp(`((?:${quote})?\\s*(?::|=>|=)\\s*)(${quote})${from}${quote}`, 'y')
  value.lastIndex = at + name.length
  const found = value.exec(code.text)
  if (found === null) return undefined
  const start = at + name.length + (found[1] ?? '').length
  const open = (found[2] ?? '').length
  return editFix(
    bare
      ? editIn(code.script, start, found[0].length - (found[1] ?? '').length, to)
      : editIn(code.script, start + open, from.length, to),
  )
}
