/** Finds which programs a shell script uses, and whether it checks for them first. */
import type { Position } from '../../json-document.ts'
import type { ScriptContext } from '../context/context.ts'
import { codeLines } from '../scripts/scripts.ts'

export const knownTools =
  'jq yq gh rg fd python3 python node npx bun deno uv docker shellcheck gitleaks trufflehog'.split(' ')

/** The first position where the tool is the program of a command, not an argument. */
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

export const checksFor = ({ text }: ScriptContext, tool: string): boolean =>
  new RegExp(`\\b(?:command\\s+-[vV]|type|which|hash)\\s+(?:-\\w+\\s+)?["']?${tool}\\b`).test(text)
