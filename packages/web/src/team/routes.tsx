/** The routes of the dashboard. The team is part of the address, so that a link shows the same page to every member. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { AcceptPage } from './pages/accept/page.tsx'
import { HooksPage } from './pages/hooks/page.tsx'
import { OverviewPage } from './pages/overview/page.tsx'
import { FirstTeam, NoPage, SignedIn, TeamFrame } from './shell.tsx'

const notFoundComponent = () => <NoPage />
const root = createRootRoute({ notFoundComponent })
const accept = createRoute({ getParentRoute: () => root, path: '/accept', component: AcceptPage })
const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedIn, notFoundComponent })
const first = createRoute({ getParentRoute: () => signedIn, path: '/', component: FirstTeam })
const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account/page.tsx'), 'AccountPage'),
})
const team = createRoute({ getParentRoute: () => signedIn, path: '/$team', component: TeamFrame, notFoundComponent })
const start = createRoute({ getParentRoute: () => team, path: '/', component: FirstTeam })
const overview = createRoute({ getParentRoute: () => team, path: '/overview', component: OverviewPage })
const hooks = createRoute({ getParentRoute: () => team, path: '/hooks', component: HooksPage })
const hook = createRoute({
  getParentRoute: () => team,
  path: '/hooks/$hook',
  component: lazyRouteComponent(() => import('./pages/hook/page.tsx'), 'HookPage'),
})
const publish = createRoute({
  getParentRoute: () => team,
  path: '/publish',
  component: lazyRouteComponent(() => import('./pages/publish/page.tsx'), 'PublishPage'),
})
const devices = createRoute({
  getParentRoute: () => team,
  path: '/devices',
  component: lazyRouteComponent(() => import('./pages/devices/page.tsx'), 'DevicesPage'),
})
const device = createRoute({
  getParentRoute: () => team,
  path: '/devices/$device',
  component: lazyRouteComponent(() => import('./pages/device/page.tsx'), 'DevicePage'),
})
const alarms = createRoute({
  getParentRoute: () => team,
  path: '/alarms',
  component: lazyRouteComponent(() => import('./pages/alarms/page.tsx'), 'AlarmsPage'),
})
const codes = createRoute({
  getParentRoute: () => team,
  path: '/codes',
  component: lazyRouteComponent(() => import('./pages/codes/page.tsx'), 'CodesPage'),
})
const activity = createRoute({
  getParentRoute: () => team,
  path: '/activity',
  component: lazyRouteComponent(() => import('./pages/activity/page.tsx'), 'ActivityPage'),
})
const decisions = createRoute({
  getParentRoute: () => team,
  path: '/decisions',
  component: lazyRouteComponent(() => import('./pages/decisions/page.tsx'), 'DecisionsPage'),
})
const members = createRoute({
  getParentRoute: () => team,
  path: '/members',
  component: lazyRouteComponent(() => import('./pages/members/page.tsx'), 'MembersPage'),
})
const auditLog = createRoute({
  getParentRoute: () => team,
  // The address is older than the name of the page, and bookmarks use it.
  path: '/journal',
  component: lazyRouteComponent(() => import('./pages/audit-log/page.tsx'), 'AuditLogPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    accept,
    signedIn.addChildren([
      first,
      account,
      team.addChildren([
        start,
        overview,
        hooks,
        hook,
        publish,
        devices,
        device,
        alarms,
        codes,
        activity,
        decisions,
        members,
        auditLog,
      ]),
    ]),
  ]),
})
