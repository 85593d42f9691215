/** The packs of this server with the schemas of their parameters, and the schema of a team's hookline.json, for editors. */
import { hooklineFileSchema, isObject, isTeamSetting, type JsonObject } from '@hookline/core/protocol'
import { packRegistry } from '../../wire/load-problem.ts'

export interface PackSchema {
  readonly name: string
  readonly description: string
  readonly about: string
  /** A JSON Schema of its parameters. */
  readonly schema: string
}

/** Without packs that have become an option of Hookline. */
export function listPackSchemas(): { readonly packs: readonly PackSchema[]; readonly fileSchema: string } {
  const loaded = packRegistry().current()
  const packs = loaded?.kind === 'packs' ? loaded.packs.filter(({ replaced }) => replaced === undefined) : []
  const file = hooklineFileSchema(packs)
  const properties = isObject(file.properties) ? file.properties : {}
  const schemaOf = (name: string): JsonObject => {
    const all = isObject(properties.packs) && isObject(properties.packs.properties) ? properties.packs.properties : {}
    return isObject(all[name]) ? all[name] : {}
  }
  const formatKeys = ['$schema', 'version', 'hooks']
  const allowed = Object.entries(properties).filter(([key]) => formatKeys.includes(key) || isTeamSetting(key))
  return {
    packs: packs.map(({ name, description, about }) => ({
      ...{ name, description, about },
      schema: JSON.stringify(schemaOf(name)),
    })),
    fileSchema: JSON.stringify({ ...file, properties: Object.fromEntries(allowed) }),
  }
}
