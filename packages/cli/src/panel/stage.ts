/** Holds the scene that the panel shows: the user's own workspace, or the demo while it is open. */
import type { Io } from '../io.ts'
import { createLogStream, type LogStream } from './log/log-stream.ts'
import { forgetCheck } from './scene/check-cache.ts'
import { type DemoScene, openDemoScene } from './scene/demo-scene.ts'
import { openScene, type Scene } from './scene/scene.ts'

export interface Stage {
  readonly stream: LogStream
  scene(): Scene
  /** Opens the demo without playing it. A demo that is already open stays as it is. */
  openDemo(): Promise<DemoScene>
  closeDemo(): Promise<void>
  close(): Promise<void>
}

/** `demo`: starts with the demo, and reads nothing of the user's before the demo is closed. */
export async function createStage(root: string, env: Io['env'], demo: boolean): Promise<Stage> {
  let own = demo ? undefined : await openScene(root, env)
  let shown = demo ? await openDemoScene(env) : undefined
  // True: `own` is set whenever no demo is shown.
  const scene = (): Scene => shown ?? (own as Scene)
  const stream = createLogStream(scene)
  const watch = (one: Scene) =>
    one.hooks.on('change', () => {
      forgetCheck(one)
      if (scene() === one) stream.change()
    })
  watch(scene())
  /** Runs changes one after the other, because two pages may send a request at the same moment. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const done = last.then(act)
    last = done.catch(() => {})
    return done
  }
  return {
    stream: stream,
    scene,
    openDemo: () =>
      inTurn(async () => {
        if (shown !== undefined) return shown
        shown = await openDemoScene(env)
        watch(shown)
        stream.reset()
        return shown
      }),
    closeDemo: () =>
      inTurn(async () => {
        const closing = shown
        if (closing === undefined) return
        if (own === undefined) {
          own = await openScene(root, env)
          watch(own)
        }
        shown = undefined
        stream.reset()
        await closing.close()
      }),
    close: () =>
      inTurn(async () => {
        stream.close()
        await shown?.close()
        await own?.close()
      }),
  }
}
