/**
 * Decides whether a command may run the programs of a workspace. They may run if the workspace was trusted before, so that a hook
 * can be changed, tried and then trusted again. For any other workspace, the user is asked.
 */

import { homedir } from 'node:os'
import { join, relative } from 'node:path'
import { agentDirectories } from '@hookline/core/agents'
import { compose } from '@hookline/core/node'
import { canAsk, confirm } from '../../confirm.ts'
import { UsageError } from '../../flags.ts'
import type { Io } from '../../io.ts'
import { isInside } from '../../paths.ts'
import { counted, labelOf, quoted } from '../../text/entry-text.ts'
import { oneLine } from '../../text/plain.ts'

/** Resolves with false if the user declines, and rejects if there is no terminal. `scripts` are run by tests in addition to the configured hooks. */
export type Consent = (roots: readonly string[], scripts?: readonly string[]) => Promise<boolean>

export const untrustedOption = { untrusted: { type: 'boolean' } } as const

const MAX_SHOWN = 8

/** `subject` begins the question, for example "These tests". A workspace that the user agreed to is not asked about again. */
export function createConsent(subject: string, untrusted: boolean, io: Io): Consent {
  const agreed = new Set<string>()
  const ask: Consent = async (roots, scripts = []) => {
    const workspaces = untrusted ? [] : (await findUntrusted(roots)).filter(({ root }) => !agreed.has(root))
    if (workspaces.length === 0) return true
    if (!canAsk(io)) throw new UsageError(refusalMessage(subject, workspaces))
    // A progress bar may be on the line.
    io.stderr.write('\r\u001b[2K')
    io.stderr.write(
      `${subject} run the hooks of a workspace that you have not trusted, in a copy but with your rights:\n`,
    )
    for (const one of workspaces) io.stderr.write(describeHooks(addScripts(one, scripts)))
    const yes = await confirm(io, 'Run them?')
    if (yes) for (const { root } of workspaces) agreed.add(root)
    else io.stderr.write('Nothing was run.\n')
    return yes
  }
  // One question at a time: events are replayed together, and two questions would read the same answer.
  let last: Promise<unknown> = Promise.resolve()
  return (roots, scripts) => {
    const asked = last.then(() => ask(roots, scripts))
    last = asked.catch(() => {})
    return asked
  }
}

interface UntrustedWorkspace {
  readonly root: string
  readonly hooks: readonly string[]
}

async function findUntrusted(roots: readonly string[]): Promise<readonly UntrustedWorkspace[]> {
  const found = await Promise.all([...new Set(roots)].filter((root) => !isUsersOwn(root)).map(checkTrust))
  return found.filter((one) => one !== undefined)
}

async function checkTrust(root: string): Promise<UntrustedWorkspace | undefined> {
  const { hooks, configs } = await compose({ workspaceRoots: [root], watch: false })
  const entries = hooks.entries.filter(({ origin }) => origin.root === root)
  await hooks.close()
  const approval = configs.store.findApproval(root)
  if (approval !== undefined && !approval.moved) return undefined
  return { root, hooks: entries.map((entry) => `${entry.event}  ${labelOf(entry)}`) }
}

/** Adds scripts that a test names, because they run even if no hook file mentions them. */
function addScripts({ root, hooks }: UntrustedWorkspace, scripts: readonly string[]): UntrustedWorkspace {
  const named = scripts.filter((path) => isInside(path, root)).map((path) => oneLine(relative(root, path)))
  const unlisted = [...new Set(named)].filter((script) => !hooks.some((hook) => hook.includes(script)))
  return { root, hooks: [...unlisted.map((script) => `named by a test  ${script}`), ...hooks] }
}

/** The user's own hooks run without a question anyway. */
function isUsersOwn(root: string): boolean {
  const own = agentDirectories.map((name) => join(homedir(), name, 'hooks'))
  return own.some((directory) => root === directory || isInside(root, directory))
}

function describeHooks({ root, hooks }: UntrustedWorkspace): string {
  const rest = hooks.length - MAX_SHOWN
  return [
    `  ${oneLine(root)}`,
    ...hooks.slice(0, MAX_SHOWN).map((hook) => `    ${hook}`),
    ...(rest > 0 ? [`    … ${counted(rest, 'more hook')}`] : []),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

function refusalMessage(these: string, strange: readonly UntrustedWorkspace[]): string {
  const names = strange.map(({ root }) => oneLine(root)).join(', ')
  const first = strange.find(({ hooks }) => hooks.length > 0)?.root
  const review =
    first === undefined ? '' : `\n  To review and trust them, run: hookline trust add ${quoted(oneLine(first))}`
  return `${these.toLowerCase()} run the hooks of ${names}, which you have not trusted, and there is no terminal to ask at.${review}
  To run them anyway, in a copy but with your rights (for example on a build server), add --untrusted`
}
