/** Reads the files that a kustomization lists. What it generates, fetches or transforms is not known before it runs. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@hookline/core/protocol'
import { isDirectory, isFile } from '../lib/on-path.ts'
import { atPath, joined, type Manifests, unread } from './read-manifests.ts'

const names = ['kustomization.yaml', 'kustomization.yml', 'Kustomization']
const files = ['resources', 'bases', 'patchesStrategicMerge', 'crds'] as const
/** Keys whose result only kustomize knows. */
const made = [
  'components',
  'helmCharts',
  'helmChartInflationGenerator',
  'generators',
  'transformers',
  'patchesJson6902',
  'replacements',
]
const MAX_DEPTH = 8

export function readKustomization(directory: string, shown: string, depth = 0): Manifests {
  const file = names.map((name) => join(directory, name)).find(isFile)
  if (file === undefined) return unread(`${shown}, which holds no kustomization`)
  if (depth > MAX_DEPTH) return unread(`${shown}, which is nested too deep`)
  const own = atPath(file, join(shown, 'kustomization'), false)
  return joined([
    { documents: [], unread: own.unread },
    ...own.documents.map(({ value }) => readListed(value, directory, shown, depth)),
  ])
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function readListed(value: JsonObject, directory: string, shown: string, depth: number): Manifests {
  const unknown = made
    .filter((key) => listOf(value[key]).length > 0)
    .map((key) => unread(`${shown}, with ${key} that only kustomize knows`))
  const paths = files.flatMap((key) => listOf(value[key])).filter((one): one is string => typeof one === 'string')
  const patches = listOf(value.patches).map(
    // Only the path is read, and its type is checked below.
    (one) => (one as { readonly path?: unknown; readonly patch?: unknown } | null) ?? {},
  )
  const read = joined([
    ...unknown,
    ...paths.map((path) => resource(path, directory, shown, depth)),
    ...patches.map(({ path }) =>
      typeof path === 'string' ? resource(path, directory, shown, depth) : unread(`${shown}, with a patch inside`),
    ),
  ])
  const namespace = value.namespace
  return typeof namespace === 'string'
    ? { ...read, documents: read.documents.map((one) => withNamespace(one, namespace)) }
    : read
}

function resource(path: string, directory: string, shown: string, depth: number): Manifests {
  const full = join(directory, path)
  if (!existsSync(full)) return unread(`${join(shown, path)}, which does not exist or is downloaded`)
  return isDirectory(full)
    ? readKustomization(full, join(shown, path), depth + 1)
    : atPath(full, join(shown, path), false)
}

const withNamespace = (
  document: Manifests['documents'][number],
  namespace: string,
): Manifests['documents'][number] => ({
  ...document,
  // Any value can be spread, and Kubernetes requires an object here.
  value: { ...document.value, metadata: { ...(document.value.metadata as JsonObject | undefined), namespace } },
})
