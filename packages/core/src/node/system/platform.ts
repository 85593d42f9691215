/** The operating system: darwin, win32 or linux. Every other Unix counts as Linux. */
import type { Platform } from '../../ports.ts'

export const thisSystem: Platform['system'] =
  process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux'
