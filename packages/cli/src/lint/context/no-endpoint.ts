/** Checks whether a prompt hook has a model endpoint on this machine. It sends no request. */
import { findEndpoint, type ModelSettings, modelSettings } from '@hookline/core/models'
import { createHooks } from '@hookline/core/node'

/** Returns a function that explains why a model has no endpoint and how to fix it, or undefined if it has one. Reads the settings once. */
export function createNoEndpoint(
  env: Readonly<Record<string, string | undefined>>,
): (model: string | undefined) => Promise<string | undefined> {
  let reading: Promise<ModelSettings> | undefined
  return async (model) => {
    reading ??= readSettings()
    const found = findEndpoint(model, { settings: await reading, env, asker: 'hooks' })
    return found.ok ? undefined : `${found.problem.message}. ${found.problem.hint}`
  }
}

async function readSettings(): Promise<ModelSettings> {
  const hooks = await createHooks({ workspaceRoots: [], watch: false })
  const settings = modelSettings(hooks.settings)
  await hooks.close()
  return settings
}
