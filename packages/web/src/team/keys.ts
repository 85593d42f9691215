/** What the keyboard does here, for its list. */
import type { Keys } from '../kit/keys-help.tsx'
import { places } from './places.ts'

export const keys: Keys = [
  [places.map(({ digit }) => digit), places.map(({ label }) => label).join(', ')],
  [['/'], 'search the hooks'],
  [['n'], 'a new hook, on Hooks'],
  [['Ctrl', 'S'], 'save the draft'],
  [['Ctrl', 'Enter'], 'try the draft'],
  [['?'], 'this list'],
]
