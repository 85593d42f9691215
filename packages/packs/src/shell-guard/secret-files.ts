/**
 * Files that hold keys, by their names. Names are looked up, and an expression is made when a path leads to it: one for all
 * took V8 5 ms in each process that read a file.
 */
const list = (names: string): readonly string[] => names.trim().split(/\s+/)

const keyNames = new Set(
  list(`id_rsa id_dsa id_ecdsa id_ed25519 .netrc .npmrc .pypirc .pgpass .my.cnf .git-credentials .vault-token kubeconfig shadow
  credentials credentials.json credentials.csv credentials.toml credentials.tfrc.json .credentials.json
  secret.yml secret.yaml secret.json secret.toml secrets.yml secrets.yaml secrets.json secrets.toml
  wallet.dat default_wallet rclone.conf settings-security.xml .htpasswd .terraformrc master.key
  .s3cfg .boto .databrickscfg .mylogin.cnf .msmtprc .fetchmailrc .smbcredentials .sentryclirc kaggle.json`),
)
const keyEndings = list('.pem .key .p12 .pfx .kdbx .ppk .jks .wallet .keyring .keytab .nmconnection')
const isKeyName = (name: string): boolean =>
  keyNames.has(name) ||
  keyEndings.some((ending) => name.endsWith(ending)) ||
  (name.endsWith('.json') && (name.startsWith('service-account') || name.includes('firebase-adminsdk')))
const isEnvironmentName = (name: string): boolean =>
  name.startsWith('.env') &&
  /^\.env(\.(?!example|sample|template|dist|test|defaults|schema|[\w.-]*\b(?:ts|js|md|d)$)[\w.-]+)?$/.test(name)

const anyOf = (names: string): string => list(names).join('|')
/** Where the clients of services keep the tokens of a person. */
const accounts =
  anyOf(String.raw`\.m2\/settings\.xml \.gradle\/gradle\.properties \.config\/(hub|configstore\/|doctl\/config\.yaml|hcloud\/cli\.toml|glab-cli\/config\.yml)
  \.config\/(ngrok|netlify|gh-copilot|stripe|fly|heroku|railway|linode-cli|scw|exoscale|openai|anthropic)(\/|$) \.(fly\/config\.yml|(netlify|railway)\/config\.json|vercel\/auth\.json|supabase\/access-token|cloudflared\/|ngrok2\/|circleci\/cli\.yml|wrangler\/config\/)
  \.snowflake\/(connections|config)\.toml \.dbt\/profiles\.yml \.snowsql\/config \.(cache\/)?huggingface\/token \.(age|config\/age)\/
  \.bitcoin\/ \.electrum\/ \.config\/github-copilot\/(hosts|apps)\.json`)
const directories = String.raw`\.(aws|ssh|gnupg|kube|azure|config\/gcloud)(\/|$)|\.docker\/config\.json|\.config\/gh\/hosts\.yml|\.password-store(\/|\.\w)|\.(codex|gemini)\/(auth|oauth_creds)\.json|\.config\/(op|solana|sops)(\/|$)|\.ethereum\/keystore|keyrings\/|${accounts}`
const system = String.raw`\/etc\/(shadow|gshadow|sudoers|master\.passwd|security\/opasswd|ssl\/private\/|wireguard\/\w|networkmanager\/system-connections\/|wpa_supplicant\/\S+\.conf|ppp\/(chap|pap)-secrets|kubernetes\/admin\.conf|rancher\/k3s\/k3s\.yaml|ssh\/ssh_host_\w+_key$)|\/(var\/)?run\/secrets\/|\/var\/lib\/jenkins\/(secrets\/|credentials\.xml)|\/etc\/gitlab-runner\/config\.toml|\/proc\/[^\/]+\/environ|\/tmp\/krb5cc_`

/** Tests a path in lower case. */
function expression(source: () => string): (path: string) => boolean {
  let made: RegExp | undefined
  return (path) => {
    made ??= new RegExp(source())
    return made.test(path)
  }
}
const holdsSecretPath = expression(() => `${directories}|${system}`)
const beginsWithDirectory = expression(() => `^(${directories})`)
const beginsWithSystem = expression(() => `^(${system})`)

/** Only ASCII, as expressions that ignore case do it. */
const lower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
const lastName = (path: string, separator: RegExp): string => path.split(separator).at(-1) ?? ''

/** What must not leave this machine. */
export function isSecretFile(path: string): boolean {
  const text = lower(path)
  const name = lastName(text, /[\\/@=<]/)
  return isKeyName(name) || isEnvironmentName(name) || holdsSecretPath(text)
}

const home = /^(~|\/root|\/(?:home|users)\/[^/]+|\$\w+)\//
/** What follows the home directory in the path, and how that is written. */
function belowHome(text: string): { readonly rest: string; readonly byVariable: boolean } | undefined {
  const found = home.exec(text)
  return found === null ? undefined : { rest: text.slice(found[0].length), byVariable: text.startsWith('$') }
}

/** What a person typed or saved: histories of shells and clients, what browsers and messengers keep. */
const isRecord = expression(() => {
  const names = anyOf(String.raw`\.\w+_history \.lesshst \.viminfo fish_history consolehost_history\.txt
  cookies(\.sqlite)? login\s?data web\s?data logins\.json key[34]\.db [^/]*\.keychain(-db)? chat\.db`)
  return `^(.*/)?(${names})$`
})
export function isRecordFile(path: string): boolean {
  const below = belowHome(lower(path))
  return below !== undefined && isRecord(below.rest)
}

/** Lies among secrets and is none. */
export const isOpen = (path: string): boolean => open.test(path)

/** What must not leave this machine, be it a secret or only private. */
export const privateFile = (path: string): boolean =>
  (isSecretFile(path) && !/\.pub$/.test(path)) || isRecordFile(path.replace(/^.*[@=]/, ''))

/** What lies in the same directories and is no secret. */
const open = /\.pub$|known_hosts|\.(ssh|aws|kube)\/(config\.d|cache)\b|\.(ssh|aws)\/config$|\.ssh\/?$/

/** Keys of the person, whose contents no work on the project needs. */
function isPersonal(path: string): boolean {
  const text = lower(path)
  const below = belowHome(text)
  if (below === undefined) return text.startsWith('/') && beginsWithSystem(text)
  const name = lastName(below.rest, /[\\/]/)
  return (
    (isKeyName(name) && !/[@=<]/.test(name)) ||
    /(^|[\\/])\.gnupg\//.test(below.rest) ||
    (!below.byVariable && beginsWithDirectory(below.rest))
  )
}
/** Reading one's own history is usual; what a browser keeps are sessions and passwords. */
export const personalSecret = (path: string): boolean =>
  (isPersonal(path) && !open.test(path)) || (isRecordFile(path) && !/history|lesshst|viminfo/.test(path))
