/** Checks statements for a database, on the command line or in its input. */
import type { ShellCommand, ShellInput } from '@hookline/core/shell'
import { follows } from '../follows.ts'
import { list } from '../options.ts'
import { ask, type Finding, type Rule } from '../rule.ts'
import { isKeyCommand, isTestData, testDrop } from './test-data.ts'

/** `update t set a = 1` without a `where` in the same statement. */
const changesAll = (text: string): boolean =>
  text
    .split(';')
    .some((statement) => /\bupdate\s+[\w."`[\]]+\s+set\s/i.test(statement.split(/\bwhere\b/i).at(-1) ?? ''))

const statements: readonly (readonly [Pick<RegExp, 'test'>, string])[] = [
  [
    new RegExp(
      String.raw`\bdrop\s+(materialized\s+|foreign\s+|event\s+)?(${[
        'database|schema|table|view|index|user|role|column|keyspace|collection|tablespace|function|procedure|type',
        'extension|trigger|sequence|policy|domain|publication|subscription|server|event|namespace|stage|warehouse',
      ].join('|')})\b`,
      'i',
    ),
    'drop part of a database',
  ],
  [/\btruncate\s+(table\s+)?[\w."`[]|\btruncate:namespace|[:.]truncate\(\)/i, 'empty a table'],
  [/\bdelete\s+from\s+[\w."`[\]]+\s*(;|$|"|'|\))/im, 'delete every row of a table'],
  [{ test: changesAll }, 'change every row of a table'],
  [
    { test: (text) => follows(text, /\b(delete\s+from|update)\s/i, /\bwhere\s+(true|1\s*=\s*1|1)\s*$/i) },
    'change or delete every row of a table',
  ],
  [/\balter\s+table\s+\S+\s+(drop|delete)\b/i, 'drop part of a table'],
  [
    /\b(to|from)\s+program\b|\binto\s+(outfile|dumpfile)\b|\bxp_cmdshell\b/i,
    'run a program or write a file from inside a database',
  ],
  [/\bpg_(terminate|cancel)_backend\b|\bset\s+(global|persist)\s+\w+/i, 'disturb a database that others use'],
  [
    /\bpurge\s+(binary|master)\s+logs\b|\breset\s+(master|slave|replica|binary\s+logs|persist)\b|\bstop\s+(slave|replica|group_replication)\b|\bpg_drop_replication_slot\b|\bpg_(promote|switch_wal|replication_origin_drop)\b|\bpurge\s+(recyclebin|dba_recyclebin)\b/i,
    'delete or stop what a copy of the database needs',
  ],
  [
    /^\s*shutdown\b|[;]\s*shutdown\b|\bsystem\s+(shutdown|kill|drop\s+replica|stop\s+\w+)\b|\.shutdownServer\(|\bflush\s+tables\s+with\s+read\s+lock\b|\balter\s+system\b|\balter\s+database\s+\S+\s+set\s+(offline|single_user|emergency|recovery\s+simple)\b/i,
    'stop a database, or change how it runs',
  ],
  [
    /\brestore\s+database\b|\bdiscard\s+tablespace\b|\bdetach\s+(table|database|partition)\b|\bsp_(delete_\w+|detach_db|dropserver)\b|\blo_(unlink|export|import)\s*\(|\bload_extension\s*\(|\bpg_read_(binary_)?file\s*\(\s*'\/(etc|root|home)|\bpg_ls_dir\s*\(\s*'\/(etc|root|home)/i,
    'overwrite or take out a part of a database, or reach its machine',
  ],
  [
    /\bsh\.(removeShard\w*|stopBalancer|shardAndDistribute)\(|\brs\.(remove|stepDown|reconfig|freeze)\(|\b(dropUser|dropAllUsers|createUser|grantRolesToUser|updateUser|dropRole)\w*\(/,
    'change a cluster of a database, or who may use it',
  ],
  [
    /\breassign\s+owned\b|\bdisable\s+(row\s+level\s+security|trigger\s+all)\b|\bcreate\s+role\b[^;]*\b(superuser|createrole|bypassrls)\b|\bgrant\s+(role\s+)?(accountadmin|sysadmin|securityadmin|dba|super|superuser|control\s+server|\w*admin)\b|\balter\s+(login|server\s+role)\b|\bsp_addsrvrolemember\b|\bcreate\s+login\b/i,
    'change who may use a database',
  ],
  [/\bdetach\s+delete\b|\bremove\s+(table|namespace|database)\b/i, 'delete from a database'],
  [/\bupdateMany\(\s*\{\s*\}/, 'change every document of a collection'],
  [/\b(flushall|flushdb)\b|redis\.call\(\s*["'](del|unlink)\b/i, 'empty a database'],
  [
    /\b(pg_authid|pg_shadow|sys\.sql_logins|sys\.user\$)|\bauthentication_string\b|\bpassword\b[^;]*\bfrom\s+(mysql\.user|dba_users)\b/i,
    'read the passwords of a database',
  ],
  [/\._?drop\w*\(|\.(remove|deleteMany)\(\s*(\{\s*\})?\s*\)/, 'empty or drop a collection'],
  [
    /\b(grant\s+all|revoke\s+|alter\s+(user|role|login)|create\s+(user|role|login)|drop\s+owned)\b/i,
    'change who may use a database',
  ],
]

/** The most severe statement of a text. Comments and the strings of a query are ignored. */
export function sqlIn(text: string): Finding | undefined {
  const spoken = text.replace(/--[^\n]*|\/\*[^*]*\*\//g, ' ').replace(testDrop, ' ')
  const plain = /^\s*(select|explain|show|with|insert|values|pragma|comment)\b/i.test(spoken)
    ? spoken.replace(/'[^']*'|"[^"]*"|\$\$[^$]*\$\$/g, "''")
    : spoken
  const row = statements.find(([pattern]) => pattern.test(plain))
  return row === undefined ? undefined : ask(row[1])
}

/** The statements for the client: each argument, and its input if it is known. */
function statementsFor({ words, stdin, code }: ShellCommand): readonly string[] {
  const options = words.slice(1).map((word) => word.text.replace(/^--?[\w-]+=/, ''))
  return [
    ...options.filter((text) => !/^--?[\w-]+$/.test(text)),
    ...inputOf(stdin),
    ...(code?.language === 'sql' ? [code.text] : []),
  ]
}

/** The known parts of a mixed input: printed words, and the text in `<(…)`. */
function inputOf(stdin: ShellInput, seen = new Set<ShellInput>()): readonly string[] {
  if (stdin.kind === 'file') return [stdin.path.text].filter(isSubstitution)
  if (stdin.kind === 'none') return []
  if (stdin.text !== undefined) return [stdin.text]
  // The commands of one stage share their input, so it is read once.
  if (stdin.kind !== 'pipe' || seen.has(stdin)) return []
  seen.add(stdin)
  return stdin.from.flatMap((one) => [...printedBy(one), ...inputOf(one.stdin, seen)])
}
const printedBy = ({ name, words }: ShellCommand): readonly string[] =>
  words.map((word) => word.text).filter((text) => prints.has(name) || isSubstitution(text))
const isSubstitution = (text: string): boolean => text.startsWith('<(')
const prints: ReadonlySet<string> = new Set(['echo', 'printf'])

/** Shell escapes: `\\!` of psql, `.shell` of sqlite3, `system` of mysql. */
const startsShell = /^[^\S\n\r]*(\\!|\.(shell|system)\b|system\s+\S)/m

/** Removes quoted strings, except those that may contain a command. */
const withoutStrings = (code: string): string =>
  /eval|Function|[cC]ommand\(/.test(code) ? code : code.replace(/"[^"\n]*"|'[^'\n]*'/g, '""')

/** Programs and services that take queries. */
const queried =
  /^\S*(sql|database|\bdb\b|^d1$|^dbconsole$|athena|redshift|rds-data|spanner|bigquery|timestream|dynamodb|snow\b|snowflake|databricks|presto|trino|hive|beeline|impala|clickhouse|couchbase|^cbq$|arangosh|^bteq$|^exaplus$|^dbt$)\S*$/i

const inMemory = ({ words }: ShellCommand): boolean => words.some((word) => word.text === ':memory:')

/** The same operations in libraries of frameworks. */
const everyRow = new RegExp(
  [
    String.raw`\.(delete_all|destroy_all|truncate!?|drop_all)\b(?!\w)|Repo\.delete_all|\bdrop_(table|database)\b`,
    String.raw`\.objects\.(all\(\)\.)?delete\(\)|\.query(\([^)]*\))?\.delete\(\)`,
    String.raw`::(truncate|query\(\)->(delete|truncate))\(|table\([^)]*\)->(delete|truncate)\(\)`,
    String.raw`\.deleteMany\(\s*(\{\s*\})?\s*\)|\.destroy\(\{\s*(truncate|where:\s*\{\s*\})|\.sync\(\{\s*force:\s*true|\.dropDatabase\(`,
    String.raw`\bSidekiq::\w+(\.new)?(\([^)]*\))?\.clear\b|\bResque\.remove_queue\b|\bRails\.cache\.clear\b|\bDelayed::Job\.delete_all\b`,
    String.raw`\bwp_delete_(user|post|site|comment)\b`,
  ].join('|'),
)

export const databaseRules: readonly Rule[] = [
  {
    name: 'database',
    programs: list(`psql mysql mariadb sqlite3 sqlcmd cockroach clickhouse-client clickhouse duckdb redis-cli valkey-cli
      mongosh mongo cqlsh snowsql bq sqlplus tsql pgcli mycli turso wrangler influx usql osql isql trino presto hive
      cypher-shell surreal edgedb gel typeorm prisma ksql mssql-cli litecli hdbsql db2 aql asinfo asadm
      mysqlsh ysqlsh iredis dolt beeline impala-shell spark-sql sqlline mclient vsql nzsql gsql exaplus bteq fbsql taos
      arangosh tarantool tarantoolctl tt isql-fb`),
    instead: 'Check with SELECT first, and add a WHERE. Let the person run statements that drop data.',
    find({ command }) {
      if (inMemory(command) || isKeyCommand(command)) return undefined
      const kept = !isTestData(command)
      for (const text of statementsFor(command)) {
        if (startsShell.test(text)) return ask('run a shell command from inside a database client')
        const finding = kept ? sqlIn(/^mongo/.test(command.name) ? withoutStrings(text) : text) : undefined
        if (finding !== undefined) return finding
      }
      return undefined
    },
  },
  {
    name: 'framework-console',
    programs:
      list(`rails rake bundle ruby manage.py django-admin python python3 flask php artisan sail mix iex elixir wp drush
      node tsx ts-node bun deno hanami craft`),
    instead: 'Count the rows first, and delete by a condition. Let the person empty real data.',
    find({ command }) {
      const statements = [
        ...command.words.slice(1).map((word) => word.text),
        ...inputOf(command.stdin),
        command.code?.text ?? '',
      ]
      if (statements.some((text) => everyRow.test(text))) return ask('delete every row of a table')
      const query = statements.find((text) => /\b(execute|exec_query|query|statement|unprepared)\s*\(/.test(text))
      return query === undefined ? undefined : sqlIn(query)
    },
  },
  {
    name: 'database-through-a-tool',
    instead: 'Check with SELECT first, and add a WHERE. Let the person run statements that drop data.',
    find({ command }) {
      // `heroku pg:psql -c`, `wrangler d1 execute --command`, `rails dbconsole`, `aws athena start-query-execution`.
      const tool = command.words.slice(0, 3).some((word) => queried.test(word.text))
      if (!tool || inMemory(command) || !/^[\w.-]+$/.test(command.name) || readers.has(command.name)) return undefined
      if (
        isTestData(command) ||
        isKeyCommand(command) ||
        /^(kafka|kcat|nats|mosquitto|pulsar|rabbitmq)/.test(command.name)
      )
        return undefined
      const given = command.words.slice(2).map((word) => word.text.replace(/^--?[\w-]+=/, ''))
      for (const text of [...given, ...inputOf(command.stdin)]) {
        const finding = /\s/.test(text) ? sqlIn(/^mongo/.test(command.name) ? withoutStrings(text) : text) : undefined
        if (finding !== undefined) return finding
      }
      return undefined
    },
  },
]
/** Programs that take SQL as one of their arguments. */
const readers: ReadonlySet<string> = new Set(
  list(
    'echo printf grep egrep rg ag git gh glab sed awk jq cat tee test vitest jest pytest node python python3 vim code',
  ),
)
