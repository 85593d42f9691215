/** Every route of the panel. */
import type { Route } from './ask.ts'
import { healthRoute } from './health.ts'
import { liveRoute } from './live-route.ts'
import { logRoute } from './log-route.ts'

export const routes: readonly Route[] = [healthRoute, logRoute, liveRoute]
