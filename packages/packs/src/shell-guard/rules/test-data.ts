/** Recognises disposable data, such as test databases and local clusters, and commands whose arguments are data. */
import type { ShellCommand } from '@hookline/core/shell'
import { list, operands, optionOf } from '../options.ts'

// A name has at most 63 letters; without this limit the search in a long text would take quadratic time.
const named = String.raw`(?:[\w.-]{0,60}[_.-])?(?:tests?|testing|e2e|spec|ci|scratch|sandbox|tmp|temp)(?:[_.-][\w.-]{0,60}|\d{0,9})`
const testName = new RegExp(`^${named}$`, 'i')
const notLocal =
  /(^|@|\/\/)(?!localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0|host\.docker\.internal|\/)[\w-]+(\.[\w-]+)+(:\d+)?/

/** `drop database app_test` deletes only test data. */
export const testDrop = new RegExp(
  String.raw`\bdrop\s+(database|schema|keyspace)\s+(if\s+exists\s+)?["'\x60\[]?${named}["'\x60\]]?(?=\s*(;|$|"|'|with\b|cascade\b))`,
  'gi',
)

/** Programs that take the name of a database as an argument. */
const clients: ReadonlySet<string> = new Set(
  list('psql pgcli dropdb mysql mariadb mycli mysqladmin mariadb-admin mongosh mongo sqlite3 litecli duckdb cqlsh'),
)
/** Programs that choose their database by that environment variable. */
const frameworks: ReadonlySet<string> = new Set(
  list(`rails bin/rails rake bin/rake bundle hanami sequel mix python python3 manage.py django-admin flask alembic php artisan bin/console
    console symfony doctrine phinx cake sequelize sequelize-cli knex prisma typeorm mikro-orm drizzle-kit db-migrate migrate dbmate goose
    atlas diesel sqlx sea-orm-cli npm npx pnpm yarn bun bunx node tsx ts-node adonis ace strapi medusa liquibase flyway`),
)
const environments = /^(RAILS|RACK|NODE|APP|MIX|DJANGO|FLASK|SYMFONY|LARAVEL|HANAMI|CAKE|KOHANA|DATABASE)_ENV$/

const isTestEnvironment = (command: ShellCommand): boolean =>
  command.assignments.some(({ name, value }) => environments.test(name) && /^(test|testing|ci)$/.test(value.text)) ||
  /^(test|testing)$/.test(optionOf(command, '--env')?.text ?? '')

/** The database is for tests: by its name, its file, or the environment of the command. */
export function isTestData(command: ShellCommand): boolean {
  // A database client does not read the environment of a framework.
  if (!clients.has(command.name)) return frameworks.has(command.name) && isTestEnvironment(command)
  const host = optionOf(command, '-h', '--host')?.text ?? 'localhost'
  if (!/^(localhost|127\.0\.0\.1|::1|\/.*|host\.docker\.internal|db|postgres|mysql|mongo)$/.test(host)) return false
  const words = operands(
    command,
    ...list('-h --host -p --port -U --username -u --user -c --command -e --execute --eval'),
  )
  const args = words.map(({ text }) => text).filter((text) => !/\s/.test(text) && text !== 'drop')
  const name = optionOf(command, '-d', '--dbname', '-D', '--database')?.text ?? args[0] ?? ''
  if (/^\w+:\/\//.test(name))
    return !notLocal.test(name.replace(/^\w+:\/\/([^@/]*@)?/, '//')) && testName.test(lastPart(name))
  if (/^(sqlite3|litecli|duckdb)$/.test(command.name))
    return (
      /^(\/private)?\/(var\/)?tmp\/./.test(name) || testName.test(lastPart(name).replace(/\.(db|sqlite3?|duckdb)$/, ''))
    )
  return testName.test(name)
}
const lastPart = (path: string): string => (path.split('?')[0] ?? '').split('/').at(-1) ?? ''

/** A test database file: `test.db`, `db/app_test.sqlite3`. */
export const isTestFile = (path: string): boolean =>
  testName.test(lastPart(path).replace(/\.(db|sqlite3?|duckdb)$/, '')) && /\.(db|sqlite3?|duckdb)$/.test(path)

const localCluster =
  /^(kind(-.*)?|minikube|k3d-.*|docker-desktop|docker-for-desktop|rancher-desktop|colima|orbstack|microk8s)$/

/** A local cluster, named in the command itself. */
export const isLocalCluster = (command: ShellCommand): boolean =>
  /^(kubectl|k|oc|helm|kubecolor)$/.test(command.name) &&
  localCluster.test(optionOf(command, '--context', '--kube-context')?.text ?? '')

const redis = /^(redis-cli|valkey-cli|keydb-cli|dragonfly-cli)$/
const redisActs =
  /^(flush\w*|shutdown|debug|script|function|cluster|acl|xgroup|failover|swapdb|config|eval\w*|fcall\w*|del|unlink|replicaof|slaveof|restore|migrate|module|client|monitor|multi|-.*)$/i

/** A command of a key-value store that reads or writes one key; the rest are keys and values. */
export function isKeyCommand(command: ShellCommand): boolean {
  if (!redis.test(command.name)) return false
  const verb = operands(command, ...list('-h -p -a -u -n -s -r -i --user --pass'))[0]?.text
  return (
    verb !== undefined &&
    !redisActs.test(verb) &&
    !command.words.some(({ text }) => /^--(cluster|eval|pipe)$/.test(text))
  )
}
