/** The files with secrets that a hook in a strict sandbox cannot read (CONTRACT §19). */
import { realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { agents } from '../../agents/list.ts'
import type { Platform } from '../../ports.ts'
import { configDirectory, stateDirectory } from '../../sources/locations.ts'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Below the home directory. What is below `.config` is looked for below `XDG_CONFIG_HOME` too. */
export const secretsInHome = words(`
  .ssh .gnupg .pki .password-store .local/share/keyrings .local/share/kwalletd .vault-token .config/op .config/sops
  .aws .azure .kube .docker .config/gcloud .config/doctl .config/hcloud .config/heroku .config/flyctl .fly .oci .s3cfg .boto
  .terraform.d/credentials.tfrc.json .terraformrc .databrickscfg .config/containers/auth.json .config/rclone
  .netrc .git-credentials .config/git/credentials .config/gh .config/glab-cli .config/hub
  .npmrc .yarnrc.yml .pypirc .gem/credentials .cargo/credentials .cargo/credentials.toml .m2/settings.xml
  .gradle/gradle.properties .composer/auth.json .config/composer/auth.json .nuget/NuGet/NuGet.Config .config/configstore
  .pgpass .my.cnf .mylogin.cnf .mongorc.js .rediscli_auth
  .mozilla .thunderbird .config/google-chrome .config/chromium .config/BraveSoftware .config/microsoft-edge .config/vivaldi
  .config/opera .var/app .config/Signal .config/Slack .config/discord
  .bash_history .zsh_history .local/share/fish/fish_history .python_history .node_repl_history .psql_history .mysql_history
  .sqlite_history .rediscli_history .lesshst .viminfo`)
/** Root could read these, and any other user cannot in any case. */
const ofSystem = ['/etc/shadow', '/etc/shadow-', '/etc/gshadow', '/etc/gshadow-', '/etc/sudoers.d', '/etc/ssl/private']

export interface Secret {
  readonly path: string
  readonly isDirectory: boolean
}

/** Those that exist, by their real paths. */
export function findSecrets(platform: Platform): readonly Secret[] {
  const { home, env } = platform
  const ofAgents = agents.flatMap(({ credentials = [] }) => credentials)
  const relative = [...secretsInHome, ...ofAgents]
  const config = env.XDG_CONFIG_HOME
  const moved = config === undefined ? [] : relative.filter((one) => one.startsWith('.config/'))
  const paths = [
    ...relative.map((one) => join(home, one)),
    ...moved.map((one) => join(config ?? '', one.slice('.config/'.length))),
    ...ofSystem,
    stateDirectory(platform),
    join(configDirectory(platform), 'team'),
  ]
  const found = new Map(paths.flatMap((path) => statSecret(path).map((one) => [one.path, one])))
  return [...found.values()]
}

function statSecret(path: string): readonly Secret[] {
  try {
    const real = realpathSync.native(path)
    return [{ path: real, isDirectory: statSync(real).isDirectory() }]
  } catch {
    // It does not exist, or this user cannot get to it.
    return []
  }
}
