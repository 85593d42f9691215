/** Which programs a shell script uses, and whether it asks first. */

import type { Position } from '../../json-document.ts'
import type { ScriptContext } from '../context/context.ts'
import { codeLines } from '../scripts/scripts.ts'

export const knownTools =
  'jq yq gh rg fd python3 python node npx bun deno uv docker shellcheck gitleaks trufflehog'.split(' ')

/** Where the script calls the tool first: at the beginning of a command, not as a word of one. */
export function firstUse(script: ScriptContext, tool: string): Position | undefined {
  const call = new RegExp(
    `(?:^|[;&|(!\`{]|\\b(?:then|do|else|if|elif|while|xargs|exec)\\s)\\s*(?:[A-Za-z_]\\w*=\\S*\\s+)*(?<tool>${tool})(?=\\s|$)`,
    'd',
  )
  for (const { text, line } of codeLines(script)) {
    const at = call.exec(text)?.indices?.groups?.tool?.[0]
    if (at !== undefined) return { line, column: at + 1 }
  }
  return undefined
}

export const asksFor = ({ text }: ScriptContext, tool: string): boolean =>
  new RegExp(`\\b(?:command\\s+-[vV]|type|which|hash)\\s+(?:-\\w+\\s+)?["']?${tool}\\b`).test(text)
