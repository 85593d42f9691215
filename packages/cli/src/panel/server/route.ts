/** What a route is and what it receives: a request that passed all checks, with a JSON object as its body. */
import type { Json } from '@hookline/web/wire'
import type { LogStream } from '../log/log-stream.ts'
import type { ContainedRuns } from '../scene/contained.ts'
import type { Scene } from '../scene/scene.ts'

/** What all requests share. */
export interface Panel {
  readonly version: string
  /** Started with `--write`. */
  readonly write: boolean
  readonly stream: LogStream
  readonly contained: ContainedRuns
  readonly signal: AbortSignal
  scene(): Scene
  /** Switches every open page to the demo, or back to the user's own workspace. */
  show(demo: boolean): Promise<void>
  /** Called before a page changes hook files. No page can answer at the terminal, where the person is then asked to trust the change. */
  startTrust(root: string): Promise<TrustQuestion>
}

interface TrustQuestion {
  /** Shows the diff at the terminal and asks there. True if the workspace is trusted now. */
  ask(files: readonly string[], diff: string): Promise<boolean>
}

export interface PanelRequest {
  readonly panel: Panel
  readonly scene: Scene
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: Json
  readonly headers: Headers
}

export interface Route {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Whether the request changes files of the user, which needs `--write`. */
  readonly changes?: (body: Json) => boolean
  answer(ask: PanelRequest): Promise<unknown> | unknown
}
