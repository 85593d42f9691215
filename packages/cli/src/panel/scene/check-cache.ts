/** Caches what `hookline check` finds until a hook file changes. Scripts are not watched, so entries expire soon as well. */
import { createHash } from 'node:crypto'
import { checkWorkspace } from '../../check/find.ts'
import { type CheckResult, runCheck } from '../../check/run-check.ts'
import type { Facts } from '../../lint/context/facts.ts'
import { nodeFacts } from '../../lint/context/node-facts.ts'
import type { Finding } from '../../lint/rule.ts'
import type { Scene } from './scene.ts'

export interface SceneCheck extends CheckResult {
  readonly facts: Facts
  /** Findings that can be fixed, by the key that a page sends to fix one. */
  readonly byKey: ReadonlyMap<string, Finding>
}

const cache = new WeakMap<Scene, { readonly at: number; readonly result: Promise<SceneCheck> }>()

/** `maxAgeMs`: how old a cached result may be. */
export function checkScene(scene: Scene, maxAgeMs: number): Promise<SceneCheck> {
  const before = cache.get(scene)
  const now = performance.now()
  if (before !== undefined && now - before.at < maxAgeMs) return before.result
  const result = checkNow(scene)
  cache.set(scene, { at: now, result })
  return result
}

export const forgetCheck = (scene: Scene): boolean => cache.delete(scene)

async function checkNow({ root, env, home, demo }: Scene): Promise<SceneCheck> {
  const facts = nodeFacts(env, home)
  const checked = await runCheck(() => checkWorkspace(root, { strict: false, ...(demo ? { home } : {}) }), facts)
  const fixable = checked.findings.filter(({ fix }) => fix !== undefined)
  return { ...checked, facts, byKey: new Map(fixable.map((finding) => [fixKey(finding, facts), finding])) }
}

/** The key changes as soon as the file or the fix changes. */
export function fixKey(finding: Finding, { read }: Facts): string {
  const { code, file, line, column, fix } = finding
  const text = read(file) ?? ''
  return createHash('sha256')
    .update(JSON.stringify([code, file, line, column, fix, text]))
    .digest('base64url')
    .slice(0, 32)
}
