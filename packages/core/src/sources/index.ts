/** The standard sources, in order of priority (CONTRACT §4). */
import { join } from '../config/paths.ts'
import type { Source } from '../ports.ts'
import { agentSources } from './agent-files.ts'
import type { SourceSetup } from './document.ts'
import { enterprise, enterpriseOwn } from './enterprise.ts'
import { type InlineHooks, inline } from './inline.ts'
import { plugin } from './plugin.ts'
import { project, projectOwn } from './project.ts'
import { team } from './team.ts'
import { user, userOwn } from './user.ts'

export interface StandardOptions extends SourceSetup {
  readonly roots: readonly string[]
  readonly plugins?: readonly string[]
  readonly hooks?: InlineHooks
  /** A second enterprise directory. Default: HOOKLINE_ENTERPRISE_DIR. */
  readonly enterpriseDir?: string
  /** Working directory of inline hooks if there is no root. */
  readonly cwd?: string
}

export function standardSources(options: StandardOptions): readonly Source[] {
  const { platform, hooks, plugins = [] } = options
  const roots = [...new Set(options.roots)]
  // In the home directory, the files of the project are the user's files, and are read as those.
  const projects = roots.filter((root) => join(platform.system, root) !== join(platform.system, platform.home))
  const further = options.enterpriseDir ?? platform.env.HOOKLINE_ENTERPRISE_DIR
  return [
    enterprise(options),
    enterpriseOwn(options),
    ...(further === undefined || further === ''
      ? []
      : [enterprise(options, further), enterpriseOwn(options, further, options.enterpriseDir === undefined)]),
    team(options),
    ...roots.flatMap((root) => [
      ...(projects.includes(root) ? [project(root, options)] : []),
      projectOwn(root, options),
    ]),
    user(options),
    userOwn(options),
    ...agentSources(options, roots, projects),
    ...plugins.map((directory) => plugin(directory, options)),
    ...(hooks === undefined ? [] : [inline(hooks, roots[0] ?? options.cwd ?? platform.home, options)]),
  ]
}
