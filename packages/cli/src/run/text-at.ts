/** What an agent is about to read, as a hook sees it. */
import { readRegularText } from '@hookline/core/files'

const MOST = 16 * 1024 * 1024

/** Nothing where there is nothing to read, or more than any hook should get. */
export const textAt = (path: string): string => readRegularText(path, MOST) ?? ''
