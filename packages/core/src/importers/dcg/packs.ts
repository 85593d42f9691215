/** The packs of dcg, and which of ours judge the same commands. */

/** By category: the first part of an id. A test shows an example of each to shell-guard. */
export const coveredCategories: ReadonlySet<string> = new Set([
  'apigateway',
  'backup',
  'cdn',
  'cicd',
  'cloud',
  'containers',
  'core',
  'database',
  'dns',
  'email',
  'heredoc',
  'infrastructure',
  'kubernetes',
  'loadbalancer',
  'messaging',
  'monitoring',
  'package_managers',
  'payment',
  'platform',
  'remote',
  'search',
  'secrets',
  'storage',
  'strict_git',
  'system',
  'windows',
])

export const categoryOf = (id: string): string => id.split('.', 1)[0] ?? id

/** Rules of shell-guard that cover a pack of dcg, and more: to refuse them all is never too little. */
export const deniedBy: Readonly<Record<string, readonly string[]>> = {
  'core.git': ['git', 'force-push'],
  'core.filesystem': ['delete-recursively', 'delete-found', 'wipe', 'truncate', 'move-away', 'pack-and-delete'],
  'system.disk': ['disk', 'disk-write', 'mounts'],
  'system.permissions': ['rights'],
  'system.services': ['services', 'power'],
}
