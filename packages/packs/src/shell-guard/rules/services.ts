/** What lives elsewhere: containers, clusters, clouds, databases, registries. */
import type { ShellCommand } from '@hookline/core/shell'
import { has, operands, optionOf, says, verbs } from '../options.ts'
import { ask, deny, type Finding, type Rule } from '../rule.ts'
import { inputTextOf } from '../texts.ts'

const joined = (command: ShellCommand): string => command.words.map((word) => word.text).join(' ')

const statements: readonly (readonly [RegExp, string])[] = [
  [/\bdrop\s+(database|schema|table|view|index|user|role|column|keyspace|collection)\b/i, 'drop part of a database'],
  [/\btruncate\s+(table\s+)?[\w."`[]/i, 'empty a table'],
  [/\bdelete\s+from\s+[\w."`[\]]+\s*(;|$|"|'|\))/i, 'delete every row of a table'],
  [/\bupdate\s+[\w."`[\]]+\s+set\s+(?:(?!\bwhere\b)[^;])*(;|$)/i, 'change every row of a table'],
  [/\balter\s+table\s+\S+\s+drop\b/i, 'drop part of a table'],
  [/\b(flushall|flushdb)\b/i, 'empty a database'],
  [/\.(dropDatabase|drop|remove|deleteMany|dropIndexes)\(\s*(\{\s*\})?\s*\)/, 'empty or drop a collection'],
  [/\b(grant\s+all|revoke\s+|alter\s+(user|role)|create\s+user|drop\s+owned)\b/i, 'change who may use a database'],
]
const sqlIn = (text: string): Finding | undefined => {
  const plain = text.replace(/--[^\n]*|\/\*[^*]*\*\//g, ' ')
  const row = statements.find(([pattern]) => pattern.test(plain))
  return row === undefined ? undefined : ask(row[1])
}

/** Verbs that end something, for each tool: the words in order, anywhere among its words. */
const endings: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  docker: [
    [/\b(system|volume|image|container|network|builder|buildx) prune\b/, 'delete what containers keep'],
    [/\b(volume|network|image) (rm|remove)\b/, 'delete what containers keep'],
    [/\bcompose\b.*\bdown\b.*(\s-v\b|--volumes|--rmi)/, 'delete what containers keep'],
    [/\b(rm|rmi)\b.*(-f|--force)\b.*\$\(/, 'delete every container or image'],
    [
      /\brun\b.*(--privileged|-v \/:|--volume[= ]\/:|--pid[= ]host|-v \/(etc|root|home|var\/run\/docker\.sock)|--mount[= ]\S*src=\/,)/,
      'give a container the whole machine',
    ],
    [/\b(swarm leave|stack rm|service rm|secret rm|node rm)\b/, 'take down a cluster'],
  ],
  kubectl: [
    [/\bdelete\b(?!.*--dry-run)/, 'delete from a cluster'],
    [/\b(drain|cordon|taint)\b/, 'take a node out of a cluster'],
    [/\bscale\b.*--replicas[= ]0\b/, 'stop what a cluster runs'],
    [/\breplace\b.*--force\b/, 'delete from a cluster'],
    [/\b(apply|create)\b.*-f\s+https?:/, 'put into a cluster what is downloaded, unread'],
    [/\brollout undo\b/, 'change what a cluster runs'],
  ],
  helm: [
    [/\b(uninstall|delete|un|del)\b(?!.*--dry-run)/, 'take down a release'],
    [/\brollback\b/, 'change what a cluster runs'],
  ],
  terraform: [
    [/\bdestroy\b/, 'take down infrastructure'],
    [/\bapply\b.*(-destroy|-auto-approve)/, 'change infrastructure without a look'],
    [/\bstate (rm|push)\b|\bforce-unlock\b|\bworkspace delete\b|\btaint\b/, 'lose track of infrastructure'],
  ],
  pulumi: [
    [/\bdestroy\b|\bstack rm\b/, 'take down infrastructure'],
    [/\bup\b.*(-y\b|--yes)/, 'change infrastructure without a look'],
    [/\bstate delete\b/, 'lose track of infrastructure'],
  ],
  cdk: [[/\bdestroy\b/, 'take down infrastructure']],
  aws: [
    [/\bs3 (rm\b.*--recursive|rb\b)/, 'delete a bucket or all in it'],
    [/\bs3 sync\b.*--delete\b/, 'delete from a bucket'],
    [/\bs3api delete-/, 'delete from a bucket'],
    [
      /\b(delete|terminate|deregister|purge|remove|destroy|disable|stop|reboot)-[a-z-]+/,
      'delete or stop something in the cloud',
    ],
    [/\biam (create|attach|put|add|update)-/, 'change who may do what in the cloud'],
  ],
  gcloud: [
    [
      /\b(delete|destroy|remove-iam-policy-binding|add-iam-policy-binding|reset|stop)\b/,
      'delete or change something in the cloud',
    ],
  ],
  gsutil: [
    [/\b(rm\b.*-r|rb\b|rsync\b.*-d)/, 'delete a bucket or all in it'],
    [/\brm\b.*\*/, 'delete from a bucket'],
  ],
  az: [[/\b(delete|purge|stop|deallocate)\b/, 'delete or stop something in the cloud']],
  doctl: [[/\b(delete|rm|destroy)\b/, 'delete something in the cloud']],
  heroku: [
    [
      /\b(apps:destroy|apps:delete|pg:reset|addons:destroy|config:unset|ps:scale \S+=0)\b/,
      'delete something in the cloud',
    ],
  ],
  vercel: [
    [/\b(rm|remove)\b/, 'take down a deployment'],
    [/\benv rm\b/, 'delete settings'],
  ],
  netlify: [[/\b(sites:delete|env:unset)\b/, 'take down a site']],
  fly: [[/\b(apps )?destroy\b|\bvolumes? (destroy|delete)\b/, 'take down an application']],
  flyctl: [[/\b(apps )?destroy\b|\bvolumes? (destroy|delete)\b/, 'take down an application']],
  firebase: [
    [/\b(firestore:delete|database:remove|projects:delete|hosting:disable|functions:delete)\b/, 'delete data'],
  ],
  supabase: [[/\b(db reset|projects delete|branches delete)\b/, 'delete data']],
  vagrant: [[/\bdestroy\b/, 'delete a machine']],
  multipass: [[/\b(delete|purge)\b/, 'delete a machine']],
  VBoxManage: [[/\bunregistervm\b.*--delete\b/, 'delete a machine']],
  virsh: [[/\b(destroy|undefine|vol-delete)\b/, 'delete a machine']],
  ansible: [[/-m\s+(shell|command|raw|file)\b.*(rm -rf|state=absent)/, 'delete on other machines']],
  prisma: [[/\bmigrate reset\b|\bdb push\b.*(--force-reset|--accept-data-loss)/, 'empty a database']],
  sequelize: [[/\bdb:drop\b|\bdb:migrate:undo:all\b/, 'empty a database']],
  'sequelize-cli': [[/\bdb:drop\b|\bdb:migrate:undo:all\b/, 'empty a database']],
  knex: [[/\bmigrate:rollback\b.*--all\b/, 'undo every migration']],
  typeorm: [[/\bschema:drop\b/, 'empty a database']],
  rails: [[/\bdb:(drop|reset|purge|truncate_all|schema:load|migrate:reset)\b/, 'empty a database']],
  rake: [[/\bdb:(drop|reset|purge|migrate:reset)\b/, 'empty a database']],
  php: [[/\bartisan (migrate:(fresh|reset|refresh)|db:wipe)\b/, 'empty a database']],
  python: [[/\bmanage\.py (flush|reset_db|sqlflush)\b/, 'empty a database']],
  python3: [[/\bmanage\.py (flush|reset_db)\b/, 'empty a database']],
  'django-admin': [[/\bflush\b/, 'empty a database']],
  alembic: [[/\bdowngrade base\b/, 'undo every migration']],
  dotnet: [
    [/\bef database drop\b/, 'drop a database'],
    [/\bnuget (delete|push)\b/, 'publish or withdraw a package'],
  ],
  dropdb: [[/./, 'drop a database']],
  dropuser: [[/./, 'drop a user of a database']],
  mysqladmin: [[/\bdrop\b|\bshutdown\b/, 'drop a database']],
  npm: [
    [
      /\b(unpublish|deprecate|owner (add|rm)|access|token (create|revoke)|adduser|login|logout)\b/,
      'change what a registry holds',
    ],
  ],
  vault: [[/\b(kv )?(delete|destroy|metadata delete)\b|\bsecrets disable\b/, 'delete secrets']],
  consul: [[/\bkv delete\b.*-recurse/, 'delete settings']],
  etcdctl: [[/\bdel\b/, 'delete settings']],
  kafka: [[/\b--delete\b/, 'delete a topic']],
  'kafka-topics': [[/--delete\b/, 'delete a topic']],
  'kafka-topics.sh': [[/--delete\b/, 'delete a topic']],
  rabbitmqctl: [[/\b(reset|force_reset|delete_\w+|purge_queue|stop_app)\b/, 'empty a queue']],
  apt: [[/\b(remove|purge|autoremove|autopurge|full-upgrade|dist-upgrade)\b/, 'remove programs of this machine']],
  'apt-get': [[/\b(remove|purge|autoremove|dist-upgrade)\b/, 'remove programs of this machine']],
  dnf: [[/\b(remove|erase|autoremove)\b/, 'remove programs of this machine']],
  yum: [[/\b(remove|erase|autoremove)\b/, 'remove programs of this machine']],
  pacman: [[/\s-R/, 'remove programs of this machine']],
  brew: [[/\b(uninstall|remove|rm)\b.*--force\b|\buninstall\b.*--zap\b/, 'remove programs of this machine']],
  snap: [[/\bremove\b.*--purge\b/, 'remove programs of this machine']],
  tmutil: [[/\b(delete|disable|deletelocalsnapshots)\b/, 'delete backups']],
  vssadmin: [[/\bdelete shadows\b/i, 'delete backups']],
  wbadmin: [[/\bdelete\b/i, 'delete backups']],
  restic: [[/\b(forget|prune)\b/, 'delete backups']],
  borg: [[/\b(delete|prune)\b/, 'delete backups']],
  security: [
    [
      /\b(delete-keychain|find-generic-password\b.*-w|find-internet-password\b.*-w|dump-keychain|export)\b/,
      'take out or delete passwords',
    ],
  ],
  gpg: [[/--delete-(secret-)?keys?|--export-secret/, 'take out or delete keys']],
  crictl: [[/\brm[ip]?\b.*(-a|--all)/, 'delete containers']],
  podman: [[/\b(system|volume|image|container) prune\b|\bsystem reset\b/, 'delete what containers keep']],
  minikube: [[/\bdelete\b.*--all\b/, 'delete a cluster']],
  kind: [[/\bdelete clusters?\b.*--all\b/, 'delete a cluster']],
  eksctl: [[/\bdelete\b/, 'delete a cluster']],
}

const clients = ['psql', 'mysql', 'mariadb', 'sqlite3', 'sqlcmd', 'cockroach', 'clickhouse-client', 'clickhouse', 'duckdb', 'redis-cli', 'valkey-cli', 'mongosh', 'mongo', 'cqlsh', 'snowsql', 'bq', 'sqlplus', 'tsql', 'pgcli', 'mycli', 'turso', 'wrangler', 'influx', 'usql', 'osql', 'isql'] // biome-ignore format: a list

const publishers: Readonly<Record<string, RegExp>> = {
  npm: /\bpublish\b/,
  pnpm: /\bpublish\b/,
  yarn: /\b(npm )?publish\b/,
  bun: /\bpublish\b/,
  cargo: /\b(publish|yank)\b/,
  twine: /\bupload\b/,
  poetry: /\bpublish\b/,
  uv: /\bpublish\b/,
  flit: /\bpublish\b/,
  hatch: /\bpublish\b/,
  gem: /\b(push|yank)\b/,
  mvn: /\b(deploy|release:perform)\b/,
  gradle: /\bpublish\b/,
  lerna: /\bpublish\b/,
  vsce: /\b(publish|unpublish)\b/,
  ovsx: /\bpublish\b/,
  pod: /\btrunk push\b/,
  dart: /\bpub publish\b/,
  changeset: /\bpublish\b/,
  'semantic-release': /./,
  goreleaser: /\brelease\b/,
}

export const serviceRules: readonly Rule[] = [
  {
    name: 'services-elsewhere',
    programs: Object.keys(endings),
    instead: 'Show the command and let the person run it.',
    find({ command }) {
      if (has(command, '', 'help', 'dry-run') || says(command, 'help', '--dry-run=client', '--dryrun')) return undefined
      const text = joined({ ...command, words: command.words.slice(1) })
      const row = endings[command.name]?.find(([pattern]) =>
        pattern.test(command.words.length === 1 ? command.name : text),
      )
      return row === undefined ? undefined : ask(row[1])
    },
  },
  {
    name: 'database',
    programs: clients,
    instead: 'Look with SELECT first; add a WHERE; let the person run what drops.',
    find({ command }) {
      const text = [joined(command), inputTextOf(command) ?? ''].join('\n')
      return sqlIn(text)
    },
  },
  {
    name: 'publish',
    programs: Object.keys(publishers),
    instead: 'Let the person publish.',
    find({ command }) {
      if (has(command, '', 'dry-run', 'help', 'snapshot') || says(command, '-n')) return undefined
      const words = verbs(command, '--filter', '-F', '--prefix', '-w', '-C').join(' ')
      const pattern = publishers[command.name]
      const first = words.split(' ')[0] ?? ''
      if (first === 'run' || first === 'install' || first === 'exec' || first === 'i' || first === 'add')
        return undefined
      return pattern !== undefined && (command.name === 'semantic-release' || pattern.test(words))
        ? ask('publish for everybody to see')
        : undefined
    },
  },
  {
    name: 'code-that-deletes',
    programs: ['python', 'python3', 'python2', 'node', 'bun', 'deno', 'perl', 'ruby', 'php'],
    instead: 'Use plain commands that can be read.',
    find(sight) {
      const { code } = sight.command
      if (code === undefined) return undefined
      const calls = code.text.matchAll(
        /\b(?:rmtree|rmSync|rm|rmdir|rmdirSync|remove_entry_secure|rm_rf|rm_r|remove_tree|rimraf(?:\.sync)?|emptyDirSync|removeSync|unlinkSync|unlink|remove)\s*\(?\s*(?:os\.path\.expanduser\()?\s*["'`]([^"'`]+)["'`]/g,
      )
      for (const [, path] of calls) {
        const place = sight.placeOf({ text: path ?? '', known: true, glob: false })
        if (['root', 'system', 'home', 'workspace', 'above', 'repository', 'device'].includes(place))
          return deny(`delete ${path}`)
        if (place === 'personal') return ask(`delete ${path}`)
      }
      if (
        /\b(rmtree|rmSync|rm_rf|remove_tree)\b[^\n]*(os\.homedir\(\)|process\.env\.HOME|Path\.home\(\)|expanduser\(["']~["']\)|Dir\.home|ENV\[.HOME.\])/.test(
          code.text,
        )
      )
        return deny('delete a whole home directory')
      const database = sqlIn(code.text)
      if (database !== undefined && /(execute|query|cursor|exec)\s*\(/.test(code.text)) return database
      const secret =
        /(open|readFileSync|read_text|File\.read)\s*\(\s*["'][^"']*(\.env|id_rsa|id_ed25519|\.aws\/credentials|\.ssh\/|\.netrc)/.test(
          code.text,
        )
      return secret && /(https?:\/\/|requests\.|urllib|fetch\(|socket)/.test(code.text)
        ? deny('send a secret away')
        : undefined
    },
  },
  {
    name: 'unknown-registry',
    programs: ['npm', 'pnpm', 'yarn', 'pip', 'pip3', 'uv', 'gem'],
    instead: 'Install from the usual registry.',
    find: ({ command }) => {
      const from = optionOf(command, '--registry', '--index-url', '-i', '--extra-index-url', '--source')
      const http = operands(command).find((word) => /^(git\+)?http:\/\//.test(word.text))
      return (from !== undefined && /^http:\/\/(?!localhost|127\.)/.test(from.text)) ||
        (http !== undefined && !/^http:\/\/(localhost|127\.)/.test(http.text))
        ? ask('install over a connection that anybody can change')
        : undefined
    },
  },
]
