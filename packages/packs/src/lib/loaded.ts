/** Environment files that are loaded before every variable is printed: `source .env; env`, `docker run --env-file .env x env`. Pure. */
import type { ShellCommand, ShellReading } from '@hookline/core/shell'

/** The files, in the order of the text. */
export function loadedAndPrinted({ commands }: ShellReading): readonly string[] {
  const last = commands.findLastIndex(printsVariables)
  return commands.flatMap((command, at) => {
    const texts = command.words.map(({ text }) => text)
    const sourced = /^(source|\.)$/.test(command.name) ? texts.slice(1, 2) : []
    const handed = texts.flatMap((text, place) =>
      text.startsWith('--env-file=') ? [text.slice(11)] : texts[place - 1] === '--env-file' ? [text] : [],
    )
    const shows = at <= last || (texts.includes('compose') && texts.includes('config'))
    return shows ? [...sourced, ...handed] : []
  })
}

const printsVariables = ({ name, words, code }: ShellCommand): boolean =>
  (/^(env|printenv|set|export|declare|typeset)$/.test(name) &&
    words.slice(1).every(({ text }) => /^-[px]+$/.test(text))) ||
  (code !== undefined && /process\.env(?![\w.[])|os\.environ(?!\s*[.[])|\bENV\b(?!\s*\[)|getenv\(\)/.test(code.text))
