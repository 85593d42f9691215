/** Whether a prompt hook has anybody to ask on this machine. Nobody is asked to find out. */
import { findEndpoint, type ModelSettings, modelSettings } from '@hookline/core/models'
import { createHooks } from '@hookline/core/node'

/** Says of a model why it cannot be asked, with what to do; undefined: it can. The settings are read once. */
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
