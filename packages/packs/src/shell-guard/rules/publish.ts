/** Finds commands that publish something or change a registry. */
import { fromVerb, has, joined, list, onlyShows } from '../options.ts'
import { ask, type Rule } from '../rule.ts'

const npm =
  /^(publish|unpublish|deprecate|dist-tag (add|rm)|owner (add|rm)|access|token (create|revoke)|adduser|login|logout)\b/

/** The words from the verb on that publish. */
const publishers: Readonly<Record<string, RegExp>> = {
  npm,
  pnpm: npm,
  yarn: /^(npm )?(publish|unpublish|tag add)\b|^workspaces? .*\bnpm publish\b/,
  bun: /^publish\b/,
  jsr: /^publish\b/,
  deno: /^publish\b/,
  cargo: /^(publish|yank|owner .*(--add|--remove|-[ar]\b))/,
  twine: /^upload\b/,
  python: /^twine upload\b|^setup\.py\b.*\b(upload|register)\b/,
  python3: /^twine upload\b|^setup\.py\b.*\b(upload|register)\b/,
  poetry: /^publish\b/,
  uv: /^publish\b/,
  flit: /^publish\b/,
  hatch: /^publish\b/,
  pdm: /^publish\b/,
  gem: /^(push|yank|owner .*(--add|--remove|-[ar]\b))/,
  mvn: /(^|\s)(deploy|release:perform)\b/,
  mvnw: /(^|\s)(deploy|release:perform)\b/,
  gradle: /(^|[\s:])(publish|uploadArchives|publishPlugins|publishTo(?!MavenLocal)\w+|publishAll\w*)(\s|$)/,
  gradlew: /(^|[\s:])(publish|uploadArchives|publishPlugins|publishTo(?!MavenLocal)\w+|publishAll\w*)(\s|$)/,
  sbt: /\bpublish(Signed)?\b/,
  mix: /^hex\.publish\b/,
  dotnet: /^nuget (push|delete)\b/,
  nuget: /^(push|delete)\b/,
  lerna: /^publish\b/,
  nx: /^release( publish)?\b/,
  vsce: /^(publish|unpublish)\b/,
  ovsx: /^publish\b/,
  pod: /^trunk push\b/,
  dart: /^pub publish\b/,
  flutter: /^pub publish\b/,
  changeset: /^publish\b/,
  'semantic-release': /(?:)/,
  'release-it': /(?:)/,
  np: /(?:)/,
  goreleaser: /^release\b/,
  conan: /^upload\b/,
  luarocks: /^upload\b/,
  cabal: /^upload\b/,
  stack: /^upload\b/,
  opam: /^publish\b/,
  'opam-publish': /(?:)/,
  maturin: /^(publish|upload)\b/,
  lein: /^deploy\b/,
  'cpan-upload': /(?:)/,
  anaconda: /^upload\b/,
  'web-ext': /^sign\b/,
  'chrome-webstore-upload': /^(upload|publish)\b/,
  crane: /^(push|copy|cp|append|mutate|tag|delete)\b/,
  oras: /^(push|copy|cp|attach|tag)\b/,
  regctl: /^(image|tag|artifact) (copy|cp|put|delete|rm|mod|import)\b/,
  snapcraft: /^(upload|push|release|promote|close)\b/,
  charmcraft: /^(upload|release)\b/,
  xcrun: /^altool\b.*--upload/,
  fastlane: /^(release|deliver|pilot upload|supply|upload_\w+|beta|deploy)\b/,
  eas: /^(submit|update)\b/,
  hub: /^release (create|edit|delete)\b/,
  arc: /^land\b/,
  'huggingface-cli': /^upload\b/,
  hf: /^upload\b/,
  kaggle: /^(datasets|kernels|models|competitions) (create|version|push|submit)\b/,
  git: /^svn dcommit\b/,
  shopify: /^(theme (publish|push)|app (deploy|release))\b/,
  clasp: /^(deploy|push|undeploy)\b/,
  brew: /^bump-(formula|cask)-pr\b/,
  choco: /^push\b/,
  wingetcreate: /^submit\b|^update\b.*--submit\b/,
  dput: /(?:)/,
  'dput-ng': /(?:)/,
  debrelease: /(?:)/,
  'copr-cli': /^build\b/,
  copr: /^build\b/,
  'ansible-galaxy': /^(collection publish|role import)\b/,
  pdk: /^release\b/,
  knife: /^supermarket (share|unshare)\b/,
  asciinema: /^upload\b/,
  ipfs: /^(add|name publish|pin remote add|dag put|block put)\b/,
  mike: /^(deploy|delete|set-default)\b.*--push\b/,
  mkdocs: /^gh-deploy\b/,
  quarto: /^publish\b/,
  'Publish-Module': /(?:)/,
  'Publish-Script': /(?:)/,
  'Publish-PSResource': /(?:)/,
  elm: /^publish\b/,
  spago: /^publish\b/,
  nimble: /^publish\b/,
  shards: /^publish\b/,
  swift: /^package-registry publish\b/,
  'pulumi-package': /^publish\b/,
  kamal: /^(deploy|redeploy|remove|rollback)\b/,
  cap: /^\w+ deploy\b/,
  dep: /^deploy\b/,
  mina: /^(\w+ )?deploy\b/,
  firebase: /^appdistribution:distribute\b/,
  codepush: /^(release|promote)/,
  appcenter: /^(codepush|distribute) release/,
}

/** Options of package managers with a value, before the verb. */
const valued = list(
  '--filter -F --prefix -w --workspace -C --cwd -p --dir --reporter --loglevel --registry --tag --otp --access --userconfig --cache --store-dir --config-dir --workspace-concurrency --manifest-path --color -Z --config --target-dir --index-url --project --directory',
)

export const publishRules: readonly Rule[] = [
  {
    name: 'publish',
    programs: Object.keys(publishers),
    instead: 'Let the person publish.',
    find({ command }) {
      if (onlyShows(command) || has(command, '', 'snapshot') || command.words.some((word) => word.text === '-n'))
        return undefined
      const verb = fromVerb(command, valued)
      return publishers[command.name]?.test(joined(verb?.words ?? []))
        ? ask('publish something for everyone, or change a registry')
        : undefined
    },
  },
  {
    name: 'project-script',
    programs: list('npm pnpm yarn bun make just task rake invoke fab sh bash zsh'),
    instead: 'Let the person run scripts that affect others.',
    find({ command }) {
      const runs = fromVerb(command, valued)?.words.find((word) => !/^-|^(run|run-script|exec)$/.test(word.text))
      const name = (runs?.text ?? '').replace(/^.*\//, '').replace(/\.(sh|bash|zsh)$/, '')
      return outward.test(name) && !onlyShows(command) && !has(command, 'n', 'check')
        ? ask(`run the project's script "${name}", which affects others`)
        : undefined
    },
  },
]
/** Names of scripts that change what others see. */
const outward =
  /^(deploy|undeploy|publish|destroy|teardown|nuke)([:_-](prod|production|live|staging|all|infra|stack|site|docs))?$/
