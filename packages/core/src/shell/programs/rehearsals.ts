/** Recognises dry runs: the options with which a program only shows what it would do, if its row does not list them. */
import type { ShellCommand } from '../types.ts'
import { isDryRun } from './conditions.ts'
import { argumentsOf } from './index.ts'
import { readArguments } from './read-arguments.ts'

/** Spellings that mean a dry run in every program that has them. */
const everywhere = '--dry-run|--dryrun|-dry-run'

/** Further spellings, by program or by program and verb. */
const table: Readonly<Record<string, string>> = {
  'apt|apt-get|aptitude': '-s|--simulate|--just-print|--recon|--no-act',
  dpkg: '--simulate|--no-act',
  rpm: '--test',
  emerge: '-p|--pretend',
  'yum|dnf|microdnf|tdnf': '--assumeno',
  zypper: '-D',
  'pacman|yay|paru': '-p|--print',
  apk: '-s|--simulate',
  'brew|cargo|rake|borg|restic|kopia|rustic|s3cmd|bump2version|bumpversion|trash-empty|gem cleanup': '-n',
  'choco|snap': '--noop|--what-if|--whatif',
  'conda|mamba|micromamba|semantic-release': '-d',
  'np|pulumi': '--preview|--preview-only',
  goreleaser: '--snapshot',
  'make|gmake|bmake|ninja|just|task': '-n|--just-print|--recon',
  'gradle|gradlew': '-m',
  'ansible|ansible-playbook|ansible-pull': '-C|--check|--syntax-check',
  puppet: '--noop',
  'chef-client|cinc-client': '-W|--why-run',
  'serverless|sls': '--noDeploy',
  'fly deploy|flyctl deploy': '--build-only',
  bq: '--dry_run',
  'gsutil rsync': '-n',
  logrotate: '-d|--debug',
  stow: '-n|--no|--simulate',
  'rename|prename|perl-rename': '-n|--nono|--no-act',
  'zfs destroy|zpool add|zpool create|zpool remove|zpool attach|zpool import': '-n',
  'lvremove|vgremove|pvremove|lvreduce|vgreduce': '-t|--test',
  'wipefs|sfdisk': '-n|--no-act',
  sgdisk: '-P|--pretend',
  'pt-archiver|gh-ost': '--noop',
  robocopy: '/l|/L',
  flyway: '-dryRunOutput',
}
const byName = new Map(
  Object.entries(table).flatMap(([names, options]) => names.split('|').map((name) => [name, options] as const)),
)

/** Programs, or programs with a verb, that have no `--dry-run`: there the word has no effect, or another one. */
const without: ReadonlySet<string> = new Set(
  `rm grm rmdir unlink mv cp ln dd shred wipe truncate tee install chmod chown chgrp chattr setfacl find fd touch mkdir mkfifo
    mkfs mke2fs mkswap fdisk parted zfs zpool cryptsetup mdadm diskutil shutdown reboot halt poweroff kill pkill killall
    useradd userdel usermod passwd mount umount iptables nft ufw docker podman nerdctl gh hub glab dropdb dropuser createdb
    psql mysql mariadb mysqladmin sqlite3 redis-cli valkey-cli mongosh mongo cqlsh influx bq terraform tofu terragrunt
    fly flyctl heroku vercel netlify railway wrangler firebase doctl hcloud linode-cli vault consul nomad etcdctl
    pulumi systemctl service launchctl virsh VBoxManage qm pct vagrant multipass crontab at eval curl wget ssh scp nc socat sed awk tar zip`
    .trim()
    .split(/\s+/),
)
/** Verbs of these programs that do have it. */
const verbsWith: Readonly<Record<string, RegExp>> = {
  docker: /^(compose|buildx)$/,
  terraform: /^state$/,
  tofu: /^state$/,
  podman: /^compose$/,
  gh: /^(pr|attestation)$/,
  wrangler: /^(deploy|publish|pages)$/,
  fly: /^deploy$/,
  flyctl: /^deploy$/,
  firebase: /^deploy$/,
}
/** Whether `--dry-run` can mean anything here. */
function knowsRehearsal(name: string, verb: string): boolean {
  return !without.has(name) || verbsWith[name]?.test(verb) === true
}

/** Whether the command only shows what it would do. The last option decides, and `--dry-run=false` revokes it. */
export function isRehearsal(command: ShellCommand): boolean {
  const { name, words } = command
  // Every spelling has one of these characters, and most commands have none.
  if (!words.some(({ text }, at) => at > 0 && /[-/=]/.test(text))) return false
  const known = argumentsOf(command)
  // The value of another option is not an option: `--cache-dir --dry-run`.
  const values = new Set(
    known?.all
      .filter((one) => one.option !== undefined && one.kind !== 'option' && !/dry-?run/.test(one.option))
      .map(({ at }) => at),
  )
  const own = words.slice(1).filter((word, at) => !values.has(at) || !/^--?dry-?run/.test(word.text))
  const plain = readArguments({ operands: 'unknown*' }, own)
  const read = known ?? plain
  const verb = plain.all.find(({ kind }) => kind !== 'option' && kind !== 'separator')?.word.text ?? ''
  const spelled = byName.get(name) ?? byName.get(`${name} ${verb}`)
  const args = words.slice(1).map(({ text }) => text)
  // `aws s3` spells it `--dryrun`, and has it for some verbs only.
  if (name === 'aws' && verb === 's3') return args.includes('--dryrun') && !args.includes('rb')
  const common = knowsRehearsal(name, verb) ? everywhere : undefined
  const spellings = [common, spelled].filter((one) => one !== undefined).join('|')
  return (
    read.isDryRun ||
    // One dash and a whole word, as Terraform spells it.
    (common !== undefined && own.some(({ text }) => text === '-dry-run')) ||
    (spellings !== '' && isDryRun({ dryRun: spellings }, plain.options)) ||
    // PowerShell's switch; Salt's argument; a setting of yum.
    words.some(
      ({ text }) =>
        /(^|\s)-whatif(:\$true)?$/i.test(text) ||
        (/^salt/.test(name) && /^test=True$/i.test(text)) ||
        (/^(yum|dnf)$/.test(name) && /^(--setopt=)?tsflags=test$/.test(text)),
    )
  )
}
