/** The usual words: Cursor's own, in the spelling of the edition. */
import type { Dialect } from '../../ports.ts'
import { eventRows } from '../../protocol/events/index.ts'
import { isWithheld, recognise, refuse, speak, spell } from '../usual.ts'
import { within } from './acts.ts'
import { cursorAgent } from './enforcement.ts'

export const cursor: Dialect = {
  name: 'cursor',
  owns: ['enterprise', 'team', 'project', 'user', 'claude-local', 'claude-project', 'claude-user', 'plugin'],
  projectVariable: 'CURSOR_PROJECT_DIR',
  patienceMs: () => 60_000,
  agent: cursorAgent,
  encode: (event, { edition }) => ({ input: spell(event, edition), notes: [] }),
  decode: (raw) => raw,
  toEvent: recognise,
  within,
  // The numbered editions are Cursor's versions; what came later is Hookline's own.
  firedBy: (name) => (eventRows[name].since === 'hookline' ? [] : [name]),
  refuse,
  fromEffect: (effect, event) => ({ stdout: speak(effect, event), exitCode: isWithheld(effect, event) ? 2 : 0 }),
}
