/** The first version of all tables. It is published, so change it only by a later migration. */
import type { Engine } from '../engine.ts'
import { createTable, type Db, index, unique } from './make-table.ts'

export async function up(db: Db, engine: Engine): Promise<void> {
  const make = (name: string, columns: string, key: readonly string[]) => createTable(db, engine, name, columns, key)
  await make('settings', 'name:text value:text', ['name'])
  await make(
    'teams',
    `id:text name:text created_at:time journal_sequence:long journal_hash:text last_hook_id:long revision:long`,
    ['id'],
  )
  await people(db, make)
  await machines(db, make)
  await hooks(make)
  await make('journal', `team_id:text sequence:long at:time actor:text action:text target:text detail:text hash:text`, [
    'team_id',
    'sequence',
  ])
  await engine.keepAppendOnly(db, 'journal')
}

type Make = (name: string, columns: string, key: readonly string[]) => Promise<void>

async function people(db: Db, make: Make): Promise<void> {
  await make(
    'accounts',
    `id:text email:text password_hash:text totp_secret:bytes? totp_confirmed:integer totp_step:long created_at:time`,
    ['id'],
  )
  await unique(db, 'accounts', ['email'])
  await make('members', 'team_id:text account_id:text role:text joined_at:time', ['team_id', 'account_id'])
  await index(db, 'members', ['account_id']).execute()
  await make('sessions', 'hash:text account_id:text created_at:time used_at:time expires_at:time', ['hash'])
  await index(db, 'sessions', ['account_id']).execute()
  await make(
    'links',
    `team_id:text hash:text kind:text role:text email:text author:text created_at:time expires_at:time`,
    ['team_id', 'hash'],
  )
  await unique(db, 'links', ['hash'])
  await make('tokens', 'team_id:text id:text hash:text account_id:text name:text created_at:time used_at:time', [
    'team_id',
    'id',
  ])
  await unique(db, 'tokens', ['hash'])
  await make('attempts', 'key:text count:integer since:time', ['key'])
}

async function machines(db: Db, make: Make): Promise<void> {
  await make(
    'codes',
    `team_id:text id:text hash:text note:text uses_left:integer author:text created_at:time expires_at:time
     revoked_at:time?`,
    ['team_id', 'id'],
  )
  await unique(db, 'codes', ['id'])
  await make(
    'devices',
    `team_id:text id:text name:text operating_system:text client_version:text public_key:bytes token_hash:text
     revision:long active_hooks:integer refused:text enrolled_at:time last_sync_at:time? accepted_sequence:long
     revoked_at:time?`,
    ['team_id', 'id'],
  )
  await unique(db, 'devices', ['token_hash'])
  await make(
    'decisions',
    `team_id:text device_id:text sequence:long at:time received_at:time event:text verdict:text rule:text agent:text
     duration_ms:real`,
    ['team_id', 'device_id', 'sequence'],
  )
  await index(db, 'decisions', ['team_id', 'at']).execute()
  await make(
    'runs',
    `team_id:text device_id:text sequence:long position:integer at:time hook_id:long source:text fingerprint:text
     outcome:text failure:text duration_ms:real`,
    ['team_id', 'device_id', 'sequence', 'position'],
  )
  await index(db, 'runs', ['team_id', 'at']).execute()
}

async function hooks(make: Make): Promise<void> {
  await make(
    'hooks',
    `team_id:text id:long is_active:integer version:long published_version:long published_active:integer
     deleted_at:time? created_at:time`,
    ['team_id', 'id'],
  )
  await make(
    'hook_versions',
    `team_id:text hook_id:long version:long hook_step:text script_name:text operating_systems:text matcher:text?
     timeout:real? fail_closed:integer? loop_limit:integer? script_content:text author:text note:text created_at:time`,
    ['team_id', 'hook_id', 'version'],
  )
  await make(
    'revisions',
    `team_id:text revision:long published_at:time author:text note:text hooks:integer bundle:text`,
    ['team_id', 'revision'],
  )
  await make('files', 'team_id:text path:text body:bytes changed_at:time', ['team_id', 'path'])
  await make('signing_keys', 'team_id:text role:text key_id:text public_key:bytes sealed:bytes created_at:time', [
    'team_id',
    'role',
    'key_id',
  ])
}
