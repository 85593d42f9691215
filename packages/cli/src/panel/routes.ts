/** Lists every route of the panel. */
import { coverageRoute } from './hooks/coverage.ts'
import { fixRoute } from './hooks/fix.ts'
import { healthRoute } from './hooks/health.ts'
import { hookRunsRoutes } from './hooks/hook-runs.ts'
import { hooksRoute } from './hooks/hooks-page.ts'
import { problemsRoute } from './hooks/problems.ts'
import { scriptRoute } from './hooks/script.ts'
import { statsRoute } from './hooks/stats.ts'
import { switchRoutes } from './hooks/switch-route.ts'
import { teamRoutes } from './hooks/team-routes.ts'
import { asTestRoute } from './log/as-test.ts'
import { logRoute } from './log/log-route.ts'
import { logStreamRoute } from './log/log-stream-route.ts'
import { marksRoute } from './log/marks-route.ts'
import { replayRoute } from './log/replay-route.ts'
import { storyRoute } from './log/story.ts'
import type { Route } from './server/route.ts'
import { demoRoute } from './try/demo-route.ts'
import { tryRoutes } from './try/try.ts'

export const routes: readonly Route[] = [
  healthRoute,
  logRoute,
  logStreamRoute,
  storyRoute,
  asTestRoute,
  replayRoute,
  hooksRoute,
  ...hookRunsRoutes,
  ...switchRoutes,
  scriptRoute,
  problemsRoute,
  fixRoute,
  coverageRoute,
  ...tryRoutes,
  statsRoute,
  marksRoute,
  ...teamRoutes,
  demoRoute,
]
