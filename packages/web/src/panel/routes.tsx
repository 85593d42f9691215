/** The pages by address. What is not on the first page is loaded when it is opened. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { Empty } from '../kit/states.tsx'
import { NowPage } from './pages/now/page.tsx'
import { Shell } from './shell.tsx'

const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => <Empty title="There is no such page." />,
})

const now = createRoute({ getParentRoute: () => root, path: '/', component: NowPage })
/** The same page with one row's story beside it. */
const story = createRoute({ getParentRoute: () => root, path: '/log/$id', component: NowPage })
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

export const router = createRouter({ routeTree: root.addChildren([now, story, hooks, problems, tryOut, stats]) })

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
