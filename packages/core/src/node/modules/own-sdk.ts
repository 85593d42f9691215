/**
 * `@hookline/core/sdk` for a module hook in a workspace that has no such package: the copy that belongs to this engine, so
 * that a hook file works wherever the command does. A workspace's own copy comes first, and no other name is touched.
 */
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const name = '@hookline/core/sdk'

/** Where the engine's own copy lies; none where somebody bundled the engine without it. */
export function ownSdk(): string | undefined {
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve(name)).href
  } catch {
    return undefined
  }
}

/** Did a module fail to load for want of it? */
export const lacksSdk = (message: string): boolean => /\bCannot find package '@hookline\/core'/.test(message)

/** What a worker runs first to find it, as text. Node before 22.15 knows only hooks in another thread. */
export const sdkText = `
const offered = (error, name) => {
  if (name === '${name}' && error?.code === 'ERR_MODULE_NOT_FOUND') return { url: workerData.sdk, shortCircuit: true }
  throw error
}
const own = {
  resolve(name, context, next) {
    try { return next(name, context) } catch (error) { return offered(error, name) }
  },
}
const elsewhere = 'const workerData = ' + JSON.stringify({ sdk: workerData.sdk }) + ';const offered = ' + offered +
  ';export const resolve = (name, context, next) => next(name, context).catch((error) => offered(error, name))'
if (workerData.sdk !== undefined) {
  const { register, registerHooks } = require('node:module')
  if (registerHooks !== undefined) registerHooks(own)
  else register('data:text/javascript,' + encodeURIComponent(elsewhere))
}
`
