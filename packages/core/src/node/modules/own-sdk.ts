/**
 * Provides `@hookline/core/sdk` to a module hook whose workspace does not have the package: the engine's own copy, so that a
 * hook file works wherever the command line does. A copy in the workspace has priority, and no other import is affected.
 */
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const name = '@hookline/core/sdk'

/** The URL of the engine's own copy; undefined if the engine was bundled without it. */
export function findOwnSdk(): string | undefined {
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve(name)).href
  } catch {
    return undefined
  }
}

/** Whether a module failed to load because the SDK is missing. */
export const lacksSdk = (message: string): boolean => /\bCannot find package '@hookline\/core'/.test(message)

/** Program text that a worker runs first to make the SDK available. Node before 22.15 only has loader hooks in another thread. */
export const sdkFallbackProgram = `
const fallBack = (error, name) => {
  if (name === '${name}' && error?.code === 'ERR_MODULE_NOT_FOUND') return { url: workerData.sdk, shortCircuit: true }
  throw error
}
const loaderHooks = {
  resolve(name, context, next) {
    try { return next(name, context) } catch (error) { return fallBack(error, name) }
  },
}
const inOtherThread = 'const workerData = ' + JSON.stringify({ sdk: workerData.sdk }) + ';const fallBack = ' + fallBack +
  ';export const resolve = (name, context, next) => next(name, context).catch((error) => fallBack(error, name))'
if (workerData.sdk !== undefined) {
  const { register, registerHooks } = require('node:module')
  if (registerHooks !== undefined) registerHooks(loaderHooks)
  else register('data:text/javascript,' + encodeURIComponent(inOtherThread))
}
`
