/** Puts the panel together: stage, stream, server, token. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { programFile } from '../hooktest/program.ts'
import type { Io } from '../io.ts'
import type { Panel } from './ask.ts'
import { createContained } from './contained.ts'
import { keepHandover, lastHandover } from './handover.ts'
import { openPages } from './pages.ts'
import { serve } from './serve.ts'
import { createStage, type Stage } from './stage.ts'

export interface StartOptions {
  readonly root: string
  readonly write: boolean
  /** Absent: the last one, else any. */
  readonly port?: number
}
export interface Started {
  readonly url: string
  readonly token: string
  readonly stage: Stage
  close(): Promise<void>
}

/** Between two events of the demonstration. */
const PAUSE_MS = 700

type PanelIo = Pick<Io, 'env' | 'stderr' | 'signal'>

export async function startPanel({ root, write, port }: StartOptions, io: PanelIo): Promise<Started> {
  const stage = await createStage(root, io.env)
  const panel = panelOf(stage, write, io)
  const { token, port: last } = lastHandover(Date.now())
  const ports = port === undefined ? [...(last === undefined ? [] : [last]), 0] : [port]
  const onError = (error: unknown) =>
    io.stderr.write(`hookline: panel: ${error instanceof Error ? error.stack : String(error)}\n`)
  try {
    const server = await serve({ panel, pages: openPages(), token, ports, onError })
    keepHandover(token, server.port, Date.now())
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

function panelOf(stage: Stage, write: boolean, { signal }: PanelIo): Panel {
  return {
    version: versionOf(),
    write,
    live: stage.live,
    contained: createContained(signal),
    signal,
    scene: stage.scene,
    async show(demo) {
      if (!demo) return stage.closeDemo()
      if (stage.scene().demo) return
      const scene = await stage.openDemo()
      // What goes wrong in it is seen in its rows.
      scene.play({ signal, pauseMs: PAUSE_MS }).catch(() => {})
    },
  }
}

function versionOf(): string {
  const bin = programFile()
  if (bin === undefined) return ''
  return (JSON.parse(readFileSync(join(dirname(bin), '../package.json'), 'utf8')) as { version: string }).version
}
