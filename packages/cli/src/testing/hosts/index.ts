/** All stand-ins, in any order. */
import type { DocumentedHost } from './host.ts'
import { windsurf } from './windsurf.ts'

export const documentedHosts: readonly DocumentedHost[] = [windsurf]
