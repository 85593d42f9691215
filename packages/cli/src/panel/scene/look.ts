/** What `hookline check` finds. Kept until a hook file changes; scripts are not watched, so not for long. */
import { createHash } from 'node:crypto'
import { checkWorkspace } from '../../check/find.ts'
import { type CheckResult, runCheck } from '../../check/run-check.ts'
import type { Facts } from '../../lint/context/facts.ts'
import { nodeFacts } from '../../lint/context/node-facts.ts'
import type { Finding } from '../../lint/rule.ts'
import type { Scene } from './scene.ts'

export interface Looked extends CheckResult {
  readonly facts: Facts
  /** By what a page hands back to mend one. */
  readonly byKey: ReadonlyMap<string, Finding>
}

const known = new WeakMap<Scene, { readonly at: number; readonly looked: Promise<Looked> }>()

/** `mostMs`: how old the answer may be. */
export function lookAt(scene: Scene, mostMs: number): Promise<Looked> {
  const before = known.get(scene)
  const now = performance.now()
  if (before !== undefined && now - before.at < mostMs) return before.looked
  const looked = lookNow(scene)
  known.set(scene, { at: now, looked })
  return looked
}

export const forget = (scene: Scene): boolean => known.delete(scene)

async function lookNow({ root, env, home, demo }: Scene): Promise<Looked> {
  const facts = nodeFacts(env, home)
  const checked = await runCheck(() => checkWorkspace(root, { strict: false, ...(demo ? { home } : {}) }), facts)
  const mendable = checked.findings.filter(({ fix }) => fix !== undefined)
  return { ...checked, facts, byKey: new Map(mendable.map((finding) => [keyOf(finding, facts), finding])) }
}

/** Another one as soon as the file, or what is to be done in it, is another. */
export function keyOf(finding: Finding, { read }: Facts): string {
  const { code, file, line, column, fix } = finding
  const text = read(file) ?? ''
  return createHash('sha256')
    .update(JSON.stringify([code, file, line, column, fix, text]))
    .digest('base64url')
    .slice(0, 32)
}
