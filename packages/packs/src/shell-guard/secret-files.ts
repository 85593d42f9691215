/** Files that hold keys, by their names. */
const anyOf = (names: string): string => names.trim().split(/\s+/).join('|')

// `.*` would look through all that follows, once for each separator.
const keys =
  anyOf(String.raw`id_(rsa|dsa|ecdsa|ed25519) [^\\/@=<]*\.(pem|key|p12|pfx|kdbx|ppk|jks) \.netrc \.npmrc \.pypirc \.pgpass
  \.my\.cnf \.git-credentials \.vault-token credentials(\.json|\.csv)? secrets?\.(ya?ml|json|toml)
  service-account[^\\/@=<]*\.json kubeconfig shadow wallet\.dat [^\\/@=<]*\.wallet credentials\.(toml|tfrc\.json) \.credentials\.json
  rclone\.conf [^\\/@=<]*\.keyring settings-security\.xml default_wallet \.htpasswd \.terraformrc master\.key
  \.s3cfg \.boto \.databrickscfg \.mylogin\.cnf \.msmtprc \.fetchmailrc \.smbcredentials \.sentryclirc kaggle\.json [^\\/@=<]*firebase-adminsdk[^\\/@=<]*\.json
  [^\\/@=<]*\.keytab [^\\/@=<]*\.nmconnection`)
const environment = String.raw`\.env(\.(?!example|sample|template|dist|test|defaults|schema|[\w.-]*\b(?:ts|js|md|d)$)[\w.-]+)?`
/** Where the clients of services keep the tokens of a person. */
const accounts =
  anyOf(String.raw`\.m2\/settings\.xml \.gradle\/gradle\.properties \.config\/(hub|configstore\/|doctl\/config\.yaml|hcloud\/cli\.toml|glab-cli\/config\.yml)
  \.config\/(ngrok|netlify|gh-copilot|stripe|fly|heroku|railway|linode-cli|scw|exoscale|openai|anthropic)(\/|$) \.(fly\/config\.yml|(netlify|railway)\/config\.json|vercel\/auth\.json|supabase\/access-token|cloudflared\/|ngrok2\/|circleci\/cli\.yml|wrangler\/config\/)
  \.snowflake\/(connections|config)\.toml \.dbt\/profiles\.yml \.snowsql\/config \.(cache\/)?huggingface\/token \.(age|config\/age)\/
  \.bitcoin\/ \.electrum\/ \.config\/github-copilot\/(hosts|apps)\.json`)
const directories = String.raw`\.(aws|ssh|gnupg|kube|azure|config\/gcloud)(\/|$)|\.docker\/config\.json|\.config\/gh\/hosts\.yml|\.password-store(\/|\.\w)|\.(codex|gemini)\/(auth|oauth_creds)\.json|\.config\/(op|solana|sops)(\/|$)|\.ethereum\/keystore|keyrings\/|${accounts}`
const system = String.raw`\/etc\/(shadow|gshadow|sudoers|master\.passwd|security\/opasswd|ssl\/private\/|wireguard\/\w|NetworkManager\/system-connections\/|wpa_supplicant\/\S+\.conf|ppp\/(chap|pap)-secrets|kubernetes\/admin\.conf|rancher\/k3s\/k3s\.yaml|ssh\/ssh_host_\w+_key$)|\/(var\/)?run\/secrets\/|\/var\/lib\/jenkins\/(secrets\/|credentials\.xml)|\/etc\/gitlab-runner\/config\.toml|\/proc\/[^\/]+\/environ|\/tmp\/krb5cc_`

/** What must not leave this machine. */
export const secretFile = new RegExp(`(^|[\\\\/@=<])(${environment}|${keys})$|${directories}|${system}`, 'i')

/** What a person typed or saved: histories of shells and clients, what browsers and messengers keep. */
const record = anyOf(String.raw`\.\w+_history \.lesshst \.viminfo fish_history ConsoleHost_history\.txt
  cookies(\.sqlite)? login\s?data web\s?data logins\.json key[34]\.db [^/]*\.keychain(-db)? chat\.db`)
export const recordFile = new RegExp(`^(~|/root|/(home|Users)/[^/]+|\\$\\w+)/(.*/)?(${record})$`, 'i')

/** Lies among secrets and is none. */
export const isOpen = (path: string): boolean => open.test(path)

/** What must not leave this machine, be it a secret or only private. */
export const privateFile = (path: string): boolean =>
  (secretFile.test(path) && !/\.pub$/.test(path)) || recordFile.test(path.replace(/^.*[@=]/, ''))

/** What lies in the same directories and is no secret. */
const open = /\.pub$|known_hosts|\.(ssh|aws|kube)\/(config\.d|cache)\b|\.(ssh|aws)\/config$|\.ssh\/?$/

/** Keys of the person, whose contents no work on the project needs. */
const personal = new RegExp(
  `^(~|/root|/(home|Users)/[^/]+|\\$\\w+)/(.*[\\\\/])?(${keys}|\\.gnupg/.*)$|^(~|/root|/(home|Users)/[^/]+)/(${directories})|^(${system})`,
  'i',
)
/** Reading one's own history is usual; what a browser keeps are sessions and passwords. */
export const personalSecret = (path: string): boolean =>
  (personal.test(path) && !open.test(path)) || (recordFile.test(path) && !/history|lesshst|viminfo/.test(path))
