/**
 * Trusts what a command wrote, in the same step: the person at the terminal has seen the diff and confirmed it. Without a terminal,
 * in an agent's shell, or if the workspace holds anything else that is not trusted, `trust add` stays a step of its own.
 */
import type { TrustContent, TrustFinding } from '@hookline/core/node'
import { isAgentShell } from '../agent-shell.ts'
import { canAsk, confirm } from '../confirm.ts'
import type { Io } from '../io.ts'
import { shownPath } from '../paths.ts'
import { oneLine } from '../text/plain.ts'
import { readTrust } from '../trust/read-trust.ts'
import type { Target } from './target.ts'
import { trustHint } from './trust-hint.ts'

export interface TrustStep {
  /** `confirmed`: the person has agreed to the diff. Otherwise they are asked here. Returns whether the workspace is trusted now. */
  trust(written: readonly string[], confirmed: boolean, shownFirst?: string): Promise<boolean>
}

const notHere: TrustStep = { trust: async () => false }

/** Called before the command writes: what is trusted then stays trusted with the change. */
export async function startTrustStep(root: string | undefined, io: Io): Promise<TrustStep> {
  if (root === undefined || !canAsk(io) || (await isAgentShell(io))) return notHere
  const before = (await readTrust(root)).finding
  if (!isSettled(before)) return notHere
  return {
    async trust(written, confirmed, shownFirst = '') {
      const { finding, store } = await readTrust(root)
      if (finding.state === 'trusted' || finding.state === 'followed') return true
      if (finding.content.items.length === 0) return false
      if (finding.content.excess !== undefined || finding.moved === true || finding.lost === true) return false
      if (changesElse(before.content, finding.content, new Set(written))) return false
      io.stderr.write(shownFirst)
      const added = firstCovered(before.content, finding.content, written)
      if (added.length > 0)
        io.stderr.write(
          `Scripts that this trusts for the first time: ${added.map((path) => oneLine(shownPath(path, io.cwd))).join(', ')}\n`,
        )
      if (!confirmed && !(await confirm(io, 'Trust the hooks of this workspace as they are now?'))) return false
      store.add(finding.content)
      return true
    },
  }
}

/** Trusted as it is, or without any hooks: then all that is new comes from this command. */
const isSettled = ({ state, content, approved }: TrustFinding): boolean =>
  state === 'trusted' ||
  state === 'followed' ||
  (state === 'untrusted' && approved === undefined && content.items.length === 0)

/** Whether a file that this command has not written differs from what it was. */
function changesElse(before: TrustContent, after: TrustContent, written: ReadonlySet<string>): boolean {
  const known = new Map([...before.files, ...before.configs].map(({ path, sha256 }) => [path, sha256]))
  return [...after.files, ...after.configs].some(
    ({ path, sha256 }) => !written.has(path) && known.has(path) && known.get(path) !== sha256,
  )
}

/** Scripts that an entry names now and did not before. This command has not written them, so no diff has shown them. */
const firstCovered = (before: TrustContent, after: TrustContent, written: readonly string[]): readonly string[] =>
  after.files
    .map(({ path }) => path)
    .filter((path) => !written.includes(path) && !before.files.some((one) => one.path === path))

/** What a command says after it wrote a workspace's hooks. */
export const trustText = async (isTrusted: boolean, target: Target, cwd: string): Promise<string> =>
  isTrusted && target.root !== undefined
    ? 'The hooks of this workspace are trusted as they are now.\n'
    : trustHint(target, cwd)
