/** Puts the panel together: scene, stream, server, token. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { programFile } from '../hooktest/program.ts'
import type { Io } from '../io.ts'
import type { Panel } from './ask.ts'
import { keepHandover, lastHandover } from './handover.ts'
import { createLive } from './live.ts'
import { openPages } from './pages.ts'
import { openScene, type Scene } from './scene.ts'
import { serve } from './serve.ts'

export interface StartOptions {
  readonly root: string
  readonly write: boolean
  /** Absent: the last one, else any. */
  readonly port?: number
}
export interface Started {
  readonly url: string
  readonly token: string
  readonly panel: Panel
  close(): Promise<void>
}

export async function startPanel(
  { root, write, port }: StartOptions,
  io: Pick<Io, 'env' | 'stderr' | 'signal'>,
): Promise<Started> {
  const own = await openScene(root, io.env)
  const shown: Scene = own
  const live = createLive(() => shown)
  own.hooks.on('change', () => live.change())
  const panel: Panel = {
    version: versionOf(),
    write,
    live,
    signal: io.signal,
    scene: () => shown,
    show: async () => {},
  }
  const last = lastHandover(Date.now())
  const ports = port === undefined ? [...(last.port === undefined ? [] : [last.port]), 0] : [port]
  const onError = (error: unknown) =>
    io.stderr.write(`hookline: panel: ${error instanceof Error ? error.stack : error}\n`)
  const close = async () => {
    live.close()
    await own.close()
  }
  try {
    const server = await serve({ panel, pages: openPages(), token: last.token, ports, onError })
    keepHandover(last.token, server.port, Date.now())
    return {
      url: `http://127.0.0.1:${server.port}/#token=${last.token}`,
      token: last.token,
      panel,
      async close() {
        live.close()
        await server.close()
        await close()
      },
    }
  } catch (thrown) {
    await close()
    throw thrown
  }
}

function versionOf(): string {
  const bin = programFile()
  if (bin === undefined) return ''
  return (JSON.parse(readFileSync(join(dirname(bin), '../package.json'), 'utf8')) as { version: string }).version
}
