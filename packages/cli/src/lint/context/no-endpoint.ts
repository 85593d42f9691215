/** Checks whether a prompt hook has a model endpoint on this machine. It sends no request. */
import { findEndpoint, type ModelSettings, modelSettings } from '@hookline/core/models'
import { createHooks, userSettingsFile } from '@hookline/core/node'
import type { Facts } from './facts.ts'

/** Returns a function that explains why a model has no endpoint and how to fix it, or undefined if it has one. Reads the settings once. */
export function createNoEndpoint(env: Readonly<Record<string, string | undefined>>, home: string): Facts['noEndpoint'] {
  let reading: Promise<ModelSettings> | undefined
  return async (model) => {
    reading ??= readSettings()
    const found = findEndpoint(model, { settings: await reading, env, asker: 'hooks' })
    if (found.ok) return undefined
    const { message, hint } = found.problem
    return { message, hint: `${hint} Your hookline.json is ${userSettingsFile(home)}.` }
  }
}

async function readSettings(): Promise<ModelSettings> {
  const hooks = await createHooks({ workspaceRoots: [], watch: false })
  const settings = modelSettings(hooks.settings)
  await hooks.close()
  return settings
}
