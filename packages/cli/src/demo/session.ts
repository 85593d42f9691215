/** Plays the scripted conversation in its workspace, at full speed or slowly enough to watch. */
import { createHooks, type Hooks, type LogOption } from '@hookline/core/node'
import type { Io } from '../io.ts'
import { type Style, styleFor } from '../text/style.ts'
import { play } from './story.ts'
import { createTimeline, type Timeline } from './timeline.ts'
import type { Workspace } from './workspace.ts'

export interface SessionOptions {
  readonly style: Style
  /** The width of the terminal. Absent if there is none. */
  readonly columns?: number | undefined
  print(line: string): void
  readonly signal?: AbortSignal
  /** The pause before every event and every call. */
  readonly pauseMs?: number
  readonly log?: LogOption
}

export async function playSession(workspace: Workspace, options: SessionOptions): Promise<Timeline> {
  const { style, columns, print, signal, pauseMs = 0, log } = options
  const hooks = await createHooks({
    ...demoOptions(workspace),
    watch: false,
    onAsk: () => 'allow',
    ...(log === undefined ? {} : { log }),
  })
  const timeline = createTimeline(workspace.root, print, style, columns)
  hooks.on('record', timeline.event)
  try {
    const stage = { hooks: pauseMs === 0 ? hooks : slowDown(hooks, pauseMs, signal), timeline, workspace }
    await play({ ...stage, ...(signal === undefined ? {} : { signal }) })
  } finally {
    await hooks.close()
  }
  return timeline
}

/** The style and width of an output. */
export const outputOptions = ({ stdout, env }: Pick<Io, 'stdout' | 'env'>) => ({
  style: styleFor(stdout, env),
  columns: stdout.isTTY === true ? stdout.columns : undefined,
})

/** The demo has written these hooks itself, so it trusts them. */
export const demoOptions = ({ root, home, env }: Workspace) =>
  ({ workspaceRoots: [root], home, env, trust: 'all' }) as const

function slowDown(hooks: Hooks, pauseMs: number, signal: AbortSignal | undefined): Hooks {
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
  // An object whose prototype is `hooks` has all its methods.
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
