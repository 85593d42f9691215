/** Where the durable log of a person stands, and where its indexes are kept. */
import { join } from 'node:path'
import type { Platform } from '../../ports.ts'
import { cacheDirectory, stateDirectory } from '../../sources/locations.ts'
import { thisPlatform } from '../system/machine.ts'

export const logDirectory = (platform: Platform = thisPlatform()): string => join(stateDirectory(platform), 'log')
/** Indexes can be made again: they belong to the cache. */
export const indexDirectory = (platform: Platform = thisPlatform()): string => join(cacheDirectory(platform), 'log')
