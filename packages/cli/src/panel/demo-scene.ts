/** The demonstration's scene: a workspace, a home and a log of its own, in which the scripted session is played. */
import { join } from 'node:path'
import { compose, createHooks, type Hooks, openLog } from '@hookline/core/node'
import { play } from '../demo/story.ts'
import { createTimeline, type Timeline } from '../demo/timeline.ts'
import { createWorkspace } from '../demo/workspace.ts'
import type { Io } from '../io.ts'
import { styleFor } from '../style.ts'
import { openMarks } from './marks.ts'
import type { Scene } from './scene.ts'

export interface DemoScene extends Scene {
  /** Plays the session, an event now and then, so that a person sees rows arrive. */
  play(options: DemoPlay): Promise<Timeline>
}
export interface DemoPlay {
  readonly signal: AbortSignal
  readonly pauseMs: number
  /** Where the timeline is printed too. */
  print?(line: string): void
  readonly style?: Parameters<typeof createTimeline>[2]
}

export async function openDemoScene(env: Io['env']): Promise<DemoScene> {
  const workspace = createWorkspace(env)
  const { root, home } = workspace
  const directory = join(home, 'log')
  // It wrote these hooks itself a moment ago.
  const common = { workspaceRoots: [root], home, env: workspace.env, trust: 'all' } as const
  const { hooks, configs } = await compose(common)
  const playing = new AbortController()
  let played: Promise<unknown> = Promise.resolve()
  return {
    root,
    home,
    env: workspace.env,
    demo: true,
    log: openLog(directory, { cache: join(home, 'cache') }),
    marks: openMarks(join(home, 'marks.json')),
    hooks,
    configs,
    play({ signal, pauseMs, print = () => {}, style = styleFor({ write: () => undefined }, {}) }) {
      const stop = AbortSignal.any([signal, playing.signal])
      const session = playOnce({ workspace, common, directory, print, style, stop, pauseMs })
      played = session.catch(() => {})
      return session
    },
    async close() {
      playing.abort()
      await played
      await hooks.close()
      workspace.remove()
    },
  }
}

interface Session {
  readonly workspace: ReturnType<typeof createWorkspace>
  readonly common: {
    readonly workspaceRoots: readonly string[]
    readonly home: string
    readonly env: Io['env']
    readonly trust: 'all'
  }
  readonly directory: string
  readonly stop: AbortSignal
  readonly pauseMs: number
  readonly style: Parameters<typeof createTimeline>[2]
  print(line: string): void
}

async function playOnce({ workspace, common, directory, stop, pauseMs, style, print }: Session): Promise<Timeline> {
  const hooks = await createHooks({ ...common, watch: false, log: { directory, host: 'demo' }, onAsk: () => 'allow' })
  const timeline = createTimeline(workspace.root, print, style)
  hooks.on('record', timeline.event)
  try {
    await play({ hooks: paced(hooks, pauseMs, stop), timeline, workspace, signal: stop })
  } finally {
    await hooks.close()
  }
  return timeline
}

/** The same engine, taking its time before every event and every call. */
function paced(hooks: Hooks, pauseMs: number, signal: AbortSignal): Hooks {
  const pause = () =>
    new Promise<void>((done) => {
      if (signal.aborted) return done()
      const timer = setTimeout(done, pauseMs)
      signal.addEventListener(
        'abort',
        () => {
          clearTimeout(timer)
          done()
        },
        { once: true },
      )
    })
  return Object.assign(Object.create(hooks) as Hooks, {
    fire: async (...args: Parameters<Hooks['fire']>) => pause().then(() => hooks.fire(...args)),
    guard: async (...args: Parameters<Hooks['guard']>) => pause().then(() => hooks.guard(...args)),
  })
}
