/** The files with secrets that a hook in a strict sandbox cannot read (CONTRACT §19). */
import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { agents } from '../../agents/list.ts'
import type { Platform } from '../../ports.ts'

/**
 * One row for each secret: its path below the home directory, and the variables that move it, each with what follows its value. A
 * variable may list several paths. What is below `.config`, `.cache`, `.local/share` and `.local/state` also moves with XDG's variables.
 */
const rows = `
  .ssh
  .gnupg GNUPGHOME
  .pki
  .password-store PASSWORD_STORE_DIR
  .local/share/keyrings
  .local/share/kwalletd
  .vault-token
  .config/op OP_CONFIG_DIR
  .config/sops SOPS_AGE_KEY_FILE
  .config/age
  .aws AWS_SHARED_CREDENTIALS_FILE AWS_CONFIG_FILE
  .azure AZURE_CONFIG_DIR
  .kube KUBECONFIG
  .docker DOCKER_CONFIG
  .config/gcloud CLOUDSDK_CONFIG GOOGLE_APPLICATION_CREDENTIALS
  .config/doctl
  .config/hcloud HCLOUD_CONFIG
  .config/heroku
  .config/flyctl
  .fly FLY_CONFIG_DIR
  .oci OCI_CLI_CONFIG_FILE
  .s3cfg
  .boto BOTO_CONFIG
  .terraform.d/credentials.tfrc.json
  .terraformrc TF_CLI_CONFIG_FILE
  .databrickscfg DATABRICKS_CONFIG_FILE
  .config/containers/auth.json REGISTRY_AUTH_FILE
  .config/rclone RCLONE_CONFIG
  .netrc NETRC
  .git-credentials
  .config/git/credentials
  .config/gh GH_CONFIG_DIR
  .config/glab-cli GLAB_CONFIG_DIR
  .config/hub HUB_CONFIG
  .npmrc NPM_CONFIG_USERCONFIG npm_config_userconfig
  .yarnrc.yml
  .config/pnpm/rc
  .pypirc
  .pip PIP_CONFIG_FILE
  .config/pip
  .config/pypoetry/auth.toml
  .gem/credentials
  .bundle/config
  .cargo/credentials CARGO_HOME/credentials
  .cargo/credentials.toml CARGO_HOME/credentials.toml
  .m2/settings.xml
  .m2/settings-security.xml
  .gradle/gradle.properties GRADLE_USER_HOME/gradle.properties
  .composer/auth.json COMPOSER_HOME/auth.json
  .config/composer/auth.json
  .nuget/NuGet/NuGet.Config
  .config/configstore
  .cache/huggingface/token HF_HOME/token HF_TOKEN_PATH
  .huggingface/token
  .kaggle KAGGLE_CONFIG_DIR
  .pgpass PGPASSFILE
  .my.cnf
  .mylogin.cnf MYSQL_TEST_LOGIN_FILE
  .mongorc.js
  .rediscli_auth
  .mozilla
  .thunderbird
  .config/google-chrome
  .config/chromium
  .config/BraveSoftware
  .config/microsoft-edge
  .config/vivaldi
  .config/opera
  .var/app
  .config/Signal
  .config/Slack
  .config/discord
  .bash_history HISTFILE
  .zsh_history
  .local/share/fish/fish_history
  .config/fish/fish_variables
  .local/share/atuin
  .python_history PYTHON_HISTORY
  .node_repl_history NODE_REPL_HISTORY
  .psql_history PSQL_HISTORY
  .mysql_history MYSQL_HISTFILE
  .sqlite_history SQLITE_HISTORY
  .rediscli_history REDISCLI_HISTFILE
  .lesshst LESSHISTFILE
  .viminfo`
interface Row {
  readonly path: string
  readonly variables: readonly string[]
}
const secretRows: readonly Row[] = rows
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' '))
  .map(([path = '', ...variables]) => ({ path, variables }))
export const secretsInHome = secretRows.map(({ path }) => path)
/** The same of the agents. Their variable moves the home directory, or the directory of the agent in it. */
const agentRows: readonly Row[] = agents.flatMap(({ credentials = [], settings }) =>
  credentials.map((path) => {
    const moved = settings?.homeVariable
    return {
      path,
      variables: moved === undefined ? [] : [`${moved}/${path}`, `${moved}/${path.replace(/^[^/]*\//, '')}`],
    }
  }),
)
const ofXdg = {
  '.config': 'XDG_CONFIG_HOME',
  '.cache': 'XDG_CACHE_HOME',
  '.local/share': 'XDG_DATA_HOME',
  '.local/state': 'XDG_STATE_HOME',
}
/** Root could read these. Any other user cannot in any case. */
const ofSystem = ['/etc/shadow', '/etc/shadow-', '/etc/gshadow', '/etc/gshadow-', '/etc/sudoers.d', '/etc/ssl/private']

export interface Secret {
  readonly path: string
  readonly isDirectory: boolean
  /** It does not exist yet. */
  readonly isMissing?: true
  /** It is hidden by a mount over it, which its replacement would end: to make its directory anew takes too long. */
  readonly isCovered?: true
}
const asCovered = (secret: Secret): Secret => ({ ...secret, isCovered: true })

/** By their real paths. One that does not exist counts if it could be created: it may be, while the hook runs. */
export function findSecrets(platform: Platform): readonly Secret[] {
  const { home, env } = platform
  const all = [...secretRows, ...agentRows]
  const paths = [
    ...all.flatMap(({ path }) => [join(home, path), ...movedPaths(path, env)]),
    ...all.flatMap(({ variables }) => variables.flatMap((variable) => pathsOf(variable, env))),
  ]
  const ofRoot = process.getuid?.() === 0 ? ofSystem.flatMap(statSecret).map(asCovered) : []
  const found = new Map([...paths.flatMap(statSecret), ...ofRoot].map((one) => [one.path, one]))
  return [...found.values()]
}

type Variables = Platform['env']

/** Where a path below the home directory is too, because a variable moves the directory that it is in. */
const movedPaths = (path: string, env: Variables): readonly string[] =>
  Object.entries(ofXdg).flatMap(([directory, variable]) =>
    path.startsWith(`${directory}/`) ? pathsOf(`${variable}/${path.slice(directory.length + 1)}`, env) : [],
  )

/** `NAME`, or `NAME/rest`. A relative path depends on who reads it. */
function pathsOf(variable: string, env: Variables): readonly string[] {
  const [, name = '', rest = ''] = /^([^/]+)(.*)$/.exec(variable) ?? []
  const values = (env[name] ?? '').split(':')
  return values.filter((value) => isAbsolute(value) && value !== '/').map((value) => join(value, rest))
}

function statSecret(path: string): readonly Secret[] {
  try {
    const real = realpathSync.native(path)
    return [{ path: real, isDirectory: statSync(real).isDirectory() }]
  } catch {
    return missingSecret(path)
  }
}

function missingSecret(path: string): readonly Secret[] {
  try {
    return [{ path: join(realpathSync.native(dirname(path)), basename(path)), isDirectory: false, isMissing: true }]
  } catch {
    // Its directory does not exist either, or this user cannot get to it.
    return []
  }
}
