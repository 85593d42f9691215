/** Finds commands that end processes. */
import { list, operands, says } from '../options.ts'
import { deny, type Rule } from '../rule.ts'

const needed =
  /^(\.|\.\*|systemd|init|launchd|sshd|dbus.*|Xorg|gnome-shell|WindowServer|Finder|explorer(\.exe)?|lsass|csrss|winlogon)$/
/** Processes that guard the machine or this work. */
const watching =
  /^-?-?\^?(hookline|auditd|osqueryd?|falcon\S*|clamd|fail2ban\S*|rsyslogd|syslogd|firewalld|wazuh\S*|ossec\S*|sentinel\S*|crowdstrike\S*|cbagentd|mdatp|MsMpEng\S*|apparmor\S*|santad|xprotect\S*|aide|tripwire)/i

export const processRules: readonly Rule[] = [
  {
    name: 'processes',
    programs: list('kill killall5 killall pkill taskkill skill Stop-Process'),
    instead: 'End the single process by its id.',
    find({ command }) {
      const words = command.words.slice(1).map((word) => word.text)
      if (command.name === 'kill') {
        // `kill -1 123` sends a signal to one process; `kill -9 -1` ends all.
        if (words.at(-1) === '-1') return deny('end every process of this person')
        if (
          words.some((word) => /(pgrep|pidof)\b/.test(word) && word.split(/[\s)`]+/).some((one) => watching.test(one)))
        )
          return deny('end a process that guards this machine')
        if (words.some((word) => /pgrep\b.*\s-[uU]/.test(word))) return deny('end every process of a person')
        return operands(command, '-s', '-n').some((word) => word.text === '1')
          ? deny('end the first process of the system')
          : undefined
      }
      if (command.name === 'killall5') return deny('end every process')
      if (operands(command, '-u', '-s').some((word) => watching.test(word.text)))
        return deny('end a process that guards this machine')
      const ofPerson = says(command, '-u', '-U', '--user', '--euid')
      if (ofPerson && operands(command, ...list('-u -U --user --euid -t -g -P -s')).length === 0)
        return deny('end every process of a person')
      return operands(command, '-u', '-s').some((word) => needed.test(word.text))
        ? deny('end processes that the machine needs')
        : undefined
    },
  },
]
