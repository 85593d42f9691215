/** Adds the people and groups that an identity provider sends with SCIM. */
import type { Engine } from '../engine.ts'
import { createTable, type Db, index, unique } from './make-table.ts'

export async function up(db: Db, engine: Engine): Promise<void> {
  const times = 'version:long created_at:time changed_at:time'
  const users = `team_id:text id:text account_id:text user_name:text external_id:text display_name:text active:integer`
  await createTable(db, engine, 'directory_users', `${users} ${times}`, ['team_id', 'id'])
  await unique(db, 'directory_users', ['team_id', 'user_name'])
  const groups = `team_id:text id:text display_name:text external_id:text`
  await createTable(db, engine, 'directory_groups', `${groups} ${times}`, ['team_id', 'id'])
  await unique(db, 'directory_groups', ['team_id', 'display_name'])
  const key = ['team_id', 'group_id', 'user_id']
  await createTable(db, engine, 'directory_group_members', 'team_id:text group_id:text user_id:text', key)
  await index(db, 'directory_group_members', ['team_id', 'user_id']).execute()
}
