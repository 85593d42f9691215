/** The text of a file that an agent is about to read. */
import { readRegularText } from '@hookline/core/files'

const MOST = 16 * 1024 * 1024

/** Empty if the file cannot be read, or if it is larger than any hook should get. */
export const textAt = (path: string): string => readRegularText(path, MOST) ?? ''
