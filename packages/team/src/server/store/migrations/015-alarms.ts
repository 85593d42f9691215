/** Adds alarms about guards that went quiet, where they are sent, and messages that wait to be sent. */
import type { Engine } from '../engine.ts'
import { createTable, type Db, index, unique } from './make-table.ts'

export async function up(db: Db, engine: Engine): Promise<void> {
  const settings = `team_id:text quiet_hours:integer webhook_url:text webhook_secret:bytes? smtp_host:text smtp_port:integer
    smtp_security:text smtp_user:text smtp_password:bytes? mail_from:text mail_to:text`
  await createTable(db, engine, 'alarm_settings', settings, ['team_id'])
  const alarms = 'team_id:text id:text device_id:text kind:text agents:text opened_at:time resolved_at:time'
  await createTable(db, engine, 'alarms', alarms, ['team_id', 'id'])
  // An open alarm has no end yet (0), so there is one of each kind for a machine.
  await unique(db, 'alarms', ['team_id', 'device_id', 'kind', 'resolved_at'])
  const deliveries = `team_id:text id:text alarm_id:text channel:text what:text created_at:time attempts:integer next_at:time
    done_at:time failure:text`
  await createTable(db, engine, 'deliveries', deliveries, ['team_id', 'id'])
  await index(db, 'deliveries', ['done_at', 'next_at']).execute()
}
