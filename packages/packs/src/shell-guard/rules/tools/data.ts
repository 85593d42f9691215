import { list } from '../../options.ts'
import type { Tool } from './tool.ts'

const empties = 'empty a database'
const rails: Tool = {
  takes: '*',
  rows: [[/\bdb:(drop|reset|purge|truncate_all|schema:load|migrate:reset|seed:replant)\b/, empties]],
}
const django: Tool = {
  rows: [[/^(\S*manage\.py )?(flush|reset_db|sqlflush|reset_schema)\b|^\S*manage\.py migrate \w+ zero\b/, empties]],
}
/** Commands of frameworks that drop, empty or reload a database, with any name of their console. */
const consoleRow = [
  new RegExp(
    String.raw`(^|\s)(${[
      'doctrine:(mongodb:)?(database|schema|fixtures)(:drop|:load(?!.*--append))',
      'migrate:(fresh|reset|refresh)|db:(wipe|drop|reset|destroy)|schema:drop|schema:fresh|migration:fresh',
      'sql[:-](drop|create)|site[:-]install|migrate/(fresh|down all)|setup:uninstall',
      'db (reset|clean|drop)|site (empty|delete)|migrations rollback .*-t 0|database:drop',
    ].join('|')})(\s|$)`,
  ),
  empties,
] as const
const framework: Tool = { takes: '*', rows: [consoleRow] }
const consoles = 'console symfony artisan sail craft yii cake magento typo3 mikro-orm hanami adonis ace'

const sequelize: Tool = { rows: [[/^db:drop\b|^db:migrate:undo:all\b/, empties]] }

export const dataTools: Readonly<Record<string, Tool>> = {
  prisma: { rows: [[/^migrate reset\b|^db push\b.*(--force-reset|--accept-data-loss)/, empties]] },
  drizzle: { rows: [[/^drop\b/, empties]] },
  'drizzle-kit': { rows: [[/^(drop|push\b.*--force)\b/, empties]] },
  sequelize,
  'sequelize-cli': sequelize,
  knex: { rows: [[/^migrate:rollback\b.*--all\b/, 'undo every migration']] },
  typeorm: { takes: '-d', rows: [[/^schema:drop\b/, empties]] },
  rails,
  rake: rails,
  ...Object.fromEntries(list(`php ${consoles}`).map((name) => [name, framework])),
  drush: { takes: '*', rows: [consoleRow, [/^(.* )?si( |$)/, empties]] },
  sqlx: { rows: [[/^(database|db) (drop|reset)\b/, empties]] },
  diesel: { rows: [[/^database (reset|drop)\b|^migration redo\b.*(-a|--all)\b/, empties]] },
  dbmate: { takes: '*', rows: [[/(^| )drop( |$)/, empties]] },
  goose: { takes: '*', rows: [[/(^| )(reset|down-to 0)( |$)/, 'undo every migration']] },
  migrate: { takes: '*', rows: [[/(^| )(drop|down (-all|--all))( |$)/, empties]] },
  atlas: { rows: [[/^schema clean\b/, empties]] },
  'sea-orm-cli': { rows: [[/^migrate (fresh|reset|refresh)\b/, empties]] },
  meteor: { rows: [[/^reset\b/, empties]] },
  python: django,
  python3: django,
  'manage.py': django,
  'django-admin': django,
  alembic: { rows: [[/^downgrade base\b/, 'undo every migration']] },
  flask: { rows: [[/^db downgrade base\b/, 'undo every migration']] },
  flyway: { rows: [[/\bclean\b/, empties]] },
  liquibase: { rows: [[/\bdrop-?all\b/i, empties]] },
  mix: { rows: [[/^ecto\.(drop|reset)\b|^ecto\.rollback\b.*--all\b/, empties]] },
  mvn: { takes: '*', rows: [[/\b(flyway:clean|liquibase:drop\w*)\b/i, empties]] },
  mvnw: { takes: '*', rows: [[/\b(flyway:clean|liquibase:drop\w*)\b/i, empties]] },
  gradle: { takes: '*', rows: [[/(^|[ :])(flywayClean|dropAll)\b/, empties]] },
  gradlew: { takes: '*', rows: [[/(^|[ :])(flywayClean|dropAll)\b/, empties]] },
  wp: {
    takes: '*',
    rows: [
      consoleRow,
      [
        /(^| )(post|user|site|comment|term|media|menu|blog) (delete|empty)\b|^search-replace\b/,
        'change or delete what a site holds',
      ],
    ],
  },
  'typeorm-ts-node-commonjs': { takes: '-d', rows: [[/^schema:drop\b/, empties]] },
  'typeorm-ts-node-esm': { takes: '-d', rows: [[/^schema:drop\b/, empties]] },
  pg_dropcluster: { takes: '*', rows: [[/./, empties]] },
  pg_resetwal: { takes: '*', rows: [[/./, 'lose what a database has not written yet']] },
  nodetool: { rows: [[/^(decommission|removenode|drain|clearsnapshot)\b/, 'take a machine out of a database']] },
  hasura: { rows: [[/^metadata clear\b|^migrate apply\b.*--down\b/, empties]] },
  convex: { rows: [[/^import\b.*--replace|^deploy\b/, 'replace what a database holds']] },
  duplicity: { rows: [[/^remove-\S+/, 'delete backups']] },
  timeshift: { takes: '*', rows: [[/--delete/, 'delete backups']] },
  snapper: { rows: [[/^(delete|rm|undochange|rollback)\b/, 'delete backups']] },
  kopia: { rows: [[/\b(delete|expire)\b/, 'delete backups']] },
  dotnet: { rows: [[/^ef database drop\b/, 'drop a database']] },
  supabase: { rows: [[/^db (reset|push)\b|^\S+ delete\b/, 'change or delete data']] },
  dropdb: { takes: '*', rows: [[/(?:)/, 'drop a database']] },
  dropuser: { takes: '*', rows: [[/(?:)/, 'drop a user of a database']] },
  mysqladmin: { takes: '*', rows: [[/\b(drop|shutdown|flush-privileges)\b/, 'drop a database']] },
  pg_restore: { takes: '*', rows: [[/(^| )(-\w*c\w*|--clean)\b/, 'drop what is in a database before it is restored']] },
  bq: { takes: '--project_id --location', rows: [[/^(rm|remove)\b/, 'delete data']] },
  mongorestore: { takes: '*', rows: [[/--drop\b/, 'drop what is in a database before it is restored']] },
  mongoimport: { takes: '*', rows: [[/--drop\b/, 'drop what is in a database before it is filled']] },
  influx: { rows: [[/^(\w+ )?delete\b/, 'delete data']] },
  'redis-cli': {
    takes: '*',
    rows: [
      [/\bconfig set (dir|dbfilename|requirepass)\b/i, 'change where a server writes or who may use it'],
      [/\b(del|unlink)\b.*(…|\$)/i, 'delete keys that are known only when it runs'],
      [/\b(shutdown|script flush|debug)\b/i, 'stop or empty a database'],
      [/\b(replicaof|slaveof)\b (?!no\b)/i, 'fill a database from another machine'],
    ],
  },
  'kafka-topics': { takes: '*', rows: [[/--delete\b/, 'delete a topic with its messages']] },
  'kafka-topics.sh': { takes: '*', rows: [[/--delete\b/, 'delete a topic with its messages']] },
  'kafka-delete-records': { takes: '*', rows: [[/./, 'delete messages']] },
  rabbitmqctl: { rows: [[/^(reset|force_reset|delete_\w+|purge_queue|stop_app)\b/, 'empty a queue']] },
  restic: { rows: [[/\b(forget|prune)\b/, 'delete backups']] },
  borg: { rows: [[/^(delete|prune|compact)\b/, 'delete backups']] },
}
