/** Starts the panel: it opens the stage, the stream and the server, and chooses the token. */
import { ownCommands } from '@hookline/core/node'
import { startTrustStep } from '../edit/trust-step.ts'
import type { Io } from '../io.ts'
import { ownVersion } from '../machine/own-version.ts'
import { plain } from '../text/plain.ts'
import { createHintWriter, findTypedCommand } from '../typed-command.ts'
import { checkScene } from './scene/check-cache.ts'
import { createContainedRuns } from './scene/contained.ts'
import { readRecent } from './scene/recent.ts'
import type { Scene } from './scene/scene.ts'
import { type ServeOptions, serve } from './serve.ts'
import { newToken, readHandover, saveHandover } from './server/handover.ts'
import { openPages } from './server/pages.ts'
import type { Panel } from './server/route.ts'
import { createStage, type Stage } from './stage.ts'

export interface StartOptions {
  readonly root: string
  readonly write: boolean
  /** By default the port of the last start, else any free port. */
  readonly port?: number
  /** Starts with the demo, with a token of its own that is not stored. */
  readonly demo?: boolean
}
export interface StartedPanel {
  readonly url: string
  readonly token: string
  readonly stage: Stage
  close(): Promise<void>
}

/** Without `stdin` no one is asked at the terminal. */
type PanelIo = Pick<Io, 'env' | 'stderr' | 'signal'> & Partial<Pick<Io, 'stdin' | 'cwd' | 'stdout'>>

export async function startPanel(options: StartOptions, io: PanelIo): Promise<StartedPanel> {
  const { root, write, demo = false } = options
  const stage = await createStage(root, io.env, demo)
  const panel = createPanel(stage, write, io)
  const onError = (error: unknown) =>
    io.stderr.write(
      `hookline: panel: ${plain(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
    )
  try {
    const command = findTypedCommand({ env: io.env, cwd: io.cwd ?? root })
    const writeHints = createHintWriter(Object.keys(ownCommands), () => command)
    const { server, token } = await listen(options, { panel, pages: openPages(command), writeHints, onError })
    void warmUp(stage.scene())
    return {
      url: `http://127.0.0.1:${server.port}/#token=${token}`,
      token,
      stage,
      async close() {
        stage.stream.close()
        await server.close()
        panel.contained.close()
        await stage.close()
      },
    }
  } catch (thrown) {
    await stage.close()
    throw thrown
  }
}

/** Fills the caches while the browser opens: the index of the log, the newest records, and the findings of `hookline check`. */
const warmUp = (scene: Scene): Promise<unknown> =>
  Promise.allSettled([readRecent(scene), scene.log.size(), checkScene(scene, Number.POSITIVE_INFINITY)])

/** Reuses the last token only with the last port. If another program has that port now, an open tab may have sent it the token. */
async function listen({ port, demo = false }: StartOptions, options: Omit<ServeOptions, 'token' | 'port'>) {
  const last = demo ? undefined : readHandover(Date.now())
  const mayReuse = last !== undefined && (port === undefined || port === last.port)
  const reused = mayReuse ? await serve({ ...options, ...last }).catch(() => undefined) : undefined
  const token = reused === undefined ? newToken() : (last?.token ?? '')
  const server = reused ?? (await serve({ ...options, token, port: port ?? 0 }))
  if (!demo) saveHandover({ token, port: server.port }, Date.now())
  return { server, token }
}

function createPanel(stage: Stage, write: boolean, io: PanelIo): Panel {
  const { signal } = io
  return {
    startTrust: createTrustQuestions(io),
    version: ownVersion(),
    write,
    stream: stage.stream,
    contained: createContainedRuns(signal, write),
    signal,
    scene: stage.scene,
    async show(demo) {
      if (!demo) return stage.closeDemo()
      if (stage.scene().demo) return
      const scene = await stage.openDemo()
      // Ignore the error: failures of the demo are visible in its rows.
      scene.play(signal).catch(() => {})
    },
  }
}

/** One question at a time: the person could not distinguish two. */
function createTrustQuestions({ stdin, cwd, stdout, ...io }: PanelIo): Panel['startTrust'] {
  let isAsking = false
  return async (root) => {
    if (stdin === undefined || cwd === undefined || stdout === undefined || isAsking) return { ask: async () => false }
    const step = await startTrustStep(root, { ...io, stdin, cwd, stdout })
    return {
      async ask(files, diff) {
        if (isAsking) return false
        isAsking = true
        try {
          return await step.trust(files, false, `\nThe panel changed hook files:\n\n${diff}`)
        } finally {
          isAsking = false
        }
      },
    }
  }
}
