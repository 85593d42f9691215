import type { Tool } from './tool.ts'

const gone = 'delete or stop something in the cloud'
const access = 'change who may do what in the cloud'
const deploys = 'deploy'
const changed = 'change something in the cloud'
/** Read-only commands of `aws`; any other changes something. */
const onlyReads =
  'describe|list|get|head|batch-get|search|lookup|filter|validate|estimate|simulate|test|start-query|update-kubeconfig'
const fly: Tool = {
  rows: [
    [/^(apps? )?destroy\b|\b(destroy|delete|remove|rm|detach)\b/, 'take down an application'],
    [/^(deploy|secrets (set|unset)|scale count 0)\b/, deploys],
  ],
}

export const cloudTools: Readonly<Record<string, Tool>> = {
  aws: {
    takes: '--profile --region --output --endpoint-url --query',
    rows: [
      [/--acl[= ](public-read\S*|authenticated-read)|--grants? \S*AllUsers/, 'let everybody read a bucket'],
      [/^s3 (rm|rb)\b|^s3 mv\b.*--recursive/, 'delete a bucket or what is in it'],
      [/^s3 sync\b.*--delete\b/, 'delete from a bucket'],
      [/^\S+ ([a-z-]+-)?(delete|terminate|deregister|purge|remove|destroy|disable|stop|reboot|revoke)-/, gone],
      [/^kms schedule-key-deletion\b/, 'make all that a key encrypted unreadable'],
      [/^iam (create|attach|put|add|update|detach)-/, access],
      [/^\S+ (put-\S*(policy|acl)|authorize-\S+|modify-\S*attribute|add-permission)\b/, access],
      [/^route53 change-/, 'change public names'],
      [/^sns unsubscribe\b/, gone],
      [/^sns publish\b|^sesv?2? send-/, 'send messages to others'],
      [/^(cloudformation|lambda|ecs|deploy) (deploy|create-stack|update-\S+|create-deployment)\b/, deploys],
      [new RegExp(`^(?!configure|sso)\\S+ (?!(${onlyReads})(-|\\b))[a-z]+-[a-z-]+`), changed],
    ],
  },
  gcloud: {
    takes: '--project --account --configuration --region --zone --format',
    rows: [
      [/\b(delete|destroy|reset|stop|disable)\b|^storage (rm|rsync)\b/, gone],
      [/\b(add|remove|set)-iam-policy(-binding)?\b|\bkeys create\b/, access],
      [/^(run|app|functions)\b.*\bdeploy\b|^builds submit\b/, deploys],
      [
        /^(?!config|auth|components|info)(\S+ ){1,3}(create|update|patch|resize|restart|import|failover|move|set-\S+)\b/,
        changed,
      ],
    ],
  },
  gsutil: {
    takes: '-o -h -u',
    rows: [
      [/^(rm\b.*(\s-\w*[rR]|\*)|rb\b|rsync\b.*-d)/, 'delete a bucket or all in it'],
      [/^(iam|acl|defacl) (ch|set)\b/, access],
      [/(^| )-a public-read/, 'let everybody read a bucket'],
    ],
  },
  az: {
    rows: [
      [/--(public-access|allow-blob-public-access)[= ](blob|container|true)/, 'let everybody read a bucket'],
      [/\b(delete|purge|stop|deallocate)\b/, gone],
      [/^role assignment create\b|^ad sp\b.*\b(create|reset)/, access],
      [
        /^(?!login|account|config|extension)(\S+ ){1,3}(create|update|set|restart|start|regenerate|renew|reset)\b/,
        changed,
      ],
      [/^webapp (up|deploy\w*)\b|^functionapp deploy\w*\b/, deploys],
    ],
  },
  doctl: { rows: [[/\b(delete|rm|destroy|power-off|shutdown|create|resize|rebuild)\b/, gone]] },
  hcloud: { rows: [[/^\S+ (delete|poweroff|reset|rebuild|shutdown)\b/, gone]] },
  linode: { rows: [[/\b(delete|remove|shutdown)\b/, gone]] },
  'linode-cli': { rows: [[/\b(delete|rm|shutdown|rebuild)\b/, gone]] },
  scw: { rows: [[/\b(delete|terminate|stop)\b/, gone]] },
  oci: { rows: [[/\b(delete|terminate)\b/, gone]] },
  ibmcloud: { rows: [[/\b(delete|rm|remove)\b|-delete\b/, gone]] },
  s3cmd: {
    takes: '*',
    rows: [[/(^| )(del|rm|rb|expire)\b|\bsync\b.*--delete-removed|--acl-public/, 'delete from or open a bucket']],
  },
  mc: { takes: '*', rows: [[/(^| )(rb|rm|mirror .*--remove|anonymous set)\b/, 'delete from or open a bucket']] },
  heroku: {
    takes: '*',
    rows: [
      [
        /\b(apps:destroy|apps:delete|pg:reset|pg:restore|addons:destroy|config:unset|domains:remove)\b|\bps:scale \S+=0\b/,
        gone,
      ],
      [
        /^(releases:rollback|rollback|maintenance:on|pipelines:promote|config:set|restart|ps:(restart|scale|stop)|run)\b/,
        deploys,
      ],
    ],
  },
  vercel: {
    takes: '*',
    rows: [
      [/(^| )(rm|remove|env rm|domains rm|dns rm|project rm)\b/, 'take down a deployment'],
      [/--prod\b|^(promote|rollback|alias)\b/, deploys],
    ],
  },
  netlify: {
    takes: '*',
    rows: [
      [/\b(sites:delete|env:unset)\b|^api (delete|purge)\w+/, 'take down a site'],
      [/^deploy\b.*--prod\b/, deploys],
    ],
  },
  wrangler: {
    rows: [
      [/^delete\b|\b(delete|purge)\b/, gone],
      [/^(deploy|publish|pages deploy|rollback|secret put)\b/, deploys],
    ],
  },
  firebase: {
    takes: '-P --project --token',
    rows: [
      [
        /\b(firestore:delete|database:remove|projects:delete|hosting:disable|functions:delete|auth:import)\b/,
        'delete data',
      ],
      [/^deploy\b/, deploys],
    ],
  },
  fly,
  flyctl: fly,
  azcopy: { rows: [[/^(remove|rm)\b|^sync\b.*--delete-destination/, gone]] },
  stripe: { takes: '*', rows: [[/\bdelete\b|--live\b/, 'change what customers have']] },
  twilio: { takes: '*', rows: [[/:(create|remove|update)\b/, 'send messages to others, or change how']] },
  civo: { rows: [[/^\S+ (remove|delete|destroy)\b/, gone]] },
  sst: { rows: [[/^remove\b/, gone]] },
  copilot: { rows: [[/^(app|env|svc|job|pipeline) delete\b/, gone]] },
  railway: { rows: [[/^(down|delete|up|redeploy)\b/, deploys]] },
  render: { rows: [[/\bdelete\b|^deploys create\b/, deploys]] },
  surge: { takes: '*', rows: [[/./, 'publish a site']] },
  'gh-pages': { takes: '*', rows: [[/./, 'publish a site']] },
  fastlane: { rows: [[/\b(deliver|pilot|supply|release|upload_to\w+|match nuke)\b/, 'submit to a store']] },
  eas: { rows: [[/^(submit|update)\b|--auto-submit/, 'submit to a store']] },
}
