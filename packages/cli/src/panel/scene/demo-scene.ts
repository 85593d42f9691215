/** The scene of the demo: a workspace, a home and a log of its own, in which a scripted session is played. */
import { join } from 'node:path'
import { compose, openLog } from '@hookline/core/node'
import { demoOptions, playSession, type SessionOptions } from '../../demo/session.ts'
import type { Timeline } from '../../demo/timeline.ts'
import { createWorkspace } from '../../demo/workspace.ts'
import type { Io } from '../../io.ts'
import { styleFor } from '../../text/style.ts'
import { openMarks } from './marks.ts'
import type { Scene } from './scene.ts'

export interface DemoScene extends Scene {
  /** Plays the session with pauses, so that the user sees the rows arrive. */
  play(signal: AbortSignal, shown?: Pick<SessionOptions, 'print' | 'style' | 'columns'>): Promise<Timeline>
}

const PAUSE_MS = 700
const noOutput = { print: () => {}, style: styleFor({ write: () => undefined }, {}) }

export async function openDemoScene(env: Io['env']): Promise<DemoScene> {
  const workspace = createWorkspace(env)
  const { root, home } = workspace
  const directory = join(home, 'log')
  const { hooks, configs } = await compose(demoOptions(workspace))
  const closing = new AbortController()
  let played: Promise<unknown> = Promise.resolve()
  return {
    root,
    roots: [root],
    home,
    env: workspace.env,
    demo: true,
    log: openLog(directory, { cache: join(home, 'index') }),
    marks: openMarks(join(home, 'marks.json')),
    hooks,
    configs,
    play(signal, shown = noOutput) {
      const session = playSession(workspace, {
        ...shown,
        signal: AbortSignal.any([signal, closing.signal]),
        pauseMs: PAUSE_MS,
        log: { directory, host: 'demo' },
      })
      played = session.catch(() => {})
      return session
    },
    async close() {
      closing.abort()
      await played
      await hooks.close()
      workspace.remove()
    },
  }
}
