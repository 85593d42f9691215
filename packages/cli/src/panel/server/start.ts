/** Puts the panel together: stage, stream, server, token. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { programFile } from '../../hooktest/run/program.ts'
import type { Io } from '../../io.ts'
import { plain } from '../../plain.ts'
import { lookAt } from '../scene/look.ts'
import { recentOf } from '../scene/recent.ts'
import type { Scene } from '../scene/scene.ts'
import { createStage, type Stage } from '../scene/stage.ts'
import { createContained } from '../try/contained.ts'
import type { Panel } from './ask.ts'
import { keepHandover, lastHandover, newToken } from './handover.ts'
import { openPages } from './pages.ts'
import { type ServeOptions, serve } from './serve.ts'

export interface StartOptions {
  readonly root: string
  readonly write: boolean
  /** Absent: the last one, else any. */
  readonly port?: number
  /** Begins with the demonstration: a token of its own, and nothing kept. */
  readonly demo?: boolean
}
export interface Started {
  readonly url: string
  readonly token: string
  readonly stage: Stage
  close(): Promise<void>
}

type PanelIo = Pick<Io, 'env' | 'stderr' | 'signal'>

export async function startPanel(options: StartOptions, io: PanelIo): Promise<Started> {
  const { root, write, demo = false } = options
  const stage = await createStage(root, io.env, demo)
  const panel = panelOf(stage, write, io)
  const onError = (error: unknown) =>
    io.stderr.write(
      `hookline: panel: ${plain(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
    )
  try {
    const { server, token } = await listen(options, { panel, pages: openPages(), onError })
    void warmUp(stage.scene())
    return {
      url: `http://127.0.0.1:${server.port}/#token=${token}`,
      token,
      stage,
      async close() {
        stage.live.close()
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

/** While the browser opens: the index of the log, the newest records, and the first look at the files. */
const warmUp = (scene: Scene): Promise<unknown> =>
  Promise.allSettled([recentOf(scene), scene.log.size(), lookAt(scene, Number.POSITIVE_INFINITY)])

/** The last token goes with the last port alone: whoever has that port now may have been told it by an open tab. */
async function listen({ port, demo = false }: StartOptions, what: Omit<ServeOptions, 'token' | 'port'>) {
  const last = demo ? undefined : lastHandover(Date.now())
  const again = last !== undefined && (port === undefined || port === last.port)
  const kept = again ? await serve({ ...what, ...last }).catch(() => undefined) : undefined
  const token = kept === undefined ? newToken() : (last?.token ?? '')
  const server = kept ?? (await serve({ ...what, token, port: port ?? 0 }))
  if (!demo) keepHandover({ token, port: server.port }, Date.now())
  return { server, token }
}

function panelOf(stage: Stage, write: boolean, { signal }: PanelIo): Panel {
  return {
    version: versionOf(),
    write,
    live: stage.live,
    contained: createContained(signal, write),
    signal,
    scene: stage.scene,
    async show(demo) {
      if (!demo) return stage.closeDemo()
      if (stage.scene().demo) return
      const scene = await stage.openDemo()
      // What goes wrong in it is seen in its rows.
      scene.play(signal).catch(() => {})
    },
  }
}

function versionOf(): string {
  const bin = programFile()
  if (bin === undefined) return ''
  return (JSON.parse(readFileSync(join(dirname(bin), '../package.json'), 'utf8')) as { version: string }).version
}
