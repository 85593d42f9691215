/** Finds code from outside that would run here: build server agents, unknown Go modules, makefiles outside the workspace. */
import { programsNamedBy } from '@hookline/core/shell'
import { joined, list, onlyShows, operands, optionOf } from '../options.ts'
import { ask, type Rule } from '../rule.ts'

/** The arguments that connect this machine to a server whose jobs it then runs, by program. */
const agents: Readonly<Record<string, RegExp>> = {
  'config.sh': /--url\b.*--(token|pat)\b|--(token|pat)\b.*--url\b/,
  'config.cmd': /--url\b.*--(token|pat)\b|--(token|pat)\b.*--url\b/,
  'gitlab-runner': /^(register|run|start|install)\b/,
  act_runner: /^(register|daemon)\b/,
  'forgejo-runner': /^(register|daemon|create-runner-file)\b/,
  'buildkite-agent': /^start\b/,
  'circleci-runner': /^(machine|start)\b/,
  'circleci-launch-agent': /(?:)/,
  'drone-runner-exec': /^(service|daemon)\b/,
  'woodpecker-agent': /(?:)/,
}

/** Owners of modules that Go projects commonly run as tools. */
const hosts = list(
  `golang.org google.golang.org cloud.google.com k8s.io sigs.k8s.io mvdan.cc honnef.co gotest.tools go.uber.org`,
)
const owners =
  list(`golang golangci google googleapis goreleaser golang-migrate swaggo sqlc-dev bufbuild air-verse cosmtrek go-delve
  vektra onsi magefile 99designs oapi-codegen deepmap securego a-h pressly ent kisielk dominikh mgechev segmentio rakyll gotestyourself
  charmbracelet hashicorp kubernetes kubernetes-sigs grpc-ecosystem protocolbuffers go-task uber uber-go matryer axw boumenot jstemmer
  mattn cweill fatih josharian segment stretchr aquasecurity anchore rhysd evilmartians cli twitchtv volatiletech aarondl amacneil
  jesseduffield nektos terraform-docs gruntwork-io daixiang0 incu6us client9 gordonklaus go-critic`)
const known = new RegExp(
  `^(${[...hosts, ...owners.map((one) => `github.com/${one}`)].join('|').replaceAll('.', '\\.')})/`,
)
const floating = /^([\w-]+\.)+[a-z]{2,}\/[^@\s]+@(latest|upgrade|main|master|head|dev\w*|[0-9a-f]{7,40})$/i

const outside: ReadonlySet<string> = new Set(list('root home system personal above'))
const undoes =
  /^(clean|distclean|mrproper|uninstall|purge|clobber|realclean|maintainer-clean|nuke|wipe|destroy)(-\w+)?$/

/** A directory that anyone may write to, or another machine. */
const strangePath = /^["']?((\/private)?\/(tmp|var\/tmp|dev\/shm)\/|~\/(Downloads|\.cache)\/|\\\\[\w.]+\\)/

export const runnerRules: readonly Rule[] = [
  {
    name: 'strange-helper',
    instead: 'Name a program of the workspace or of the system.',
    find({ command }) {
      const program = programsNamedBy(command).find(({ text }) => strangePath.test(text))
      return program === undefined || onlyShows(command)
        ? undefined
        : ask(`start a program from a directory that anyone may write to (${program.text.slice(0, 60)})`)
    },
  },
  {
    name: 'outside-jobs',
    programs: Object.keys(agents),
    instead: 'Let the person connect this machine to a build server.',
    find: ({ command }) =>
      agents[command.name]?.test(joined(command.words.slice(1))) === true && !onlyShows(command)
        ? ask('let a server outside run its jobs on this machine')
        : undefined,
  },
  {
    name: 'unknown-module',
    programs: ['go'],
    instead: 'Read the module, and run a fixed version of it.',
    find({ command }) {
      if (!/^(run|install|get)$/.test(command.words[1]?.text ?? '') || onlyShows(command)) return undefined
      const isRun = command.words[1]?.text === 'run'
      const module = command.words.slice(2).find(({ text }) => floating.test(text) && !known.test(text))
      return module !== undefined && isRun ? ask(`run ${module.text}, which is downloaded without review`) : undefined
    },
  },
  {
    name: 'make-elsewhere',
    programs: list('make gmake bmake ninja'),
    instead: 'Run it in a directory of the workspace.',
    find(sight) {
      const directory = optionOf(sight.command, '-C', '--directory')
      if (directory === undefined || !outside.has(sight.kindOf(directory)) || onlyShows(sight.command)) return undefined
      const target = operands(sight.command, '-C', '--directory').find(({ text }) => undoes.test(text))
      return target === undefined ? undefined : ask(`remove what is in ${directory.text} (make ${target.text})`)
    },
  },
]
