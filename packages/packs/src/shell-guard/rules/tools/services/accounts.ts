/** Clouds, hosting, delivery, identity and what machines remember: who may do what, and what others see. */
export const accountServices = `
terraform tofu terragrunt: destroy, apply -destroy, apply -auto-approve, apply --auto-approve, state rm|push|mv|replace-provider, force-unlock, workspace delete, taint|untaint|import, run-all destroy|apply, run destroy|apply --all, stack run destroy|apply → change or lose track of infrastructure
pulumi: destroy|dn|cancel|down|import|watch, up -y, up --yes, up --skip-preview, stack rm|rename|change-secrets-provider, state delete|unprotect|rename|move|upgrade|edit, refresh --yes, refresh -y, env rm → change or lose track of infrastructure
cdk cdktf: destroy|deploy|gc|import|rollback → change or take down infrastructure
sam: delete|deploy → change or take down infrastructure
serverless sls: remove|deploy|rollback, deploy function → change or take down infrastructure
sst: remove|deploy|unlock, secret remove|set → change or take down infrastructure
chalice: delete|deploy → change or take down infrastructure
zappa: undeploy|deploy|update|rollback|unschedule → change or take down infrastructure
architect arc: destroy, deploy → change or take down infrastructure
nitric: down|up, stack remove → change or take down infrastructure
copilot: app|env|svc|job|pipeline|task|secret|storage delete|deploy → change or take down infrastructure
eb: terminate|deploy|abort|swap|restore, config delete, terminate --all → deploy or take down an application
ecs-cli: down|compose --force, down, compose down|stop|rm → take down an application
cf: delete|delete-*|unbind-*|purge-*|stop|restage|unset-*|push|delete-org|delete-space|disable-*|scale → deploy or take down an application
spinnaker spin: * delete|cancel, application|pipeline delete → take down an application
hal: config * * delete, deploy clean → take down an application
bosh: delete-*|delete-deployment|clean-up|deld|recreate|stop|cck|deploy, -d * delete-*|deld|stop|recreate → take down infrastructure
juju: destroy-*|remove-*|kill-controller|unregister|detach-storage|suspend-relation|revoke*|deploy|upgrade-* → take down infrastructure
maas: * machine|machines|node|user|subnet|fabric|vlan|tag|* release|delete|abort|power-off → take down infrastructure
openstack: * delete|stop|remove|purge|rescue|rebuild|reboot|shelve|lock|suspend|unset|abandon|evacuate|failover|reset|reboot, * * delete|remove|unset, * * * delete, project purge → take down infrastructure
nova cinder neutron glance heat: delete|*-delete|force-delete|reset-state|stop|rebuild|evacuate → take down infrastructure
ansible-galaxy: collection|role delete|remove → delete from a registry
ansible-vault: rekey → change what is encrypted
awx tower-cli: * delete|cancel|launch, * * delete → change other machines
salt salt-run: * cmd.*|state.*|pkg.install|pkg.remove|pkg.purge|pkg.upgrade|file.remove|file.write|file.append|file.replace|service.stop|service.restart|service.disable|user.*|system.* → change other machines
salt-key: -d, -D, -r, -R, -A, -a, --delete*, --accept*, --reject* → change which machines are trusted
salt-cloud: -d, --destroy, -m → take down infrastructure
puppet: node|cert|ca clean|purge|deactivate|revoke|destroy, resource * * ensure=absent|ensure=stopped, agent --test !--noop, agent -t !--noop, apply * !--noop, agent --disable → change machines
puppetserver: ca clean|revoke|setup → change which machines are trusted
knife: * delete, node|client|cookbook|data|role|environment|user|vault bulk|delete|purge|remove, * * delete, cookbook bulk delete, ssh|bootstrap|exec → change other machines
chef-server-ctl: cleanse|uninstall|user-delete|org-delete|stop|reconfigure → change other machines
cfengine cf-agent: -K, --no-lock → change machines

aws: s3|s3api * --acl=public-*, s3 * --grants=*AllUsers*, s3api * --grant-*=*AllUsers* → let everybody read what a store holds
gsutil: cp|rsync|mb|setmeta -a=public-* → let everybody read what a store holds
gcloud: storage * --predefined-acl=public* → let everybody read what a store holds
az: storage container create|set-permission --public-access=blob, storage container create|set-permission --public-access=container, storage account create|update --allow-blob-public-access=true → let everybody read what a store holds
rclone: --s3-acl=public-* → let everybody read what a store holds
s5cmd: --acl=public-* → let everybody read what a store holds
b2: create-bucket * allPublic, bucket create|update * allPublic → let everybody read what a store holds
oci: os bucket create|update --public-access-type=Object* → let everybody read what a store holds
heroku: access:add|access:update|keys:add|members:add|members:set|apps:transfer → change who may do what in the cloud
vercel vc: teams|team invite|add → change who may do what in the cloud
fly flyctl: orgs invite|remove, ssh issue → change who may do what in the cloud
gcloud: compute os-login ssh-keys add, compute project-info|instances add-metadata → change who may do what in the cloud
pre-commit lefthook overcommit husky: uninstall, --uninstall → switch off the checks of this project
ansible: -m=reboot, -m=*.shutdown → change other machines
sqitch: revert !--log-only → take back what a database has
elasticsearch-reset-password: * → change who may use a database
jf jfrog: rt rdel|rdelete|repo-delete|del|delete|group-delete|users-delete → delete from a registry

aws-nuke cloud-nuke gcp-nuke azure-nuke awsweeper leftovers: run|nuke|aws|gcp|azure, --no-dry-run, --force, -c → delete everything in an account
aws-vault: remove|rotate|clear → change who may do what in the cloud
steampipe: service stop → stop a service
doctl: * delete|rm|destroy|d|power-off|shutdown|rebuild|resize|power-cycle|restore|detach, * * delete|rm|d|destroy|power-off|shutdown|rebuild|resize|reboot|power-cycle|restore|reset, * * * delete|rm, databases * reset|delete|migrate → delete or stop something in the cloud
hcloud: * delete|poweroff|reset|rebuild|shutdown|detach*|disable-*|remove-*|reboot|reset-password|delete-*|set-rdns → delete or stop something in the cloud
linode-cli: * delete|rm|shutdown|rebuild|*-delete|reboot|rescue|*-rebuild|*-reset|*-cancel|delete-* → delete or stop something in the cloud
scw: * * delete|terminate|stop|release|reset|detach|revoke|reboot|poweroff, * delete|terminate → delete or stop something in the cloud
ovhcloud ovh ovhai: * delete|rm|stop|reinstall|terminate|rescue, * * delete|reinstall|terminate → delete or stop something in the cloud
vultr-cli vultr: * delete|destroy|stop|reinstall|halt|detach|restore|reset|remove, * * delete|detach|remove → delete or stop something in the cloud
exo: compute|dbaas|storage|dns|iam|limits|c|vm * delete|rm|stop|reset|revoke|remove, * delete|rm|stop|revoke, storage rb|rm|delete → delete or stop something in the cloud
upctl: * delete|stop|remove|restart, * * delete → delete or stop something in the cloud
civo: * remove|rm|delete|destroy|stop|reboot|recycle, * * remove|delete → delete or stop something in the cloud
gridscale gscloud: * rm|off|remove → delete or stop something in the cloud
ionosctl: * delete|stop|detach|remove|restart, * * delete|detach|remove → delete or stop something in the cloud
packet metal equinix: * delete|stop|reinstall|off, device|server delete|stop|reinstall → delete or stop something in the cloud
ibmcloud bx: * *-delete|*-rm|*-cancel|*-remove|delete|rm|remove|cancel|rb, * * *-delete|delete|rm|remove|cancel, resource service-instance-delete|reclamation-delete, * * *-stop → delete or stop something in the cloud
oci: * * delete|terminate|bulk-delete|action|change-compartment|purge|deactivate|stop, * * * delete|terminate, os object|bucket delete|bulk-delete → delete or stop something in the cloud
aliyun: * Delete*|Release*|Stop*|Remove*|Detach*|Revoke*|Reboot*|Reset*|Cancel*|Terminate*, oss rm|rb → delete or stop something in the cloud
tccli: * Delete*|Terminate*|Stop*|Remove*|Reset*|Destroy*|Isolate*|Revoke* → delete or stop something in the cloud
hcloud-hw huaweicloud: * Delete*|Stop*|BatchDelete* → delete or stop something in the cloud
yc: * * delete|stop|restart|remove-*|reset-*, * delete|stop, * * * delete → delete or stop something in the cloud
nebius: * * delete|stop → delete or stop something in the cloud
fly flyctl: * destroy|delete|remove|rm|detach|stop|suspend|restart|revoke|unset|kill|cordon|failover|release, destroy|suspend, * * destroy|delete|remove, scale count|vm, launch --now, secrets set|unset|import → take down an application
heroku: *:destroy|*:rm|*:rotate|access:add|access:update|clients:update|members:set|*:delete|*:remove|*:reset|*:unset|*:rollback|*:revoke|*:clear|*:kill|*:detach|*:disable|*:promote|*:restore|*:leave|*:transfer|*:wipe|*:stop|ps:scale|rollback|maintenance:on|apps:rename, apps destroy, pg *reset* → delete or stop something in the cloud
dokku: *:destroy|*:unset|*:stop|*:remove|*:clear|*:unlink|*:unexpose|cleanup|*:delete|*:purge-cache → take down an application
caprover: serversetup|deploy → deploy
coolify: * delete|stop → take down an application
vercel vc: rm|remove|promote|rollback|redeploy, alias|env|domains|dns|project|certs|secrets|teams|blob|integration rm|remove|delete|del, --prod → change or take down a deployment
netlify ntl: *:delete|*:unset|*:destroy|env:set|env:clone, deploy --prod, deploy -p, api delete*|purge* → change or take down a site
railway: down|delete|up|redeploy, volume|service|environment|domain|variables|project delete|detach|remove|rm → change or take down an application
render: services|deploys|jobs|psql delete|create|cancel|restart|suspend, * delete|suspend → change or take down an application
koyeb: * delete|pause|destroy, * * delete → take down an application
northflank: delete, stop|pause, * delete → take down an application
zeabur: * delete|suspend|restart → take down an application
platform upsun: *:delete|*:deactivate|*:restore|*:delete|environment:delete|project:delete|backup:restore|db:delete → take down an application
acli: *:*-delete|*:*-purge|*:delete → take down an application
pantheon terminus: *:delete|*:wipe|*:restore|*:remove|env:wipe|env:deploy|site:delete|backup:restore → take down a site
lando ddev: destroy|delete, snapshot --cleanup → delete what containers keep
deployctl: deployments delete, deploy --prod → deploy
az: ad user|app|sp|group delete|update|create|credential|member|owner → change who may do what in the cloud
firebase: *:delete|*:disable|*:remove|*:rollback|*:import|*:destroy|*:uninstall|*:unset, deploy, firestore:delete, *:data-delete → delete data
amplify: delete|push|publish, env remove, remove * → change or take down an application
appwrite: * delete|delete-*|remove*, * *delete* → delete data
nhost: * delete → take down an application
hasura: metadata clear|reload|apply, migrate delete|squash, migrate apply --down* → empty a database
stripe: * delete|cancel, delete, refunds|payouts|charges create → change what customers have
shopify: theme delete|push, app release|deploy, store *delete* → change what customers see
gh: secret|variable|ssh-key|gpg-key|deploy-key delete|remove, release delete-asset, codespace delete --all, run delete, issue delete|transfer, workflow disable, project delete → delete or change what others use
glab: repo|project|release|variable|issue|label|ssh-key|cluster|token|mr|schedule|deploy-key delete|archive|revoke|remove, ci delete → delete or change what others use
tea: repos|releases|labels|milestones|issues delete|rm → delete or change what others use
gitea forgejo: admin user|repo|auth|regenerate delete|change-password|must-change-password|hooks|keys, admin user delete|change-password|create, admin delete*|regenerate, restore-repo, doctor --fix, migrate-storage → change or delete what a forge holds
gitlab-rails: runner|r *destroy*|*delete*|*remove*|*drop*|*truncate*|*update_all*|*password*|*purge*|*disable*|*revoke*|*save!*|*update!*, dbconsole|db *drop*|*delete*|*truncate*|*DROP*|*DELETE*|*TRUNCATE* → change or delete what a forge holds
gitlab-rake: gitlab:setup*|gitlab:cleanup*|gitlab:backup:restore*|*:reset*|*:drop*|*:remove*|*:delete*|*:cleanup*|*:disable*|*:clear*|db:*|*:update_*|*:migrate*|*:rotate*|*:doctor:reset* → change or delete what a forge holds
gitlab-ctl: cleanse|uninstall|stop|kill|term|graceful-kill|restart|reconfigure|remove-accounts|pgb-*|promote*|registry-garbage-collect|revert-pg-upgrade|pg-upgrade|cleanup*, patroni failover|switchover|restart|reinitialize*|pause → stop or delete a forge
gitlab-backup: restore → overwrite what a forge holds
gitlab-runner: unregister|uninstall|stop|reset-token|verify --delete, unregister|uninstall|stop|reset-token, verify --delete → take a machine out of the pipelines
jenkins-cli jenkins jcli: delete-*|safe-shutdown|shutdown|restart|safe-restart|quiet-down|disable-*|offline-node|clear-queue|disconnect-node|groovy|groovysh|reload-*|stop-builds|set-*|install-plugin|update-job|create-job, job|plugin|computer|user|credential delete|uninstall|disable|remove → change or delete what a build server holds
fly-concourse concourse: destroy-* → delete pipelines
drone woodpecker-cli: repo|secret|server|user|cron|registry|build|queue|orgsecret rm|remove|delete|destroy|disable|purge|kill|stop|chown|pause|deactivate → delete what a build server holds
circleci: context|runner|namespace|orb|project delete|delete-alias|remove-secret|unlist|revoke, context remove-secret|delete, runner token delete → delete what a build server holds
buildkite-agent bk: stop, * delete|cancel → delete what a build server holds
travis: disable|cancel, cache --delete, cache -d, env unset|clear, sshkey --delete → delete what a build server holds
teamcity: * delete → delete what a build server holds
tkn: * delete|cancel, *run delete → delete what a build server holds
sonar sonarqube: projects delete|bulk_delete → delete what others use
nexus3 nexus-cli: * delete, repository|repo delete|rm, script del → delete from a registry
jf jfrog: rt delete|del|del-props|repo-delete|user-delete|users-delete|group-delete|bdi|bdd|build-discard|permission-target-delete|replication-delete|move, rt del *, * delete → delete from a registry
harbor harbor-cli: * delete, artifact|repo|project|user delete → delete from a registry
crane: delete → delete from a registry
oras: manifest|blob|repo delete, delete → delete from a registry
regctl: tag|manifest|blob|repo|image delete|rm|del, registry * delete → delete from a registry
reg: rm, delete → delete from a registry
cosign: clean → delete signatures
ghcr-cleanup ecr-cleanup: * → delete from a registry

kcadm: delete|update|create|set-password|remove-roles|add-roles, delete * → change who may use an application
kcreg: delete|update → change who may use an application
kc keycloak: bootstrap-admin *, import --override → change who may use an application
ldapdelete ldapmodify ldapadd ldapmodrdn ldappasswd: * !-n → change who may use this network
slapadd slapmodify slapindex: -l, -c, -n → change who may use this network
dsconf dsctl dsidm: * remove|delete|del|destroy, * * delete|remove|lock|disable|import|restore, * instance|* remove|stop → change who may use this network
ipa: *-del|*-disable|*-mod|*-remove-*|passwd|*-rename|*-revoke|cert-revoke|server-del|*-unlock → change who may use this network
ipa-server-install ipa-client-install ipa-replica-manage ipa-restore: --uninstall, del|disconnect|force-sync|re-initialize, * → change who may use this network
realm: leave|deny|permit|join → change who may use this machine
adcli: leave|delete-*|join|reset-computer|passwd-*|add-* → change who may use this network
sss_cache sssctl: cache-remove|cache-expire|remove, -E → change who may use this machine
okta: *delete*|*deactivate*|*suspend*|*reset*, * delete|deactivate|remove|suspend, apps delete → change who may use an application
auth0: * delete|rm|remove|block|disable, * * delete|rm|remove → change who may use an application
workos: * delete → change who may use an application
clerk: * delete → change who may use an application
fusionauth: *:delete|*delete* → change who may use an application
kratos hydra keto: delete|revoke, * delete, relation-tuple delete, identities delete, keys delete, migrate * → change who may use an application
authentik ak: * delete*|clear*|create_recovery_key → change who may use an application
teleport tctl-teleport: * rm → change who may reach which machine
tctl: users|tokens|bots|create|edit|acl|alerts|access|requests|sso|devices|saml|idp add|create|approve|enroll|update|configure, create *|-f, create -f, edit *, requests approve, auth sign|export|rotate → change who may reach which machine
auth0: users|roles|apps|apis|orgs|actions|rules|connections create|import|update|assign|unblock|reset-mfa|deploy, users|orgs roles|members assign|add|remove → change who may use an application
boundary: users|accounts|roles|groups|auth-methods|credential-stores create|add-*|set-*|update|change-password → change who may reach which machine
consul: acl token|policy|role|auth-method|binding-rule create|update|clone, acl bootstrap → change who may do what in a cluster
nomad: acl token|policy|role|auth-method create|apply|update|self, acl bootstrap → change who may do what in a cluster
argocd: account update-password|bcrypt|generate-token|delete-token, proj role add-policy|create-token|create, cluster|repo add → change who may do what in a cluster
rancher: token|tokens create|delete, users|globalrolebindings create → change who may do what in a cluster
headscale: preauthkeys|apikeys|users|user create|add, nodes register, policy set → change who may use this network
jf jfrog: rt user-create|users-create|group-add-users|permission-target-create|permission-target-update|access-token-create, access-token-create|atc → change who may use a registry
heroku: access:add|access:update|members:add|members:set|teams:create|authorizations:create|keys:add|clients:create → change who may use an application
fly flyctl: orgs invite|remove|delete, tokens create|attenuate → change who may use an application
vercel vc: teams invite|remove|switch, tokens create|add → change who may use an application
cf: set-org-role|set-space-role|unset-*|create-user|delete-user|create-service-key|set-staging-* → change who may use an application
linode-cli: users|profile|tokens create|update|delete|token-create → change who may do what in the cloud
doctl: auth|registry|projects token|docker-config|invite, account ratelimit-none → change who may do what in the cloud
turso: org|group members|invites|tokens add|rm|invite|create, db tokens create → change who may use a database
databricks: users|groups|service-principals|permissions|tokens|secrets|account create|patch|update|set|create-scope|put-acl|put-secret, account * create|patch|update → change who may use data
ipa: *-add|*-add-*|passwd|*-enable|trust-add|vault-retrieve → change who may use this network
samba-tool: user|group|computer|domain|delegation|spn create|add|addmembers|enable|setpassword|setexpiry|passwordsettings|trust|add-service, user|group|computer create|add|addmembers|enable|setexpiry → change who may use this network
jenkins-cli jenkins jcli: create-credentials*|update-credentials*|import-credentials*|create-job|update-job|create-node|list-credentials-as-xml → change what a build server runs
tkn: * start --serviceaccount → run what a build server runs
circleci: context store-secret|create, runner token create → change what a build server knows
glab: api *members*|*access_tokens*|*variables*|*protected_branches* -X, api *members*|*access_tokens*|*variables*|*protected_branches* --method, member|members add, token create|rotate|revoke → change who may use a repository
gh: api *collaborators*|*memberships*|*/keys|*hooks* -X, api *collaborators*|*memberships*|*/keys|*hooks* --method, ssh-key|gpg-key add, repo deploy-key add, auth refresh → change who may use a repository
snyk: auth|config set → change an account
sentry-cli: login --auth-token → change an account
tctl: rm|auth|users|tokens|nodes|bots|lock rotate|rm|reset|del, users|tokens|bots rm|reset|update, rm *, auth rotate, lock → change who may reach which machine
tsh: request drop → change who may reach which machine
step: ca revoke|rotate|init, ca provisioner|policy|admin remove|update|add, crypto change-pass, certificate uninstall → change which certificates are trusted
cfssl: revoke → take back certificates
easyrsa: revoke|revoke-*|init-pki|gen-crl|renew|expire|build-ca → take back certificates
certbot: delete|revoke|rollback|unregister|update_account, renew --force-renewal → take back certificates
acme.sh lego: --revoke, --remove, --deactivate, --uninstall, revoke → take back certificates
acme: --revoke, --remove, --deactivate, --uninstall, revoke → take back certificates
mkcert: -uninstall → change which certificates are trusted
keytool: -delete, -importcert, -storepasswd, -importkeystore → change which certificates are trusted
trust: anchor|extract → change which certificates are trusted
gpg gpg2: --delete-*, --gen-revoke, --quick-revoke-*, --quick-set-expire → delete or change keys
security: delete-*|set-keychain-*|add-trusted-cert|remove-trusted-cert|set-key-partition-list, authorizationdb write|remove → delete or change passwords
cmdkey: /delete* → delete passwords
ykman: piv|oath|fido|openpgp|otp|config reset|delete|swap|accounts, * reset, oath accounts delete, otp delete|swap, piv certificates|keys delete → empty a security key
ykpersonalize tpm2_clear tpm_clear: * → empty a security key
tpm2_clear: -c → empty a security key
age-plugin-yubikey: --generate → change a security key
splunk: clean|remove|stop|restart|disable|offline|resync|rolling-restart|edit|bootstrap|fsck, clean eventdata|all|kvstore|userdata|globaldata|locks, remove index|user|app|* → delete what was logged
kong: stop|quit|restart, migrations reset|up|finish, config db_import → change what others reach
deck: reset|sync, gateway reset|sync|apply → change what others reach
krakend tyk: delete|sync → change what others reach
nomad-pack: destroy|stop → take down what a cluster runs
grafana-cli grafana: admin reset-admin-password|data-migration|secrets-migration|flush-*, plugins remove|uninstall, cli admin reset-admin-password → change what a dashboard shows
logcli promtail: delete → delete what was logged
amtool: silence expire, silence|alert expire|add → change who is warned
datadog dog ddog: * delete|delete_all|mute|mute_all, monitor delete|mute, downtime * → change who is warned
newrelic: * delete, * * delete → change who is warned
sentry-cli: releases|projects|sourcemaps|monitors|issues delete|archive|resolve|mute, releases files * delete → delete what was reported
pd pagerduty: * delete|resolve|disable, *:delete|*:disable|service:disable|user:delete → change who is warned
zabbix_server zabbix_proxy: -R, --runtime-control → change who is warned
graylogctl graylog-ctl: cleanse|stop|* → delete what was logged
journalctl: --vacuum-*, --rotate, --flush, --relinquish-var → delete logs of the system
logrotate: -f, --force → delete logs of the system
auditctl: -D, -d, -e, --delete → change the defences of this machine
ausearch: --clear → delete logs of the system
dmesg: -C, -c, --clear, --read-clear → delete logs of the system
last lastlog faillog utmpdump: -C, --clear, -r, --reset → delete logs of the system
coredumpctl: --vacuum → delete logs of the system
abrt-cli: remove, rm → delete logs of the system
crontab: -r → delete all planned jobs
atrm: * → delete planned jobs
anacron: -f → run planned jobs
at: -d, -r → delete planned jobs
systemctl: clean|revert|set-property|freeze|isolate|mask → change a service of this machine
pm2: kill|unstartup, delete|stop all → stop programs that others started
supervisorctl: stop|shutdown|remove|clear|update|restart|reload → stop programs that others started
monit: stop|unmonitor|quit → stop programs that others started
forever: stopall|cleanlogs → stop programs that others started
foreman-maintain satellite-maintain: service|content|packages stop|remove|* → change a service of this machine
hammer: * delete|destroy|remove|purge, * * delete|remove, host|host-group|organization delete → change other machines
cobbler: * remove, system|profile|distro|repo remove|poweroff|reboot → change other machines
ipmitool racadm ilorest: *power*|*reset*|*sel*|*mc*|*raid*|*jobqueue* off|cycle|reset|soft|clear|delete|cold, chassis power off|cycle|reset|soft, mc reset, sel clear, racreset*|serveraction|storage, user disable|set → switch off or change a machine
snmpset: * → change another device
wp: post|user|site|comment|term|media|menu|plugin|theme|role|super-admin|option|widget delete|empty|uninstall|reset|remove|drop|reset-password, db reset|clean|drop|import, core multisite-convert, search-replace !--dry-run → change or delete what a site holds
drush: sql-drop|sql:drop|site-install|si|site:install|entity:delete|user:cancel|pm:uninstall|pmu|config:delete|cdel|watchdog:delete|sql:sync|sql-sync → change or delete what a site holds
magento bin/magento n98-magerun2 n98-magerun: *:uninstall|*:rollback|admin:user:delete|db:drop|customer:delete|sys:setup:remove → change or delete what a site holds
occ: user:delete|group:delete|app:disable|app:remove|trashbin:cleanup|versions:cleanup|files:cleanup|maintenance:mode|config:*delete|user:disable|user:resetpassword|encryption:* → change or delete what a site holds
tutor: local|k8s|dev delete|destroy|reset → take down a site
bench: drop-site|reinstall|restore|remove-app|uninstall-app, * reinstall|drop-site|restore|uninstall-app → delete a site
odoo odoo-bin: db drop → delete a database
discourse: remap|restore|destroy → delete what a site holds
mastodon tootctl: accounts|media|statuses|domains|cache|feeds|preview_cards delete|remove|purge|cull|prune|clear|remove_remote|suspend, self-destruct → delete what a site holds
synadm: user|room|media|history delete|deactivate|purge|block, room purge-empty → delete what a site holds
matrix-synapse: --delete → delete what a site holds
mailq postsuper: -d, -h → delete mail
doveadm: expunge|purge|kick, mailbox|user delete → delete mail
postfix: stop|abort|flush|reload|set-permissions → stop mail
exim exim4: -Mrm, -Mf, -Mg → delete mail
newaliases postmap postconf: -e, -X, -# → change mail
lpadmin cupsdisable cancel lprm: -x, -a → change the printers of this machine
svnadmin: rmlocks|rmtxns|setlog|load|recover|setrevprop → change a repository that others use
p4: obliterate -y, client|user|depot|branch|stream|label -d, client|user|depot|stream -f, protect|typemap -i → delete what others share
cvs: release|remove|admin -f → delete what others share
hg: strip|rollback|purge, update -C, update --clean → delete work
jj: git push --deleted → delete what others share
fossil: purge|scrub|rebuild|shun|clean → delete work
npm pnpm yarn: unpublish|deprecate, owner|token|team|org|hook|dist-tag rm|remove|revoke|destroy|delete → take back what others use
cargo: yank|owner --remove, yank → take back what others use
gem: yank|owner -r, yank, owner --remove → take back what others use
twine: remove → take back what others use
nuget: delete → take back what others use
dotnet: nuget delete → take back what others use
anaconda: remove → take back what others use
hex mix: hex.retire|hex.owner|hex.organization, hex.publish --revert → take back what others use
pub dart: uploader → take back what others use
huggingface-cli hf: repo|repo-files|jobs|endpoints delete|cancel|delete-files → delete what others use
kaggle: datasets|kernels|models delete → delete what others use
adb: shell rm|wipe|recovery|dd|mkfs *, disable-verity|sideload|root → change or empty a device
fastboot: erase|flash|format|flashing|update|set_active|wipe-super|delete-logical-partition, -w, oem unlock|lock → wipe a device
heimdall odin: flash → wipe a device
esptool esptool.py: erase_flash|erase_region|erase-flash|erase-region → wipe a device
idevicerestore ideviceenterrecovery cfgutil: -e, --erase, * → wipe a device
nix-env: --delete-generations → delete the ways back of this system
nix-collect-garbage: -d, --delete-old*, --delete-older-than → delete the ways back of this system
nixos-rebuild: switch|boot|test|--rollback → change the running system
guix: gc -F, gc -D, system delete-generations|roll-back|reconfigure, package -d → delete the ways back of this system
ostree rpm-ostree: reset|cleanup|rollback|rebase|deploy, admin undeploy|cleanup, override remove, uninstall, refs --delete, prune → change the running system
bootc: switch|rollback|install → change the running system
snap: remove|revert|disable|forget, restore → remove programs of this machine
flatpak: uninstall --all, uninstall --delete-data, remote-delete, remote-delete * → remove programs of this machine
update-rc.d chkconfig: * remove|off|disable|defaults|enable, --del → change a service of this machine
dpkg-divert dpkg-statoverride dpkg-reconfigure: --remove, --add, -f → change the running system
alternatives: --remove, --set, --install → put another program under a known name
sysrc: -x → change a service of this machine
pkg: delete|remove|autoremove → remove programs of this machine
port: uninstall → remove programs of this machine
choco scoop: uninstall → remove programs of this machine
mas: uninstall|reset → remove programs of this machine
emerge: --unmerge, -C, --depclean, -c → remove programs of this machine
xbps-remove pkgrm pkg_delete slackpkg removepkg: * → remove programs of this machine
swupd: bundle-remove → remove programs of this machine
tccutil: reset → change the defences of this machine
profiles: remove|renew, -R, -D, -r → change the defences of this machine
fdesetup: disable|removerecovery|remove|changerecovery → change the defences of this machine
sysadminctl: -deleteUser, -addUser, -resetPasswordFor, -guestAccount, -secureTokenOff → change the users of this machine
dseditgroup: -o → change the users of this machine
launchctl: remove|unload|bootout|disable|kill|reboot|config → change a service of this machine
systemsetup: -set*, -f → change settings of the system
nvram: -c, -d → change the running system
bless: --setBoot, --folder, --mount → change the running system
kextunload kmutil: *, unload|load|clear-staging → change the running system
tmux: kill-server → end the work of others
`
