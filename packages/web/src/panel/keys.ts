/** The keyboard shortcuts of the panel. */
import type { Keys } from '../kit/keys-help.tsx'

export const keys: Keys = [
  [['/'], 'search'],
  [['j', 'k'], 'next row, previous row'],
  [['Enter'], 'open row'],
  [['Esc'], 'close, or leave search'],
  [['p'], 'pause or resume'],
  [['1', '2', '3', '4', '5'], 'Now, Hooks, Problems, Try, Stats'],
  [['?'], 'show this list'],
]
