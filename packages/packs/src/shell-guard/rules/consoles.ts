/** Finds programs that print or overwrite secrets or open ports, and server consoles that receive delete commands. */
import type { ShellCommand, ShellInput } from '@hookline/core/shell'
import { has, joined, list, onlyShows, operands, optionOf, says } from '../options.ts'
import { ask, type Rule } from '../rule.ts'
import { personalSecret } from '../secret-files.ts'
import { readServices, serviceEffect } from './tools/services/grammar.ts'
import { secretServices } from './tools/services/secrets.ts'
import { unpackJar } from './tools.ts'

const exposed = readServices(
  secretServices,
  `
kubectl k oc: proxy --address=0.0.0.0, proxy --disable-filter → open a cluster to everybody
dockerd: -H=tcp://0.0.0.0* → open this machine to everybody
borg: repo-delete|rdelete → delete backups
bfg: --delete-files, --delete-folders, --replace-text, --strip-blobs-bigger-than, --strip-blobs-with-ids, --strip-biggest-blobs → rewrite the whole history
redis-server valkey-server: --protected-mode=no → open this machine to everybody
mongod: --noauth --bind_ip_all, --noauth --bind_ip=0.0.0.0 → open this machine to everybody
kubectl k oc: port-forward --address=0.0.0.0 → open a cluster to everybody
blockdev: --setro, --setrw, --rereadpt, --flushbufs → change how the system uses a disk
kubectl k oc: apply|replace --force → delete objects of a cluster and make them again
rbw: get|unlocked → print a secret, or make a new one
lpass: show|export → print a secret, or make a new one
keepassxc-cli: show|export|clip → print a secret, or make a new one
chamber: read|export|env → print a secret, or make a new one
infisical: secrets, export → print a secret, or make a new one
sops: -d !--in-place !-i !--output, --decrypt !--in-place !-i !--output, decrypt !--in-place !-i !--output → print a secret, or make a new one
ansible-vault: view, decrypt --output → print a secret, or make a new one
git-crypt: export-key → print a secret, or make a new one
blackbox_cat blackbox_decrypt_all_files: * → print a secret, or make a new one
rails bin/rails: credentials:show|credentials:edit|encrypted:show|secrets:show|secrets:edit → print a secret, or make a new one
credstash: get|getall → print a secret, or make a new one
teller: show|env|export|yaml|json|template|copy → print a secret, or make a new one
berglas: access → print a secret, or make a new one
bao: kv get, read, print token, token create → print a secret, or make a new one
vault bao: policy write, write auth/*|sys/*|identity/*, operator init|rekey|generate-root|rotate, auth enable, unwrap → change who may read secrets
op: document get, inject -i !-o !--out-file, inject --in-file !-o !--out-file, read → print a secret, or make a new one
dcli dashlane-cli: password|p|note|n|otp|o|secret|export|backup → print a secret, or make a new one
keeper: get|find-password|export|download-membership|clipboard-copy → print a secret, or make a new one
kpcli: --command → print a secret, or make a new one
gopass: show|cat|otp|export → print a secret, or make a new one
passage prs tessen: show|copy|otp → print a secret, or make a new one
kwallet-query: -r → print a secret, or make a new one
keyring: get → print a secret, or make a new one
gnome-keyring-dump mimipenguin lsadump samdump2 pwdump lazagne seatbelt: * → print a secret, or make a new one
az: storage account show-connection-string, acr credential show|renew, redis|cosmosdb|search|eventhubs|servicebus|iot|signalr|cognitiveservices|batch|maps|relay|webpubsub|appconfig * list-keys|show-connection-string|list-connection-strings, redis list-keys, cosmosdb list-connection-strings, aks get-credentials --admin, vm|vmss user reset*, sql|mysql|postgres server show-connection-string → print a secret, or make a new one
gcloud: sql users set-password|create, container clusters get-credentials --internal-ip, auth print-refresh-token, iam service-accounts sign-jwt|sign-blob, compute reset-windows-password → print a secret, or make a new one
pulumi: * --show-secrets, * * --show-secrets, config get *password*|*secret*|*token*|*key*|*Password*|*Secret*|*Token*|*Key* → print a secret, or make a new one
terragrunt tofu: output -raw *password*|*secret*|*token*|*key* → print a secret, or make a new one
netlify: env:get|env:list --plain, env:get → print a secret, or make a new one
railway: variables|variable|vars → print a secret, or make a new one
supabase: projects api-keys, status -o → print a secret, or make a new one
firebase: functions:config:get|functions:secrets:access → print a secret, or make a new one
convex: env list|get → print a secret, or make a new one
eas: env:pull|env:get|env:list --include-sensitive, credentials → print a secret, or make a new one
nomad: var get → print a secret, or make a new one
glab: variable get|export, auth status -t, token create|rotate → print a secret, or make a new one
gh: auth token, auth status --show-token, auth status -t → print a secret, or make a new one
rclone: config show|dump|userinfo, reveal → print a secret, or make a new one
mysql_config_editor: print → print a secret, or make a new one
my_print_defaults: -s → print a secret, or make a new one
ipa: vault-retrieve, user-show --all --raw → print a secret, or make a new one
ktutil: list --keys, dump → print a secret, or make a new one
klist: -K, -k -K → print a secret, or make a new one
getent: shadow|gshadow → print the passwords of this machine
unshadow: * → print the passwords of this machine
nmcli: -s *, --show-secrets *, * --show-secrets, device wifi show-password → print a secret, or make a new one
netsh: wlan show|export * key=clear, wlan show * * key=clear, wlan show profile* * key=clear → print a secret, or make a new one
docker-credential-desktop docker-credential-osxkeychain docker-credential-pass docker-credential-secretservice docker-credential-wincred git-credential-osxkeychain git-credential-manager git-credential-libsecret: get → print a secret, or make a new one
Export-PfxCertificate Get-StoredCredential ConvertFrom-SecureString Get-Secret Get-LapsADPassword Get-AdmPwdPassword Get-ADReplAccount Export-Clixml: * → print a secret, or write it to a file
az: ad app|sp credential reset → print a secret, or make a new one
stripe: config --list → print a secret, or make a new one
oc: whoami -t, whoami --show-token, extract secret/* --to=-, sa get-token|new-token, serviceaccounts get-token → print a secret, or make a new one
argocd: account generate-token, admin initial-password, admin export → print a secret, or make a new one
ssh-keygen: -p -N → take the password off a key
ssh-keygen: -s -I → sign a key that lets its owner in
openssl: rsa|ec|pkey|pkcs8|dsa */.ssh/*|*/.gnupg/*|*/ssl/private/* -out !-pubout !-aes256 !-aes128 !-des3 → write a key without its password
ps: eww|auxeww|axeww|auxewww|axewww → print the environment of programs, with their keys
ldapsearch ldbsearch: *userPassword*|*ms-Mcs-AdmPwd*|*unicodePwd*|*sambaNTPassword*|*krbPrincipalKey*|*msLAPS-*|*supplementalCredentials*, * *userPassword*|*ms-Mcs-AdmPwd*|*unicodePwd*|*sambaNTPassword*|*krbPrincipalKey*|*msLAPS-*|*supplementalCredentials*, * * *userPassword*|*ms-Mcs-AdmPwd*|*unicodePwd*|*sambaNTPassword* → print every entry of a directory with its passwords
`,
)

/** Commands that empty or stop a cache, a queue or a coordinator, sent to its port. */
const typedToService =
  /\bflush_all\b|\b(FLUSHALL|FLUSHDB|SHUTDOWN NOSAVE|CONFIG SET|SLAVEOF|REPLICAOF)\b|^[^\S\n]*(kill|stmk|crst|srst)[^\S\n]*$|^[^\S\n]*(kick \d+|delete \d+|pause-tube)\b/im
const gremlin = /\.drop\(\)|\bdropDatabase\b/

/** What a word or a line of input must match, by program. */
const consoles: Readonly<Record<string, RegExp>> = {
  bconsole: /^\s*(purge|delete|prune|truncate)\b/im,
  rman: /\b(delete|drop|shutdown|reset database)\b/i,
  hbase: /\b(drop|disable|truncate|delete\w*|drop_all|disable_all)\s+['"(]/i,
  kadmin: /\b(delprinc|delete_principal|cpw|change_password|ktremove|purgekeys|delpol)\b/i,
  'kadmin.local': /\b(delprinc|delete_principal|cpw|change_password|ktremove|purgekeys|delpol)\b/i,
  nc: typedToService,
  ncat: typedToService,
  telnet: typedToService,
  netcat: typedToService,
  socat: typedToService,
  fdbcli: /\b(clearrange|clear|kill|exclude|lock|configure new|setclass|throttle)\b/i,
  gfsh: /\b(destroy|shutdown|remove|stop|clear|alter)\b/i,
  asadm: /\b(truncate|manage|quiesce|shutdown|recluster|eviction)\b/i,
  aql: /\b(truncate|drop|delete from|remove)\b/i,
  asinfo: /\b(truncate|quiesce|recluster|set-config)\b/i,
  'gremlin.sh': gremlin,
  gremlin,
  mgconsole: /\b(detach\s+delete|drop\s|delete\s)/i,
  recli: /\b(dbDrop|tableDrop|indexDrop)\b|\.delete\(\)/,
  arangosh: /\b_?(dropDatabase|drop|truncate|removeByExample|_users\.remove)\s*\(/,
  sqlplus:
    /\b(shutdown\s+(abort|immediate|normal|transactional)|startup\s+force|purge\s+(recyclebin|dba_recyclebin|table)|flashback\s+(table|database)|alter\s+(system|database))\b/i,
  'console.sh': /\b(drop\s+(database|class|cluster|user)|truncate\s+(class|cluster))\b/i,
  cbq: /\b(drop\s+(bucket|scope|collection|index)|delete\s+from|flush)\b/i,
  ksql: /\b(drop\s+(stream|table|connector|type)|terminate)\b/i,
  'ksql-cli': /\b(drop\s+(stream|table|connector|type)|terminate)\b/i,
  zkcli: /\b(deleteall|rmr)\s+\//,
  'zkCli.sh': /\b(deleteall|rmr)\s+\//,
  diskpart: /\b(clean|delete|format|convert)\b/i,
}
const isPrinter = (one: ShellCommand): boolean => one.name === 'echo' || one.name === 'printf'
/** The input of the console, if it is known. */
const typedInto = (stdin: ShellInput): string =>
  stdin.kind === 'text' || (stdin.kind === 'pipe' && stdin.text !== undefined)
    ? (stdin.text ?? '')
    : stdin.kind === 'pipe'
      ? stdin.from
          .filter(isPrinter)
          .map((one) => joined(one.words.slice(1)))
          .join('\n')
      : ''

const instead = 'Show the command and let the person run it.'

export const consoleRules: readonly Rule[] = [
  {
    name: 'key-opened',
    programs: ['openssl', 'ssh-keygen'],
    instead: 'Keep the key as it is.',
    find({ command }) {
      const [verb] = operands(command)
      if (command.name === 'ssh-keygen')
        return has(command, 'p') && optionOf(command, '-N')?.text === ''
          ? ask('remove the passphrase of a key')
          : undefined
      const key = optionOf(command, '-in')?.text ?? ''
      const shows =
        /^(rsa|ec|dsa|pkey|pkcs8|pkcs12)$/.test(verb?.text ?? '') && !says(command, '-pubout', '-noout', '-check')
      return shows && personalSecret(key) ? ask(`write the key ${key} unencrypted`) : undefined
    },
  },
  {
    name: 'exposed',
    get programs() {
      return [...exposed.names(), 'java']
    },
    instead,
    find({ command }) {
      const own = unpackJar(command)
      const rows = exposed.get(own.name)
      const would = rows === undefined || onlyShows(command) ? undefined : serviceEffect(rows, own)
      return would === undefined ? undefined : ask(would)
    },
  },
  {
    name: 'console-deletes',
    programs: Object.keys(consoles),
    instead,
    find: ({ command }) =>
      consoles[command.name]?.test(`${joined(command.words.slice(1))}\n${typedInto(command.stdin)}`) === true
        ? ask('delete data of a server through its console')
        : undefined,
  },
  {
    name: 'key-overwritten',
    programs: ['ssh-keygen'],
    instead: 'Write the new key to a new file.',
    find({ command }) {
      const file = optionOf(command, '-f')?.text ?? ''
      const makes = !command.words.some(({ text }) => /^-\w*[lyeFRHLBrDQYZ]$/.test(text))
      return makes && command.stdin.kind !== 'none' && /(^|\/)\.ssh\/id_\w+$/.test(file)
        ? ask(`overwrite the key ${file} without asking`)
        : undefined
    },
  },
  {
    name: 'process-memory',
    programs: list('cat dd strings xxd od hexdump head tail cp grep less base64 gdb'),
    instead: 'Ask the person for what is needed.',
    find({ command }) {
      const read = command.words
        .slice(1)
        .find(({ text }) => /^(if=)?(\/proc\/[^/]+\/mem|\/dev\/k?mem|\/proc\/kcore)$/.test(text))
      return read === undefined ? undefined : ask(`read the memory of programs, with their secrets (${read.text})`)
    },
  },
]
