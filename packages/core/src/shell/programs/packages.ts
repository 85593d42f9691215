/** Package managers and what they start: `npx`, `npm exec`, `uv run`. */
import type { Grammar } from './grammar.ts'

const values = {
  data: '-p|--package --with --with-requirements --python -w|--workspace --registry --from --index-url -n --extra --group',
  directory: '--prefix --cwd --project --directory -C',
  name: '--env-file',
} as const
const runs: Grammar = {
  order: 'options first',
  flags: '-y|--yes -q|--quiet --no-install --ignore-existing',
  values: { ...values, shell: '-c|--call' },
  operands: 'command',
}
const uvRun: Grammar = {
  ...runs,
  flags: '-m|--module -s|--script -q --isolated',
  values,
  operands: { '-m': 'data*', '*': 'command' },
}
const scripts: Grammar = { values: { ...values, filter: '--script-shell' }, operands: 'data*' }

/** Verbs that take only names, paths and versions. */
const plainVerbs: Readonly<Record<string, Grammar>> = {
  'install|i|add|ci|remove|rm|uninstall|un|update|up|upgrade|test|t|start|stop|publish|pack|link|unlink|audit|outdated|ls|list|config|init|create|view|info|show|version|login|logout|whoami|cache|why|dedupe|prune|rebuild|root|bin|search|fund|owner|team|token|deprecate|unpublish|dist-tag|access|set|get|workspace|node|import|patch|store|env|setup|deploy|fetch|lock|sync|export|tree|build|check|self|python|pip|tool|venv|shell|new|plugin|source|clean|doctor|help':
    { operands: 'data*', input: 'none', dryRun: '--dry-run' },
}

/** `npm pkg set scripts.x=text` and `npm set-script x text` write what `npm run x` runs. */
const settingVerbs: Readonly<Record<string, Grammar>> = {
  pkg: { verbs: { set: { flags: '--json', operands: 'setting*' } }, operands: 'data*', input: 'none' },
  'set-script': { operands: 'data shell', input: 'none' },
}

const packageManager = (verbs: Readonly<Record<string, Grammar>>): Grammar => ({
  order: 'options first',
  values: { ...values, data: `${values.data} -F|--filter` },
  verbs: { ...plainVerbs, ...settingVerbs, ...verbs, 'run|run-script': scripts },
  operands: 'data*',
})
const runner = (verbs: Readonly<Record<string, Grammar>>): Grammar => ({
  order: 'options first',
  values,
  verbs: { ...plainVerbs, ...verbs },
  operands: 'data*',
})

export const packagePrograms: Readonly<Record<string, Grammar>> = {
  'npx|bunx|pnpx|uvx|pnpm-exec': runs,
  npm: packageManager({ 'exec|x': runs, explore: { operands: 'data words', afterDashes: 'words' } }),
  pnpm: packageManager({ 'exec|dlx': runs }),
  yarn: packageManager({
    'exec|dlx': runs,
    workspaces: {
      verbs: {
        foreach: {
          order: 'options first',
          values: { data: '--from --include --exclude --since[] -j|--jobs' },
          verbs: { exec: runs },
          operands: 'data*',
        },
      },
      operands: 'data*',
    },
  }),
  'pipx|hatch|pdm|rye|pipenv|poetry': runner({ run: { ...runs, values } }),
  uv: runner({ run: uvRun, x: runs, tool: { verbs: { run: runs }, operands: 'data*' } }),
  bundle: runner({ exec: { ...runs, values } }),
  'conda|mamba|micromamba': runner({
    run: {
      order: 'options first',
      flags: '--no-capture-output --live-stream',
      values: { data: '-n|--name', directory: '-p|--prefix --cwd' },
      operands: 'command',
    },
  }),
  'lerna|nx|turbo|rush|wireit|moon': {
    verbs: {
      exec: { order: 'options first', values: { data: '--scope' }, operands: 'command', afterDashes: 'command' },
    },
    operands: 'data*',
  },
}
