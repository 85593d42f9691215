/** Which scene is shown: the person's own, or the demonstration while somebody wants to see it. */
import type { Io } from '../../io.ts'
import { createLive, type Live } from '../log/live.ts'
import { type DemoScene, openDemoScene } from './demo-scene.ts'
import { forget } from './look.ts'
import { openScene, type Scene } from './scene.ts'

export interface Stage {
  readonly live: Live
  scene(): Scene
  /** Opens the demonstration, without playing it; one that is open already is left as it is. */
  openDemo(): Promise<DemoScene>
  closeDemo(): Promise<void>
  close(): Promise<void>
}

/** `demo`: begins with the demonstration, and looks at nothing of the person's before that is left. */
export async function createStage(root: string, env: Io['env'], demo: boolean): Promise<Stage> {
  let own = demo ? undefined : await openScene(root, env)
  let shown = demo ? await openDemoScene(env) : undefined
  // One of them is always there.
  const scene = (): Scene => shown ?? (own as Scene)
  const live = createLive(scene)
  const watch = (one: Scene) =>
    one.hooks.on('change', () => {
      forget(one)
      if (scene() === one) live.change()
    })
  watch(scene())
  /** One after the other: two pages may ask at the same moment. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const done = last.then(act)
    last = done.catch(() => {})
    return done
  }
  return {
    live,
    scene,
    openDemo: () =>
      inTurn(async () => {
        if (shown !== undefined) return shown
        shown = await openDemoScene(env)
        watch(shown)
        live.reset()
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
        live.reset()
        await closing.close()
      }),
    close: () =>
      inTurn(async () => {
        live.close()
        await shown?.close()
        await own?.close()
      }),
  }
}
