/** The dialect of Cursor, with the field names of the edition. */
import type { Dialect } from '../../ports.ts'
import { eventRows } from '../../protocol/events/index.ts'
import { decodePayload, denyBoth, encodeInput, encodeReply, isWithheld } from '../usual.ts'
import { within } from './acts.ts'
import { cursorAgent } from './enforcement.ts'

export const cursor: Dialect = {
  name: 'cursor',
  owns: ['enterprise', 'team', 'project', 'user', 'claude-local', 'claude-project', 'claude-user', 'plugin'],
  projectVariable: 'CURSOR_PROJECT_DIR',
  patienceMs: () => 60_000,
  agent: cursorAgent,
  encode: (event, { edition }) => ({ input: encodeInput(event, edition), notes: [] }),
  decode: (raw) => raw,
  toEvent: decodePayload,
  sends: ({ cursor_version }) => (typeof cursor_version === 'string' ? true : undefined),
  within,
  // The numbered editions are Cursor's versions. Only Hookline has the events of the last edition.
  firedBy: (name) => (eventRows[name].since === 'hookline' ? [] : [name]),
  refuse: denyBoth,
  fromEffect: (effect, event) => ({ stdout: encodeReply(effect, event), exitCode: isWithheld(effect, event) ? 2 : 0 }),
}
