import type { JsonObject } from '@hookline/core/protocol'

const namespaces = ['hostNetwork', 'hostPID', 'hostIPC']
const capabilities = new Set([
  'ALL',
  'SYS_ADMIN',
  'SYS_PTRACE',
  'SYS_MODULE',
  'NET_ADMIN',
  'NET_RAW',
  'DAC_READ_SEARCH',
  'BPF',
])
const MAX_DEPTH = 40

/** Describes the dangers in a manifest: "a privileged container". */
export function dangersIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return []
  if (Array.isArray(value)) return value.flatMap((one) => dangersIn(one, depth + 1))
  // The checks above leave only objects.
  const here = value as JsonObject
  return [
    ...(here.privileged === true ? ['a privileged container'] : []),
    ...(typeof here.hostPath === 'object' && here.hostPath !== null
      ? [`a mount of ${pathOf(here.hostPath)} of the node`]
      : []),
    ...namespaces.filter((name) => here[name] === true).map((name) => `${name}, which leaves the container`),
    ...added(here.capabilities).map((name) => `the capability ${name}`),
    ...byPath(here),
    ...Object.values(here).flatMap((one) => dangersIn(one, depth + 1)),
  ]
}

const pathOf = (mount: object): string => ('path' in mount && typeof mount.path === 'string' ? mount.path : 'a path')

function added(value: unknown): readonly string[] {
  // The condition checks that it is an object.
  const add = typeof value === 'object' && value !== null ? (value as JsonObject).add : undefined
  return Array.isArray(add)
    ? add.map((one) => String(one).replace(/^CAP_/, '')).filter((one) => capabilities.has(one))
    : []
}

/** An operation of a JSON patch names the field that it sets by a path. */
const byPath = ({ op, path, value }: JsonObject): readonly string[] =>
  typeof op === 'string' &&
  typeof path === 'string' &&
  /\/(privileged|hostPath|hostNetwork|hostPID|hostIPC)(\/|$)/.test(path) &&
  value !== false
    ? [`a patch of ${path}`]
    : []
