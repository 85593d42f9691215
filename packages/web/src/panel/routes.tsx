/** The routes of the panel. Pages other than Now are loaded when they are opened. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { Empty } from '../kit/states.tsx'
import { NowPage } from './pages/now/page.tsx'
import { Shell } from './shell.tsx'

const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => <Empty isPage title="Page not found" />,
})

/** One page for both routes, so that the rows stay while a story is opened and closed beside them. */
const now = createRoute({ getParentRoute: () => root, id: 'now', component: NowPage })
const rows = createRoute({ getParentRoute: () => now, path: '/' })
const story = createRoute({ getParentRoute: () => now, path: '/log/$id' })
const hooks = createRoute({
  getParentRoute: () => root,
  path: '/hooks',
  component: lazyRouteComponent(() => import('./pages/hooks/page.tsx'), 'HooksPage'),
})
const problems = createRoute({
  getParentRoute: () => root,
  path: '/problems',
  component: lazyRouteComponent(() => import('./pages/problems/page.tsx'), 'ProblemsPage'),
})
const tryOut = createRoute({
  getParentRoute: () => root,
  path: '/try',
  component: lazyRouteComponent(() => import('./pages/try/page.tsx'), 'TryPage'),
})
const stats = createRoute({
  getParentRoute: () => root,
  path: '/stats',
  component: lazyRouteComponent(() => import('./pages/stats/page.tsx'), 'StatsPage'),
})
const coverage = createRoute({
  getParentRoute: () => root,
  path: '/coverage',
  component: lazyRouteComponent(() => import('./pages/coverage/page.tsx'), 'CoveragePage'),
})

export const router = createRouter({
  routeTree: root.addChildren([now.addChildren([rows, story]), hooks, problems, tryOut, stats, coverage]),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
