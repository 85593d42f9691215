/** The keyboard shortcuts of the dashboard. */
import type { Keys } from '../kit/keys-help.tsx'
import { teamPages } from './team-pages.ts'

export const keys: Keys = [
  [teamPages.map(({ digit }) => digit), teamPages.map(({ label }) => label).join(', ')],
  [['/'], 'search hooks'],
  [['n'], 'new hook (on the Hooks page)'],
  [['Ctrl', 'S'], 'save draft'],
  [['Ctrl', 'Enter'], 'try draft'],
  [['?'], 'show this list'],
]
