/** Finds requests that make a service delete data, on this machine too if the URL is an administrative one. */

/** A port on which nothing but the administration or the data of a service listens. */
const ports =
  '9200|9201|8001|8444|8500|8200|2375|2376|2379|4646|15672|8089|5984|8086|7474|8983|6333|19530|8108|7700|9090|9093|3100|8123|8529|8222|9001|9644|8081/(repository|service|artifactory|subjects)|5000/v2|2019|1337/(realms|admin)|10250|6443|8091|28080|16686'
/** A name that tests make up and delete again. */
const forTests = /\/[\w.*%-]*(test|tmp|temp|dummy|scratch|sandbox|foo|example)[\w.*%-]*(\?|$)/i
const administered = new RegExp(`^(https?://)?([^/@]*@)?[^/:]+:(${ports})(/|$)`)

/** Paths that delete or stop whatever the method is. */
const deletes = new RegExp(
  [
    String.raw`_delete_by_query|<delete>|/(doDelete|doWipeOutWorkspace|quietDown|safeExit|safeRestart|exit|scriptText|script)\b(?=[^.]*$)`,
    String.raw`/_(close|cache/clear|shutdown)\b|/update\?.*commit=true.*delete|/v1/(kv/.*recurse|agent/(leave|force-leave)|sys/(seal|step-down|rekey|rotate))`,
    String.raw`/api/v1/admin/tsdb/(delete_series|clean_tombstones)|/api/(queues|exchanges|vhosts)/.*/contents|/-/quit|/drop\b.*(database|collection)`,
    String.raw`/services/data/indexes/.*(clean|disable)|/(servicesNS|services)/.*/(clean|_reset)|/pools/default/buckets/[^/]+/controller/doFlush`,
    String.raw`/api/\w+/(bulk_)?(delete|deactivate|revoke|purge|destroy)(\?|$)`,
    String.raw`/service/rest/v1/script/[^/]+/run\b|/api/console/proxy\?.*method=(DELETE|POST|PUT)|/(system/)?console/(scripts?|groovy)\b|/groovyconsole\b|/(scriptrunner|hac/console/scripting)/`,
    String.raw`/api/v2/delete\?|/_purge\b|/points/delete\b|/(collections|vectors|databases|partitions|indexes|aliases)/(drop|delete|truncate)\b|/api/v[12]/reset\b|[?&]action=(UNLOAD|DELETE|DELETESHARD|DELETEREPLICA|DELETEALIAS|DELETENODE|DELETEBACKUP|DELETESNAPSHOT)\b|/internal/(reset|force)\w+|/admin/(shutdown|halt|drop)\b`,
    String.raw`:10250/(run|exec|attach|portForward)/|/_security/(user|role|api_key|role_mapping|oauth2/token)\b|/api/admin/users\b|/api/user_tokens/generate\b|/rest/v1/security/(users|roles|anonymous|realms)\b|/api/v2\.0/(robots|users)\b|/api/v1/users\?activate=|/admin/realms/[^/]+/(users|clients|roles)\b|/api/(v4/)?(projects|groups)/[^/]+/(members|access_tokens|deploy_keys|hooks)\b|/(accounts|organizations|orgs|workspaces|teams)/[^/]+/(members|memberships|invitations|invites|users|tokens|api_keys)\b`,
    String.raw`/lifecycle/(deactivate|suspend|reset_\w+|expire_password\w*)|/logout-all\b|/admin/users/[^/]+/(disable|logout|deactivate)|/(users|accounts|members|identities|apps|devices)/[^/]+/(block|ban|deactivate|disable|suspend|lock|wipe|revoke\w*|revokeSignInSessions|sessions/revoke)\b`,
  ].join('|'),
  'i',
)
/** A change of an account that locks its owner out, or makes one an administrator. */
const accountPath = /\/(users|accounts|members|memberships|identities|people|realms|roles|collaborators)(\/|\b)/i
const accountChange =
  /"(accountEnabled|account_enabled|enabled|active|is_active)"\s*:\s*false|"(blocked|suspended|disabled|is_admin|isAdmin|superuser|is_superuser|site_admin)"\s*:\s*true|"role"\s*:\s*"(admin|owner|administrator|super_?admin)"/i
export const changesAccount = (args: readonly string[]): boolean =>
  args.some((text) => /^https?:\/\//.test(text) && accountPath.test(text)) &&
  args.some((text) => accountChange.test(text))
/** A query that says in its text that it deletes. */
const mutation =
  /"(drop_all|drop_attr|drop_op|dropAll|delete_all|deleteAll|flush_all|truncate)"\s*:\s*(true|")|"statement"\s*:\s*"[^"]{0,400}\b(detach\s+delete|drop\s+(constraint|index|database))\b|"(method|action|command|op|operation)"\s*:\s*"(delete|drop|destroy|purge|truncate|flush|shutdown)(All|_all|Database|Collection|Index)?"|^\s*(drop|truncate)\s+(table|database|schema|view|collection|keyspace|bucket)\b|\bq(uery)?=drop%20|\bmutation\b[^}]*\b\w*(delete|destroy|remove|purge|drop|wipe|archive)\w*\s*\(|"(query|statement|sql|q|cmd)"\s*:\s*"\s*(drop|truncate|delete\s+from)\b|\bq(uery)?=\s*(drop|delete|truncate)[+ %]/i

/** Addresses that delete by being asked for. */
const deletesWhenAsked =
  /[?&]action=(UNLOAD|DELETE|DELETESHARD|DELETEREPLICA|DELETENODE|DELETEBACKUP)\b|\/admin\/tsdb\/delete_series\b/
export const deletesByAddress = (text: string): boolean => deletesWhenAsked.test(text)

export const isAdministered = (text: string): boolean => administered.test(text) && !forTests.test(text)
export const deletesByPath = (text: string): boolean =>
  /^(https?:\/\/|[\w.-]+:\d+\/|\$)/.test(text) && deletes.test(text)
export const deletesByText = (text: string): boolean => mutation.test(text)
