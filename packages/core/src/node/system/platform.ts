/** Which of the three systems this is; every other Unix counts as Linux. */
import type { Platform } from '../../ports.ts'

export const thisSystem: Platform['system'] =
  process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux'
