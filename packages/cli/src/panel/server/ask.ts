/** One request, as a route sees it: it was let in, and its body is a JSON object. */
import type { Json } from '@hookline/web/wire'
import type { Live } from '../log/live.ts'
import type { Scene } from '../scene/scene.ts'
import type { Contained } from '../try/contained.ts'

/** What all requests share. */
export interface Panel {
  readonly version: string
  /** Started with `--write`. */
  readonly write: boolean
  readonly live: Live
  readonly contained: Contained
  readonly signal: AbortSignal
  scene(): Scene
  /** Another scene, for every page that is open. */
  show(demo: boolean): Promise<void>
}

export interface Ask {
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
  /** Changes something of the person's: with `--write` alone. */
  readonly changes?: (body: Json) => boolean
  answer(ask: Ask): Promise<unknown> | unknown
}
