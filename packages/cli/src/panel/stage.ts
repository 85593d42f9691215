/** Which scene is shown: the person's own, or the demonstration while somebody wants to see it. */
import type { Io } from '../io.ts'
import { type DemoScene, openDemoScene } from './demo-scene.ts'
import { createLive, type Live } from './live.ts'
import { forget } from './look.ts'
import { openScene, type Scene } from './scene.ts'

export interface Stage {
  readonly live: Live
  scene(): Scene
  /** Opens the demonstration, without playing it; what is open already is left as it is. */
  openDemo(): Promise<DemoScene>
  closeDemo(): Promise<void>
  close(): Promise<void>
}

export async function createStage(root: string, env: Io['env']): Promise<Stage> {
  const own = await openScene(root, env)
  let demo: DemoScene | undefined
  const scene = (): Scene => demo ?? own
  const live = createLive(scene)
  const onChange = (changed: Scene) => {
    forget(changed)
    if (scene() === changed) live.change()
  }
  own.hooks.on('change', () => onChange(own))
  const closeDemo = async () => {
    const closing = demo
    if (closing === undefined) return
    demo = undefined
    live.reset()
    await closing.close()
  }
  return {
    live,
    scene,
    async openDemo() {
      if (demo !== undefined) return demo
      const opened = await openDemoScene(env)
      // Somebody else was quicker.
      if (demo !== undefined) {
        await opened.close()
        return demo
      }
      demo = opened
      opened.hooks.on('change', () => onChange(opened))
      live.reset()
      return opened
    },
    closeDemo,
    async close() {
      live.close()
      await closeDemo()
      await own.close()
    },
  }
}
