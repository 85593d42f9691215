/** Every route of the panel. */

import { asTestRoute } from './as-test.ts'
import type { Route } from './ask.ts'
import { demoRoute } from './demo-route.ts'
import { fixRoute } from './fix.ts'
import { healthRoute } from './health.ts'
import { hooksRoute } from './hooks-page.ts'
import { liveRoute } from './live-route.ts'
import { logRoute } from './log-route.ts'
import { marksRoute } from './marks-route.ts'
import { problemsRoute } from './problems.ts'
import { replayRoute } from './replay-route.ts'
import { scriptRoute } from './script.ts'
import { statsRoute } from './stats.ts'
import { storyRoute } from './story.ts'
import { switchRoutes } from './switch-route.ts'
import { teamRoutes } from './team-routes.ts'
import { tryRoutes } from './try.ts'

export const routes: readonly Route[] = [
  healthRoute,
  logRoute,
  liveRoute,
  storyRoute,
  asTestRoute,
  replayRoute,
  hooksRoute,
  ...switchRoutes,
  scriptRoute,
  problemsRoute,
  fixRoute,
  ...tryRoutes,
  statsRoute,
  marksRoute,
  ...teamRoutes,
  demoRoute,
]
