/** Finds what an Ansible module or a manifest on the command line would do to other machines. */
import type { ShellCommand } from '@hookline/core/shell'
import { joined, onlyShows, optionOf } from '../options.ts'
import { ask, type Finding, type Rule } from '../rule.ts'

/** The name of a module without its collection. */
const moduleOf = (command: ShellCommand): string =>
  (optionOf(command, '-m', '--module-name')?.text ?? '').split('.').at(-1) ?? ''

/** Modules that change a machine with any arguments. */
const changing =
  /^(reboot|shutdown|win_reboot|win_shutdown|script|win_shell|win_command|cron|at|authorized_key|user|group|win_user|win_group\w*|filesystem|parted|lvol|lvg|mount|zfs|zpool|iptables|firewalld|ufw|selinux|seboolean|sysctl|modprobe|known_hosts|lineinfile|blockinfile|replace|patch|hostname|timezone|mysql_user|mysql_query|postgresql_user|postgresql_query|postgresql_privs|mongodb_user|rabbitmq_user|redis|win_regedit|win_domain\w*|expect|interfaces_file|nmcli|alternatives|pam_limits|sefcontext|debconf|rpm_key|apt_key|apt_repository|yum_repository)$/
/** States in which something is removed or stopped afterwards. */
const ends =
  /(^|\s)(state|ensure)=["']?(absent|stopped|restarted|killed|removed|down|terminated|reset|restore|import|import_sql|dropped|inactive)\b|(^|\s)(enabled=(no|false)|force=(yes|true)|purge=(yes|true)|remove=(yes|true)|flush=(yes|true))/i
/** Paths where a copied file controls what runs. */
const overwrites = /(^|\s)dest=["']?(\/etc\/|\/usr\/|\/boot\/|\/root\/|~\/\.)/
const writing = /^(copy|template|get_url|unarchive|synchronize|win_copy|win_template|win_get_url)$/

function playbookModule(command: ShellCommand): Finding | undefined {
  const name = moduleOf(command)
  if (name === '' || /^(command|shell|raw|ping|win_ping|setup|debug|gather_facts|stat|slurp|find|assert)$/.test(name))
    return undefined
  const args = optionOf(command, '-a', '--args')?.text ?? ''
  const temporary = /(^|\s)(path|dest|name)=["']?\/(tmp|var\/tmp)\//.test(args)
  if (changing.test(name)) return ask(`change other machines (${name})`)
  if (ends.test(args) && !temporary) return ask(`delete or stop something on other machines (${name})`)
  return writing.test(name) && overwrites.test(args) ? ask(`overwrite files of other machines (${name})`) : undefined
}

/** A pod with the rights of its node, or rights for everyone. */
const powerful =
  /\b(hostPID|hostNetwork|hostIPC|privileged)["']?\s{0,40}:\s{0,40}true\b|\bhostPath["']?\s{0,40}:\s{0,40}\{?\s{0,40}["']?path["']?\s{0,40}:\s{0,40}["']?\/(?!(tmp|data)\b)|\bkind["']?\s{0,40}:\s{0,40}["']?ClusterRoleBinding\b|\bname["']?\s{0,40}:\s{0,40}["']?cluster-admin\b|\bkind["']?\s{0,40}:\s{0,40}["']?(Validating|Mutating)WebhookConfiguration\b/

export const playbookRules: readonly Rule[] = [
  {
    name: 'playbook-module',
    programs: ['ansible'],
    instead: 'Try it with --check first, and show what it would change.',
    find: ({ command }) => (onlyShows(command) ? undefined : playbookModule(command)),
  },
  {
    name: 'powerful-manifest',
    programs: ['kubectl', 'k', 'oc', 'k3s', 'kubecolor'],
    instead: 'Remove the rights of the machine, or let the person apply it.',
    find({ command }) {
      if (onlyShows(command) || !/\b(apply|create|replace|run)\b/.test(joined(command.words.slice(1, 6))))
        return undefined
      const { stdin } = command
      const text = stdin.kind === 'text' || stdin.kind === 'pipe' ? (stdin.text ?? '') : ''
      return powerful.test(text) ? ask('give a container the whole machine, or rights to everyone') : undefined
    },
  },
]
