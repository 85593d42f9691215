/** One playing of the scripted conversation in its workspace, at the speed of hooks or of a person who watches. */
import { createHooks, type Hooks, type LogOption } from '@hookline/core/node'
import type { Io } from '../io.ts'
import { type Style, styleFor } from '../style.ts'
import { play } from './story.ts'
import { createTimeline, type Timeline } from './timeline.ts'
import type { Workspace } from './workspace.ts'

export interface SessionOptions {
  readonly style: Style
  /** Of the terminal; absent: there is none. */
  readonly columns?: number | undefined
  print(line: string): void
  readonly signal?: AbortSignal
  /** Before every event and every call. */
  readonly pauseMs?: number
  readonly log?: LogOption
}

export async function playSession(workspace: Workspace, options: SessionOptions): Promise<Timeline> {
  const { style, columns, print, signal, pauseMs = 0, log } = options
  const hooks = await createHooks({
    ...settingOf(workspace),
    watch: false,
    onAsk: () => 'allow',
    ...(log === undefined ? {} : { log }),
  })
  const timeline = createTimeline(workspace.root, print, style, columns)
  hooks.on('record', timeline.event)
  try {
    const stage = { hooks: pauseMs === 0 ? hooks : paced(hooks, pauseMs, signal), timeline, workspace }
    await play({ ...stage, ...(signal === undefined ? {} : { signal }) })
  } finally {
    await hooks.close()
  }
  return timeline
}

/** As it is printed there. */
export const shownOn = ({ stdout, env }: Pick<Io, 'stdout' | 'env'>) => ({
  style: styleFor(stdout, env),
  columns: stdout.isTTY === true ? stdout.columns : undefined,
})

/** It wrote these hooks itself a moment ago, so they are trusted. */
export const settingOf = ({ root, home, env }: Workspace) =>
  ({ workspaceRoots: [root], home, env, trust: 'all' }) as const

function paced(hooks: Hooks, pauseMs: number, signal: AbortSignal | undefined): Hooks {
  const slowly: Pick<Hooks, 'fire' | 'guard'> = {
    fire: async (...args) => {
      await pause(pauseMs, signal)
      return hooks.fire(...args)
    },
    guard: async (...args) => {
      await pause(pauseMs, signal)
      return hooks.guard(...args)
    },
  }
  return Object.assign(Object.create(hooks) as Hooks, slowly)
}

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, signal?.aborted === true ? 0 : ms)
    signal?.addEventListener('abort', end, { once: true })
  })
