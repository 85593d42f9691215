/** What the keyboard does here, for its list. */
import type { Keys } from '../kit/keys-help.tsx'

export const keys: Keys = [
  [['/'], 'search'],
  [['j', 'k'], 'next row, row before'],
  [['Enter'], 'open the row'],
  [['Esc'], 'close, or leave the search'],
  [['p'], 'pause or go on'],
  [['1', '2', '3', '4', '5'], 'Now, Hooks, Problems, Try, Stats'],
  [['?'], 'this list'],
]
