/** Backups, queues, databases and object stores: what deletes or empties them. */
export const dataServices = `
restic: forget|prune, unlock --remove-all, key remove, rewrite --forget, repair snapshots --forget → delete backups
borg: delete|prune|compact, key change-location, break-lock, recreate, with-lock → delete or rewrite backups
borgmatic: prune|compact|delete|repo-delete, --prune → delete backups
duplicity: remove-older-than|remove-all-but-n-full|remove-all-inc-of-but-n-full|cleanup --force → delete backups
duply: * purge*|cleanup → delete backups
kopia: snapshot delete|expire, repository *-parameters|disconnect, blob|content|manifest|policy|maintenance delete|rm|remove|run → delete backups
rclone: delete|deletefile|purge|cleanup|rmdir|rmdirs|sync|move|moveto|dedupe !--dry-run !-n → delete or move what a store holds
duplicacy: prune → delete backups
rustic: forget|prune|key → delete backups
bup: rm|gc|prune-older → delete backups
rdiff-backup: --remove-older-than, remove → delete backups
tarsnap: -d, --nuke → delete backups
bacula bconsole: purge|delete|prune → delete backups
barman: delete → delete backups
pgbackrest: expire|stanza-delete, restore --delta, restore --force → delete or overwrite backups
wal-g: delete * --confirm, delete everything → delete backups
wal-e: delete → delete backups
proxmox-backup-client: forget|prune, snapshot forget → delete backups
pvesm: free|remove → delete backups
snapper: delete|rm|undochange|rollback, delete-config → delete backups
timeshift: --delete, --delete-all, --restore → delete backups
tmutil: delete|deletelocalsnapshots|deleteinprogress|disable|thinlocalsnapshots|removedestination → delete backups
sanoid: --prune-snapshots, --force-prune → delete backups
zfs-prune-snapshots: * → delete backups
btrbk: clean|prune → delete backups
velero: backup|restore|schedule|backup-location|snapshot-location delete, uninstall → delete backups
litestream: reset → delete backups

kafka-topics: --delete → delete a topic with its messages
kafka-delete-records: --offset-json-file → delete messages
kafka-configs: --alter --delete-config, --alter --add-config → change how a cluster keeps its messages
kafka-consumer-groups: --delete, --delete-offsets, --reset-offsets --execute → lose the place that readers are at
kafka-acls: --remove, --add → change who may use a queue
kafka-leader-election: --election-type → change which machines serve a queue
kafka-reassign-partitions: --execute → move what a cluster holds
kafka-storage: format → format the storage of a cluster
kafka-streams-application-reset: !--dry-run → empty what a program has computed
rpk: topic delete|trim-prefix, group delete|offset-delete|seek, cluster partitions *, container purge, redpanda admin *, acl|user|security delete → delete a topic with its messages
confluent: kafka topic|cluster delete, * * delete, environment delete → delete a topic with its messages
kafkactl: delete|reset, alter topic → delete a topic with its messages
rabbitmqctl: reset|force_reset|purge_queue|stop_app|stop|shutdown|forget_cluster_node|change_password|clear_*|delete_*|set_permissions|close_all_* → empty or change a queue
rabbitmqadmin: delete|purge|close, * delete|purge → empty or delete a queue
rabbitmq-diagnostics: resume_listeners → change a queue
rabbitmq-plugins: disable → switch off part of a queue
rabbitmq-queues: delete_member|shrink|rebalance → change where a queue is kept
nats: stream|str|s|consumer|con|c|kv|object|obj|micro rm|del|delete|purge|restore|rmm|seal, kv|object del|rm|purge, account purge|restore, server raft step-down|peer-remove, server cluster *, server mapping, stream edit, context rm → delete messages or what keeps them
nsc: delete|revocations → change who may use a queue
pulsar-admin: topics|persistent|namespaces|tenants|clusters|subscriptions|functions|sinks|sources|schemas|brokers delete*|unload|clear-backlog*|expire-*|terminate|unsubscribe|skip*|reset-cursor|truncate|remove-* → delete messages
artemis: queue|address delete|purge, data import|recovery|compact → delete messages
activemq: purge|stop → delete messages
nsq_to_nsq nsqadmin: delete → delete messages
celery: purge, -A * purge, * purge, control shutdown|revoke, amqp queue.purge|queue.delete|exchange.delete → empty a queue
rq: empty → empty a queue
sidekiqctl: stop|quiet → stop the work of others
beanstalkc: delete|kick → empty a queue
mosquitto_ctrl: dynsec delete*|remove*|disable* → change who may use a queue
redis-cli valkey-cli keydb-cli dragonfly-cli: *flushall*|*FLUSHALL*|flushdb|FLUSHDB → empty a database
redis-cli valkey-cli keydb-cli: shutdown|SHUTDOWN|debug|DEBUG, script|SCRIPT|function|FUNCTION flush|FLUSH, cluster|CLUSTER reset|RESET|forget|FORGET|failover|FAILOVER|flushslots, acl|ACL deluser|DELUSER|setuser, xgroup|XGROUP destroy|DESTROY, --cluster del-node|reshard|call, failover|FAILOVER, swapdb|SWAPDB, config|CONFIG set|SET|rewrite|resetstat → empty, stop or change a database
memcflush memcrm: * → empty a cache that others use
memcflush: --servers → empty a cache that others use
etcdctl: del|rm|rmdir, member remove, user|role delete|revoke-role|revoke-permission, auth disable, snapshot restore, lease revoke, compact, defrag --cluster, alarm disarm, move-leader → delete settings of a cluster
etcdutl: snapshot restore, defrag → change the store of a cluster
consul: kv delete|import, leave|force-leave, acl * delete, snapshot restore, operator raft remove-peer|transfer-leader, config delete, services deregister, intention delete, maint -enable, peering|partition|namespace delete, keyring -remove → delete settings others use
zkCli zookeepercli zkcli zk-shell: *deleteall*|*rmr*|delete*|setquota → delete settings of a cluster
nomad: job|namespace|node|volume|var|quota|acl|sentinel|service|deployment stop|delete|purge|eligibility|drain|deregister|detach|fail|revert|periodic|scale, stop, job run -force, system gc, alloc stop|signal|restart, operator raft remove-peer, operator snapshot restore, server force-leave, var purge, acl * delete → stop what a cluster runs
vault bao: delete|seal|revoke, kv delete|destroy|rollback, kv metadata delete|put|patch, secrets|auth|audit|plugin disable|move|deregister|tune, lease|token|policy|namespace revoke|delete, operator seal|rekey|rotate|step-down|unseal|init|migrate|generate-root, operator raft remove-peer|snapshot|autopilot|demote, unwrap, token revoke → delete or lock secrets
boundary: * delete|cancel, database init|migrate|repair → change who may reach which machine
sops: rotate|updatekeys|unset, -r, --rotate → change what is encrypted
infisical: secrets delete, reset, user switch → delete secrets
doppler: secrets delete, projects|environments|configs delete, me revoke → delete secrets
chamber: delete → delete secrets
credstash: delete, -d → delete secrets
op: item|vault|document|user|group|account delete|forget|suspend|remove|revoke, account forget, vault * revoke → delete secrets
bw: delete, purge, sync --force → delete secrets
pass gopass: rm|remove|delete|mv → delete secrets
rbw: remove|purge → delete secrets
keepassxc-cli: rm|rmdir|db-edit → delete secrets
secret-tool: clear → delete secrets
kwallet-query: -w → change secrets

vtctldclient vtctlclient vtctl: Delete*|RemoveKeyspaceCell|RemoveShardCell|RemoveBackup|EmergencyReparentShard|PlannedReparentShard|ApplySchema|ApplyVSchema|ExecuteFetchAs*|SetWritable|StopReplication|MoveTables|Reshard → change or delete part of a database
pd-ctl: store|member|region|operator|scheduler delete|remove|leave, * store|member delete → take a machine out of a database
tikv-ctl: tombstone|unsafe-recover|recover-mvcc|destroy → change the files of a database
yb-admin: *delete_*|*drop_*|leader_stepdown|change_config|remove_*|disable_*|restore_snapshot*|set_* → change or delete part of a database
yugabyted: destroy|stop|finalize_upgrade → take down a database
sctool: * delete|stop, backup|repair|cluster|task delete|stop → delete backups
arangorestore arangoimport: --overwrite, --create-database, --overwrite=true → overwrite a database
hz-cluster-admin cluster.sh: -o shutdown|force-start|change-state, shutdown → stop a database
control.sh ignite: --deactivate, --set-state, --baseline, --cache, --snapshot, --tx → stop or change a database
riak-admin riak: cluster leave|force-remove|force-replace|down, down|stop|leave|force-remove → take a machine out of a database
dolt: reset --hard, gc, sql-server --stop, branch -D, push --force, backup remove → delete data
liquibase: drop*|rollback*|clear-checksums|clearCheckSums → undo changes of a database
sqitch: revert|rebase|rework|checkout → undo changes of a database
flyway: clean|undo|repair, * clean → empty a database
gearadmin: --shutdown, --drop-function → stop a queue
rake rails: resque:clear*|sidekiq:clear*|jobs:clear|delayed_job:clear|queue:clear|cache:clear_prod → empty a queue
redis-cli valkey-cli keydb-cli: module|MODULE load|LOAD|unload|UNLOAD, replicaof|REPLICAOF|slaveof|SLAVEOF, acl|ACL setuser|SETUSER|deluser|load → change how a database runs, or who may use it
rabbitmqctl: add_user|set_user_tags|delete_user|authenticate_user|set_policy|clear_policy|delete_vhost|add_vhost|eval → change who may use a queue
createuser: -s, --superuser, --createrole, --replication → change who may use a database
elasticsearch-users elasticsearch-reset-password elasticsearch-service-tokens elasticsearch-create-enrollment-token: useradd|roles|create|delete, * → change who may use a database
opensearch-plugin elasticsearch-plugin kibana-plugin logstash-plugin: remove, install http*|file* → change what a database runs
mc: admin user|group|policy|accesskey add|attach|create|set|enable|disable|edit|detach|rm|remove → change who may use a bucket
pinecone: * delete|delete-* → delete data
zilliz milvus_cli: * delete|drop, delete|drop|release → delete data
ksql-migrations: destroy-metadata|clean → delete data
kcat kafkacat: -P -Z → delete messages
minio: server --address → open a bucket
snow: object drop, * drop, connection remove → delete data
gremlin-server: stop → stop a database

curator curator_cli: delete*|close|--delete → delete an index
es opensearch-cli: *delete*|*reset* → delete an index
elasticsearch-node: detach-cluster|unsafe-bootstrap|repurpose|remove-settings|remove-customs → take a machine out of a database
elasticsearch-reset-password elasticsearch-users: userdel|passwd|roles → change who may use a database
solr: delete, stop -all, zk rm|cp|mv, auth disable → delete an index
influx: delete, bucket|org|user|auth|task|dbrp|stack|secret delete|rm|remove|inactive|demote, restore --full, config rm, v1 * delete → delete data
influxd: recovery, restore, inspect delete-tsm → delete data
influxd-ctl: remove-data|remove-shard|truncate-shards|kill-copy-shard → delete data
promtool: tsdb delete* → delete data
clickhouse-backup: delete|clean*|restore → delete backups
clickhouse-keeper-client: rmr|rm → delete settings of a cluster
cockroach: node|demo|sql|init decommission|drain, node decommission|drain, debug reset-quorum|unsafe-remove*, quit, userfile delete, auth-session logout → take a machine out of a database
tiup: cluster|dm destroy|clean|scale-in|stop|prune|upgrade, clean, uninstall → take down a database
br: restore * → overwrite a database
neo4j-admin: database|server delete|drop|unbind|load|copy, database load --overwrite-destination, server unbind, load --force, unbind, restore --force → overwrite or delete a database
couchbase-cli: bucket-delete|bucket-flush|failover|rebalance|server-remove|user-manage|collection-manage|group-manage|reset-admin-password|reset-cipher-suites|node-reset|setting-* → delete data, or take a machine out of a database
cbbackupmgr: remove|merge|restore → delete backups
dropdb dropuser dropall pg_dropcluster: * → drop a database
pg_ctlcluster: * * stop|restart|promote → stop a database
pg_ctl: stop|restart|promote|kill, initdb → stop a database
pg_rewind pg_resetwal pg_archivecleanup: !-n !--dry-run → overwrite the files of a database
pg_upgradecluster pg_renamecluster: * → change a database
pg_basebackup initdb: --force → overwrite a database
repmgr: standby|primary|node|cluster switchover|unregister|rejoin|promote|cleanup, witness unregister → change which machine is the database
patronictl: remove|reinit|failover|switchover|restart|pause|edit-config|flush → change which machine is the database
stolonctl: init|removekeeper|failkeeper|promote → change which machine is the database
mysqladmin mariadb-admin: drop|shutdown|flush-*|kill|password|refresh|reload|stop-* → drop or stop a database
mysql_install_db mysqld: --initialize, --initialize-insecure → make a new database over another
xtrabackup mariabackup: --copy-back, --move-back → overwrite a database
mongorestore mongoimport: --drop → drop what is in a database before it is filled
mongod: --repair → rewrite the files of a database
mongocli atlas: * * delete|terminate|pause|drop|reset, * delete|terminate|pause|reset → delete something in the cloud
nodetool: decommission|removenode|drain|clearsnapshot|assassinate|truncatehints|stopdaemon|disable*|rebuild|move|garbagecollect|invalidate* → take a machine out of a database
sstablescrub sstableofflinerelevel: * → rewrite the files of a database
dgraph: drop* → drop a database
rethinkdb: restore --force, index-rebuild → overwrite a database
turso: db|group|org destroy|delete|remove, db shell * *drop*, auth api-tokens revoke, db tokens invalidate → delete a database
pscale: database|branch|deploy-request|password|backup|org|service-token delete|close|revert|demote|promote, deploy-request deploy, * delete → change or delete a database
neonctl neon: projects|branches|databases|roles|endpoints delete|reset|restore, branch delete|reset, branches reset|restore|set-primary → delete a database
supabase: db reset|push, projects|branches|secrets|functions|storage|domains|sso|snippets|vanity-subdomains delete|unset|rm|remove|pause, migration repair|squash, link|stop --no-backup → change or delete data
xata: workspace|dbs|branch delete → delete a database
fauna: delete-database|delete-key, database delete → delete a database
planetscale: * delete → delete a database
tinybird tb: * rm|delete|truncate, datasource rm|truncate|delete|replace, pipe rm, workspace delete|clear → delete data
snow snowsql: object drop, * drop → delete data
databricks: * delete|permanent-delete|destroy|purge, * * delete|delete-*, fs rm, workspace delete, bundle destroy, clusters permanent-delete → delete data
dbt: run-operation *drop*|*delete*|*truncate* → delete data
airflow: db reset|clean|downgrade, dags delete, pools|variables|connections|users delete, tasks clear → delete what a scheduler holds
dagster: asset wipe, run delete|wipe, instance migrate, job wipe → delete what a scheduler holds
prefect: * delete, server database reset|downgrade → delete what a scheduler holds
temporal tctl: workflow terminate|reset|delete|cancel, operator namespace|search-attribute delete|remove, schedule delete, batch terminate, namespace delete → end or delete the work of others
hdfs hadoop: dfs|fs -rm*, dfs|fs -expunge, dfs|fs -rmr, namenode -format|-rollback|-recover, dfs|fs -truncate, dfsadmin -safemode|-deleteBlockPool|-finalizeUpgrade, haadmin -failover → delete data
yarn: application|app -kill|-destroy, rmadmin -* → end the work of others
hbase: hbck*, clean, snapshot delete → delete data
spark-submit: --kill → end the work of others
alluxio: fs rm|free, formatMasters|format* → delete data
dvc: gc|destroy → delete data
lakectl: branch|repo|tag|fs delete|reset|revert|rm → delete data
mlflow: experiments|runs|models delete, gc → delete data
mc: rb|rm|undo, mirror --remove, mirror --overwrite, ilm|event|replicate|version|tag|quota|retention|legalhold|encrypt|anonymous|policy|batch rm|remove|clear|suspend|disable|set|cancel|unset, ilm|idp|replicate rule|* rm|remove|disable, admin user|group|policy|service|decommission|rebalance|config|heal|accesskey|replicate remove|rm|disable|stop|restart|reset|unset|detach|freeze|start|cancel, admin user svcacct rm|disable → delete from or open a bucket
minio-client: rb|rm → delete from or open a bucket
s3cmd: del|rm|rb|expire|delpolicy|dellifecycle|setacl|setpolicy|fixbucket|cfremove|move|mv, sync --delete-removed, * --acl-public → delete from or open a bucket
s5cmd: rm|rb|mv, sync --delete → delete from a bucket
s4cmd: del|rm → delete from a bucket
gsutil: rb|retention|lifecycle|versioning|defacl set|clear|lock, rm -r, rm -R, rsync -d → delete a bucket or all in it
azcopy: remove|rm, sync --delete-destination → delete from a bucket
b2: delete-*|rm|hide-file|cancel-*|update-bucket, sync --delete, bucket|file|key delete|hide|update → delete from a bucket
ossutil: rm|rb, sync --delete → delete from a bucket
coscmd coscli: delete|deletebucket|rm|rb → delete from a bucket
obsutil: rm|deletebucket|abort → delete from a bucket
qshell: delete|batchdelete|rmbucket → delete from a bucket
swift: delete → delete from a bucket
wrangler: r2|kv|d1|queues|workflows|hyperdrive|vectorize|secret|pages|versions * delete|rm|restore|purge|terminate, kv key|bulk|namespace delete, d1 time-travel restore, r2 bucket|object * delete, queues|workflows|hyperdrive|vectorize|secret delete, pages project|deployment delete → delete something in the cloud
`
