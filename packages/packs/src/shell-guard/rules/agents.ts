/** Finds commands that start another agent without its guards, or remove the guards of this one. */
import { weakens } from '@hookline/core/sdk'
import type { ShellCommand } from '@hookline/core/shell'
import { joined, list, onlyShows } from '../options.ts'
import { ask, type Rule } from '../rule.ts'

/** Agents by program, or by the package that `npx` starts. */
const agent =
  /^(claude|codex|gemini|cursor-agent|aider|goose|copilot|opencode|amp|qwen|crush|droid|cline|auggie|kiro-cli|q|openhands)$/
const packaged = /^(@[\w-]+\/)?(claude-code|codex|gemini-cli|qwen-code|copilot|amp|opencode-ai|auggie)(@.*)?$/

/** The options with which agents work without asking. */
const ungated = new RegExp(
  `(^| )(${[
    String.raw`--(allow-)?dangerously-[\w-]+|--yolo|--allow-all(-tools|-paths)?|--trust-all-tools|--yes-always|--no-confirm`,
    String.raw`--permission-mode[= ]bypassPermissions|--approval-mode[= ]yolo|--skip-permissions[\w-]*|--auto-approve`,
    '(-s|--sandbox)[= ]?danger-full-access|(-a|--ask-for-approval)[= ]?never',
    String.raw`--allowed-?[tT]ools[= ](\*|Bash)`,
  ].join('|')})( |$)`,
)
/** Short options with the same meaning in a single program. */
const short: Readonly<Record<string, RegExp>> = {
  gemini: /(^| )-y( |$)/,
  qwen: /(^| )-y( |$)/,
  'cursor-agent': /(^| )(-f|--force)( |$)/,
  aider: /(^| )--yes( |$)/,
}

/** Options that switch the hooks off or leave the settings with them out, and variables that name other settings. */
const withoutHooks =
  /"disableAllHooks"\s*:\s*true|(^| )--setting-sources\b|(^| )(-c|--config)[= ]?(hooks|features\.\w*hooks)\b|(^| )--disable[= ]\w*hooks\b/
const elsewhere =
  /^(HOME|XDG_CONFIG_HOME|CLAUDE_CONFIG_DIR|CODEX_HOME|GEMINI_CLI_HOME|COPILOT_HOME|QWEN_HOME|CURSOR_CONFIG_DIR)$/

const startsAgent = ({ name, words }: ShellCommand): boolean =>
  agent.test(name) ||
  packaged.test(words[0]?.text ?? '') ||
  (name === 'npx' && words.some((one) => packaged.test(one.text)))

export const agentRules: readonly Rule[] = [
  {
    name: 'agent-without-gates',
    instead: 'Start it with its permission checks, or do the work here.',
    find({ command }) {
      if (!startsAgent(command)) return undefined
      const text = joined(command.words.slice(1))
      if (withoutHooks.test(text) || command.assignments.some(({ name }) => elsewhere.test(name)))
        return ask('start an agent without the hooks that are set up here')
      return ungated.test(text) || short[command.name]?.test(text) === true
        ? ask('start an agent that acts without asking a person')
        : undefined
    },
  },
  {
    name: 'gates',
    programs: list('hookline claude codex gemini'),
    instead: 'Let the person change the guards of this work.',
    find({ command }) {
      if (onlyShows(command)) return undefined
      const text = joined(command.words.slice(1))
      if (command.name === 'hookline')
        return weakens(command.words.slice(1).map((word) => word.text))
          ? ask('remove the hooks that guard this work')
          : undefined
      return /^mcp (add|add-json)\b/.test(text) ? ask('give an agent new tools that run here') : undefined
    },
  },
]
