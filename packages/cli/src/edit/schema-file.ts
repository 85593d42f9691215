/** Writes the JSON Schema beside the file that names it, so that editors can complete and check it offline. */
import { basename, dirname, join } from 'node:path'
import type { HooksChange } from '@hookline/core/node'
import type { JsonSchema } from '@hookline/core/protocol'
import { changeOf, type FileChange } from './change.ts'

/** `.cursor/hooks.json` → `.cursor/hooks.schema.json`, and `"$schema": "./hooks.schema.json"`. */
export function schemaBeside(
  file: string,
  schema: JsonSchema,
  cwd: string,
): { readonly file: FileChange; readonly change: HooksChange } {
  const name = basename(file).replace(/\.json$/, '.schema.json')
  return {
    file: changeOf(join(dirname(file), name), schemaText(schema), cwd, { generated: true }),
    change: { kind: 'schema', href: `./${name}` },
  }
}

export const schemaText = (schema: JsonSchema): string => `${JSON.stringify(schema, null, 2)}\n`
