/** All stand-ins, in any order. */
import { cline } from './cline.ts'
import { factory } from './factory.ts'
import type { DocumentedHost } from './host.ts'
import { kiro } from './kiro.ts'
import { vscode } from './vscode.ts'
import { windsurf } from './windsurf.ts'

export const documentedHosts: readonly DocumentedHost[] = [windsurf, factory, kiro, cline, vscode]
