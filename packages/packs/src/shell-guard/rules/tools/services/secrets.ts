/** Programs that decrypt, print or make secrets: password stores, encrypted files, and keys of services. */
export const secretServices = `
bw: list items|collections|org-items, generate-api-key → print a secret, or make a new one
bws: secret get|list, run → print a secret, or make a new one
rbw: get|unlocked → print a secret, or make a new one
lpass: show|export → print a secret, or make a new one
dcli: password|p|note|n|secret|s|read|exec → print a secret, or make a new one
keepassxc-cli: show|export|clip → print a secret, or make a new one
kpcli kpsh: * → print a secret, or make a new one
keyring: get → print a secret, or make a new one
python python3: keyring get -m → print a secret, or make a new one
kwallet-query: -r, --read-password → print a secret, or make a new one
gopass pass: otp → print a secret, or make a new one
chamber: read|export|env → print a secret, or make a new one
infisical: secrets, export → print a secret, or make a new one
teller: show|env|export|sh|yaml|json → print a secret, or make a new one
phase: secrets get|export → print a secret, or make a new one
akeyless: get-secret-value|get-dynamic-secret-value → print a secret, or make a new one
conjur: variable get|value → print a secret, or make a new one
credstash: get|getall → print a secret, or make a new one
berglas: access|read → print a secret, or make a new one
sops: decrypt, -d, --decrypt → decrypt a secret
ansible-vault: view|decrypt → decrypt a secret
eyaml ejson ejson2env: decrypt → decrypt a secret
git-crypt: export-key → decrypt a secret
git: secret cat|reveal → decrypt a secret
git-secret: cat|reveal → decrypt a secret
blackbox_cat blackbox_decrypt_file blackbox_decrypt_all_files blackbox_postdeploy: * → decrypt a secret
transcrypt: --display, -d → decrypt a secret
helm: secrets decrypt|dec|view → decrypt a secret
kubeseal: --recovery-unseal → decrypt a secret
rails: credentials:show|encrypted:show|secrets:show → decrypt a secret
aws: kms decrypt|generate-data-key, iam create-access-key|create-service-specific-credential, ec2 create-key-pair, rds generate-db-auth-token, redshift get-cluster-credentials, codeartifact get-authorization-token, lightsail download-default-key-pair → print a secret, or make a new one
gcloud: kms decrypt|asymmetric-decrypt → decrypt a secret
az: acr credential show, * * show-connection-string, * list-keys, * keys list, * * keys list, webapp deployment list-publishing-*, storage * generate-sas, acr login --expose-token → print a secret, or make a new one
oci: iam customer-secret-key|auth-token create, secrets secret-bundle get → print a secret, or make a new one
ibmcloud: iam oauth-tokens|api-key-create → print a secret, or make a new one
gh: auth token, auth status --show-token, auth status -t → print a secret, or make a new one
fly flyctl: tokens create, auth token → print a secret, or make a new one
netlify ntl: env:list --plain, env:get → print a secret, or make a new one
heroku: authorizations:create|auth:token|pg:credentials:url → print a secret, or make a new one
firebase: login:ci → print a secret, or make a new one
pulumi: --show-secrets, env open|get → print a secret, or make a new one
confluent: api-key create → print a secret, or make a new one
argocd: account generate-token, admin initial-password → print a secret, or make a new one
rclone: reveal, config show|dump → print a secret, or make a new one
kubectl k oc: view-secret|modify-secret → print a secret, or make a new one
etcdctl: get */secrets* → print a secret, or make a new one
redis-cli valkey-cli: config|CONFIG get|GET requirepass|masterauth → print a secret, or make a new one
pg_dumpall: -g, --globals-only, --roles-only → print the passwords of a database
radosgw-admin: key create → print a secret, or make a new one
oc: extract secret/*|secrets/*, whoami -t, whoami --show-token → print a secret, or make a new one
firebase: functions:secrets:access|functions:config:get → print a secret, or make a new one
railway: variables → print a secret, or make a new one
nomad: var get → print a secret, or make a new one
consul: acl token read|create, acl bootstrap → print a secret, or make a new one
knife: vault show, data bag show --secret-file, data bag show --secret → decrypt a secret
az: webapp|functionapp config appsettings|connection-string list → print a secret, or make a new one
aws: lambda get-function-configuration --query=*nvironment*, ecs describe-task-definition --query=*nvironment* → print a secret, or make a new one
my_print_defaults: -s, --show → print a secret, or make a new one
getent: shadow|gshadow → print the passwords of this machine
nmcli: -s, --show-secrets, device|dev|d wifi|w show-password → print the password of a network
netsh: wlan show profile|profiles *key=clear*, wlan show profile|profiles * *key=clear*, wlan export profile *key=clear* → print the password of a network
wg: showconf, show * private-key|preshared-keys|dump → print the keys of a network
slapcat ldbsearch: * → print every entry of a directory with its passwords
gcore procdump procdump64: * → write the memory of a process, with its secrets, to a file
git-credential-osxkeychain git-credential-libsecret git-credential-store git-credential-manager: get → print a secret, or make a new one
git: credential-osxkeychain|credential-libsecret|credential-store|credential-manager|credential fill|get → print a secret, or make a new one
`
