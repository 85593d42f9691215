/** Finds environment files that are loaded before all variables are printed: `source .env; env`, `docker run --env-file .env x env`. Pure. */
import type { ShellCommand, ShellReading } from '@hookline/core/shell'

/** Returns the files in text order. */
export function findPrintedEnvFiles({ commands }: ShellReading): readonly string[] {
  const last = commands.findLastIndex(printsVariables)
  return commands.flatMap((command, at) => {
    const words = command.words.map(({ text }) => text)
    const sourced = /^(source|\.)$/.test(command.name) ? words.slice(1, 2) : []
    const passed = words.flatMap((text, index) =>
      text.startsWith('--env-file=') ? [text.slice(11)] : words[index - 1] === '--env-file' ? [text] : [],
    )
    const shows = at <= last || (words.includes('compose') && words.includes('config'))
    return shows ? [...sourced, ...passed] : []
  })
}

const printsVariables = ({ name, words, code }: ShellCommand): boolean =>
  (/^(env|printenv|set|export|declare|typeset)$/.test(name) &&
    words.slice(1).every(({ text }) => /^-[px]+$/.test(text))) ||
  (code !== undefined && /process\.env(?![\w.[])|os\.environ(?!\s*[.[])|\bENV\b(?!\s*\[)|getenv\(\)/.test(code.text))
