/** Which machines a text finds. Every word must match. */
import { agents as knownAgents } from '@hookline/core/agents'
import { sql } from 'kysely'
import type { Query } from '../store/index.ts'

/** More words than a person types are not searched for. */
const maxWords = 8
const columns = ['name', 'client_version', 'operating_system', 'code_note', 'code_author'] as const

/** By name, the beginning of the id, version, system, the code of the enrolment, and agents with their versions. */
export function searchDevices(q: Query, text: string) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxWords)
  return words.reduce((query, word) => {
    const part = `%${escapeLike(word)}%`
    return query.where((e) =>
      e.or([
        ...columns.map((column) => sql<boolean>`lower(${e.ref(column)}) like ${part} escape '\\'`),
        e('id', 'like', `${escapeId(word)}%`),
        e.exists(
          e
            .selectFrom('device_agents')
            .select('device_agents.device_id')
            .whereRef('device_agents.device_id', '=', 'devices.id')
            .where((a) =>
              a.or([
                a('device_agents.agent', 'in', findAgents(word)),
                sql<boolean>`device_agents.agent like ${part} escape '\\'`,
                sql<boolean>`lower(device_agents.version) like ${`${escapeLike(word)}%`} escape '\\'`,
              ]),
            ),
        ),
      ]),
    )
  }, q.selectFrom('devices'))
}

/** The names of agents whose title has the word. A list must not be empty, and no agent has the empty name. */
const findAgents = (word: string): readonly string[] => [
  '',
  ...knownAgents.filter(({ title }) => title.toLowerCase().includes(word)).map(({ name }) => name),
]

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
/** An id has only these characters. Other text is not the beginning of one. */
const escapeId = (text: string): string => (/^[a-z2-7]{1,16}$/.test(text) ? text : '-')
