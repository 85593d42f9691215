/** With which options a program only shows what it would do, for all programs whose rows do not tell. */
import type { ShellCommand } from '../types.ts'
import { isDryRun } from './conditions.ts'
import { argumentsOf } from './index.ts'
import { readArguments } from './read-arguments.ts'

/** The spellings that mean this in every program that knows them. */
const everywhere = '--dry-run|--dryrun|-dry-run'

/** Further spellings, by program or by program and verb. */
const table: Readonly<Record<string, string>> = {
  'apt|apt-get|aptitude': '-s|--simulate|--just-print|--recon|--no-act',
  dpkg: '--simulate|--no-act',
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

/** The command only shows what it would do. The last option decides, and `--dry-run=false` takes it back. */
export function isRehearsal(command: ShellCommand): boolean {
  const { name, words } = command
  const read = argumentsOf(command) ?? readArguments({ operands: 'unknown*' }, words.slice(1))
  const verb = read.all.find(({ kind }) => kind !== 'option' && kind !== 'separator')?.word.text ?? ''
  const own = byName.get(name) ?? byName.get(`${name} ${verb}`)
  return (
    read.isDryRun ||
    isDryRun({ dryRun: own === undefined ? everywhere : `${everywhere}|${own}` }, read.options) ||
    // PowerShell's switch; Salt's argument.
    words.some(({ text }) => /^-whatif(:\$true)?$/i.test(text) || (/^salt/.test(name) && /^test=True$/i.test(text)))
  )
}
