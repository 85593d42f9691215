/** Checks programs without a table by their verb, which usually shows that they delete. */
import { list, onlyShows } from '../options.ts'
import { ask, type Rule } from '../rule.ts'
import { isTestData } from './test-data.ts'

const end = 'delete|destroy|purge|terminate|drop|wipe|undeploy|nuke|teardown|deprovision|decommission|obliterate|erase'
const verb = new RegExp(
  `^(${end}|remove-all[\\w-]*|delete-all|destroy-all|(delete|destroy|remove|terminate|purge|drop)-[a-z-]+)$`,
)
/** Verbs such as `force:org:delete` and `db:drop`. */
const spelled = new RegExp(`^[a-z][\\w-]*(:[\\w-]+)*:(${end}|reset|delete-all|wipe)$`)
const option = /^--(delete-all|destroy|purge-all|delete-everything|wipe)$/
/** Options that are followed by a name. */
const looking = /^(get|watch|put|publish|pub|sub|subscribe|describe|inspect|help)$/
const noun = /^[a-z][a-z0-9_:-]*$/

/** Programs without verbs, with their own rules, or whose deletions are routine. */
const others: ReadonlySet<string> = new Set(
  list(`git hub gh glab hg svn jj docker podman nerdctl docker-compose kubectl k oc helm kind minikube k3d colima aws az gcloud
    npm pnpm yarn bun npx bunx pnpx uvx uv pip pip3 pipx poetry pdm cargo gem bundle composer go mix dotnet conda mamba mise asdf brew
    make just task rake invoke fab gradle gradlew mvn mvnw sbt nx turbo lerna ng rails bin/rails hanami
    node nodejs deno tsx ts-node python python3 ruby perl php lua java sh bash zsh dash fish pwsh powershell cmd
    pytest jest vitest mocha ava tap playwright cypress rspec phpunit tox nox behave cucumber storybook
    echo printf cat bat less more head tail tee grep egrep fgrep rg ag ack sed awk gawk sort uniq cut tr wc diff jq yq xq
    ls cd pushd popd mkdir rmdir touch cp mv ln rm find fd tree stat file which type command man info help apropos tldr
    test [ [[ true false exit return export unset set alias unalias local declare read readonly eval exec trap source .
    case select let shift seq xargs env time watch sleep wait date cal kill pkill killall pgrep
    vim vi nvim nano emacs code cursor subl idea open xdg-open say notify-send curl wget http https xh ssh scp rsync
    xcrun ctags cscope eslint prettier biome tsc swc esbuild vite webpack rollup parcel mkdocs hugo jekyll pandoc sphinx-build
    tmux screen ffmpeg convert magick identify sqlite3 psql mysql mariadb mongosh redis-cli hookline history crontab
    meson cmake ctest ninja bazel bazelisk buck2 flutter idf.py west tox nox expo
    logger dialog whiptail gum fzf pass tar zip unzip 7z gzip look spell aspell dict`),
)

/** Verbs that are followed by the name of a package or a service. */
const namesNext = /^(install|add|reinstall|status|show|info|search)$/

export const verbRules: readonly Rule[] = [
  {
    name: 'deleting-verb',
    instead: 'Show the command and let the person run it.',
    find({ command }) {
      if (!/^[a-z][\w-]*$/.test(command.name) || others.has(command.name) || /^kafka-/.test(command.name))
        return undefined
      if (isTestData(command)) return undefined
      const verbs: string[] = []
      for (const { text } of command.words.slice(1)) {
        if (option.test(text)) return ask(`delete something (${command.name} ${text})`)
        if (text.startsWith('-')) continue
        if (
          verbs.length === 4 ||
          !noun.test(text) ||
          looking.test(verbs.at(-1) ?? '') ||
          namesNext.test(verbs.at(-1) ?? '')
        )
          break
        verbs.push(text)
      }
      const found = verbs.find((word) => verb.test(word) || spelled.test(word))
      return found === undefined || verbs.includes('cache') || onlyShows(command)
        ? undefined
        : ask(`delete something (${command.name} ${found})`)
    },
  },
]
