/**
 * Whose programs a command may run because the person asks: those of a workspace that was trusted once, so that a hook can be
 * changed, tried and then trusted again; of any other only after a yes.
 */

import { homedir } from 'node:os'
import { join, relative } from 'node:path'
import { agentDirectories } from '@hookline/core/agents'
import { compose } from '@hookline/core/node'
import { canAsk, confirm } from '../../confirm.ts'
import { counted, labelOf, quoted } from '../../entry-text.ts'
import { UsageError } from '../../flags.ts'
import type { Io } from '../../io.ts'
import { isInside } from '../../paths.ts'
import { oneLine } from '../../plain.ts'

/** False: the person said no. Where nobody can be asked it throws. `scripts`: what tests name beside the configured hooks. */
export type Consent = (roots: readonly string[], scripts?: readonly string[]) => Promise<boolean>

export const untrustedOption = { untrusted: { type: 'boolean' } } as const

const MOST_SHOWN = 8

/** `these`: what runs them, as the sentence begins. What was agreed to is not asked again. */
export function createConsent(these: string, untrusted: boolean, io: Io): Consent {
  const agreed = new Set<string>()
  return async (roots, scripts = []) => {
    const strange = untrusted ? [] : (await untrustedOf(roots)).filter(({ root }) => !agreed.has(root))
    if (strange.length === 0) return true
    if (!canAsk(io)) throw new UsageError(refusal(these, strange))
    io.stderr.write(`${these} run programs of a workspace you have not trusted, in a copy but with your rights:\n`)
    for (const one of strange) io.stderr.write(shown(withScripts(one, scripts)))
    const yes = await confirm(io, 'Run them?')
    if (yes) for (const { root } of strange) agreed.add(root)
    else io.stderr.write('Nothing was run.\n')
    return yes
  }
}

interface Strange {
  readonly root: string
  readonly hooks: readonly string[]
}

async function untrustedOf(roots: readonly string[]): Promise<readonly Strange[]> {
  const found = await Promise.all([...new Set(roots)].filter((root) => !isPersons(root)).map(lookAt))
  return found.filter((one) => one !== undefined)
}

async function lookAt(root: string): Promise<Strange | undefined> {
  const { hooks, configs } = await compose({ workspaceRoots: [root], watch: false })
  const entries = hooks.entries.filter(({ origin }) => origin.root === root)
  await hooks.close()
  const approval = configs.store.findApproval(root)
  if (approval !== undefined && !approval.moved) return undefined
  return { root, hooks: entries.map((entry) => `${entry.event}  ${labelOf(entry)}`) }
}

/** A script that a test names runs even where no hook file mentions it. */
function withScripts({ root, hooks }: Strange, scripts: readonly string[]): Strange {
  const named = scripts.filter((path) => isInside(path, root)).map((path) => oneLine(relative(root, path)))
  const unsaid = [...new Set(named)].filter((script) => !hooks.some((hook) => hook.includes(script)))
  return { root, hooks: [...unsaid.map((script) => `named by a test  ${script}`), ...hooks] }
}

/** The person's own hooks run without a word anyway. */
function isPersons(root: string): boolean {
  const own = agentDirectories.map((name) => join(homedir(), name, 'hooks'))
  return own.some((directory) => root === directory || isInside(root, directory))
}

function shown({ root, hooks }: Strange): string {
  const rest = hooks.length - MOST_SHOWN
  return [
    `  ${oneLine(root)}`,
    ...hooks.slice(0, MOST_SHOWN).map((hook) => `    ${hook}`),
    ...(rest > 0 ? [`    … ${counted(rest, 'more hook')}`] : []),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

function refusal(these: string, strange: readonly Strange[]): string {
  const names = strange.map(({ root }) => oneLine(root)).join(', ')
  const first = strange.find(({ hooks }) => hooks.length > 0)?.root
  const see =
    first === undefined ? '' : `\n  To see what they are, and decide: hookline trust add ${quoted(oneLine(first))}`
  return `${these.toLowerCase()} run programs of ${names}, which you have not trusted, and there is no terminal to ask at.${see}
  To run them all the same, in a copy but with the rights of this user (as a build server does): --untrusted`
}
