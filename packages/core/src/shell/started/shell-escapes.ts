/** The commands of editors, consoles and small languages that hand text to a shell: `:!x` of vim, `\! x` of psql. */

/** For each language, expressions whose first group is shell text. */
const escapes: Readonly<Record<string, readonly RegExp[]>> = {
  vim: [
    /(?:^|[|\n:])\s*(?:sil(?:ent)?!?\s+)?(?:[\d$%.,']*)\s*(?:r(?:ead)?|w(?:rite)?)?\s*!\s*([^\n]+)/g,
    /\b(?:ter(?:minal)?|system|systemlist|jobstart|job_start|termopen|os\.execute|io\.popen)\b\s*\(?\s*["']?([^\n"')]+)/g,
  ],
  ed: [/(?:^|\n)\s*(?:[\d$%.,;]*)\s*(?:[rweE]\s+)?!\s*([^\n]+)/g],
  ftp: [/(?:^|[\n;])\s*!\s*([^\n;]+)/g, /\|([^\n|]+)/g],
  sftp: [/(?:^|\n)\s*-?!\s*([^\n]+)/g],
  mail: [/(?:^|\n)\s*(?:~!|!|~\|)\s*([^\n]+)/g],
  psql: [
    /\\!\s*([^\n]+)/g,
    /\\(?:o|g|gx|w|copy[^\n]*?(?:to|from)\s+program)\s*\|?\s*'?([^\n']+)/gi,
    /\b(?:to|from)\s+program\s+(?:E?'|\$\$)((?:[^'$]|'')+)/gi,
  ],
  mysql: [/(?:^|[;\n])\s*(?:system|\\!)\s+([^\n;]+)/gi, /(?:^|[;\n])\s*(?:pager|\\P)\s+([^\n;]+)/gi],
  sqlite: [
    /(?:^|\n)\s*\.(?:shell|system)\s+([^\n]+)/g,
    /(?:^|\n)\s*\.(?:once|output|import|read)\s+["']?\|([^\n"']+)/g,
  ],
  sqlplus: [/(?:^|[\n;])[^\S\n]*(?:host\s|ho\s|!|\$)[^\S\n]*([^\n;]+)/gi],
  sqlline: [/(?:^|[\n;])[^\S\n]*!(?:sh\s|shell\s)?[^\S\n]*([^\n;]+)/gi],
  kak: [/%sh\s*[{([<|]([^})\]>|]*)/g],
  dc: [/!(?![<>=])\s*([^\n]+)/g],
  m4: [/\b(?:e?syscmd)\s*\(\s*`?([^'\n]+)/g],
  gdb: [
    /(?:^|\n)\s*(?:shell|!|make|platform shell|pipe[^|\n]*\|)\s*([^\n]+)/g,
    /\bsystem\s*\(\s*\\?"([^"\\\n]+)/g,
    /\b(?:system|popen|run|call|Popen)\s*\(\s*\[?'([^'\n]+)/g,
  ],
  gnuplot: [/(?:^|[\n;])\s*!\s*([^\n;]+)/g, /\bsystem\s*\(?\s*["']([^"'\n]+)/g, /`([^`]+)`/g, /["']<\s*([^"'\n]+)/g],
  r2: [/(?:^|[;\n])\s*!+\s*([^;\n]+)/g],
  msf: [/(?:^|[;\n])\s*(?:!|exec|sh)\s+([^;\n]+)/g],
  socat: [/\b(?:EXEC|SYSTEM|SHELL):["']?([^,"']+)/gi],
  make: [
    /(?:^|\n)[^\n:=]*:[^\n;=]*;\s*([^\n]+)/g,
    /(?:^|\n)\t[@+-]*([^\n]+)/g,
    /\$\(shell\s+((?:[^()]|\([^)]*\))+)\)/g,
    /(?:^|\n)\s*\w+\s*!=\s*([^\n]+)/g,
  ],
  cmake: [/\bexecute_process\s*\(\s*COMMAND\s+([^)]+)/gi],
  cron: [/(?:^|\n)\s*(?:@\w+|(?:\S+\s+){5})([^\n]+)/g],
}

/** Languages of consoles: what they read is judged by what it starts, and unread input is everyday (`psql < dump.sql`). */
export const isConsoleLanguage = (language: string): boolean =>
  language === 'sed' || (Object.hasOwn(escapes, language) && language !== 'gdb')

/** The shell texts in a console's commands; undefined for a language that is not one of a console. */
export function escapesOf(language: string, code: string): readonly string[] | undefined {
  if (language === 'sed') return sedPrograms(code.slice(0, MOST_CODE))
  const rows = Object.hasOwn(escapes, language) ? escapes[language] : undefined
  // `file(REMOVE_RECURSE x)` deletes.
  if (language === 'cmake')
    return [
      ...matched(rows ?? [], code),
      ...matched([/\bfile\s*\(\s*REMOVE(?:_RECURSE)?\s+([^)]+)/gi], code).map((paths) => `rm -rf ${paths}`),
    ]
  return rows === undefined ? undefined : matched(rows, code)
}

const matched = (rows: readonly RegExp[], code: string): readonly string[] =>
  rows.flatMap((row) =>
    [...code.slice(0, MOST_CODE).matchAll(row)]
      .map((found) => (found.at(-1) ?? '').trim())
      .filter((text) => text !== ''),
  )
const MOST_CODE = 20_000

const unquoted: Readonly<Record<string, RegExp>> = {
  tex: /(?:\\write18\s*\{|\\input\s*\|\s*"?|\\ShellEscape\s*\{)([^}"\n]+)/g,
  postscript: /%pipe%([^)\n]+)/g,
  // A line of IPython, Octave and their kin that begins with `!` is for the shell.
  python: /(?:^|\n)[^\S\n]*!{1,2}([^\n=][^\n]*)/g,
  octave: /(?:^|\n)[^\S\n]*(?:!|shell\s)([^\n=][^\n]*)/g,
  perl: /\b(?:run|shell)\s*\(?\s*<([^<>\n]{1,400})>/g,
  tcl: /\b(?:exec|spawn|system)\s+((?:-\w+\s+)*[^;\]\n]+)/g,
  rexx: /(?:^|\n|;)\s*(?:address\s+\w+\s+)?["']([^"'\n]+)["']/g,
}

/** Programs that a language starts by bare words: `exec rm -rf x` of Tcl. */
export function unquotedPrograms(language: string, code: string): readonly string[] {
  const row = Object.hasOwn(unquoted, language) ? unquoted[language] : undefined
  if (row === undefined) return []
  const started = [...code.slice(0, MOST_CODE).matchAll(row)].map(([, text]) => text ?? '')
  return language === 'tcl' ? [...started, ...tclDeletions(code.slice(0, MOST_CODE))] : started
}

/** `file delete -force x` of Tcl is `rm -rf x`. */
const tclDeletions = (code: string): readonly string[] =>
  [...code.matchAll(/\bfile\s+delete\s+((?:-force\s+)?)(?:--\s+)?([^;\]\n]+)/g)].map(
    ([, force, paths]) => `rm ${force === '' ? '' : '-rf '}${paths}`,
  )

/** `1e rm x`, and `s/a/rm x/e`, which runs what the line becomes. */
function sedPrograms(script: string): readonly string[] {
  const run = [
    ...script.matchAll(/(?:^|[;\n{])\s*(?:\d+|\$|\/[^/\n]*\/)?(?:,[+~]?(?:\d+|\$|\/[^/\n]*\/))?\s*!?\s*e\s+([^\n]+)/g),
  ]
  const replaced = [...script.matchAll(/s([^\w\s\\])/g)].flatMap(({ index, 1: mark = '' }) => {
    const pattern = closedBy(script, index + 2, mark)
    const text = closedBy(script, pattern + 1, mark)
    return /^[gpiImM\d]*e/.test(script.slice(text + 1, text + 12)) ? [script.slice(pattern + 1, text)] : []
  })
  return [...run.map(([, text]) => text ?? ''), ...replaced.slice(0, 50)]
}

/** Where the next mark without a backslash stands; a command of sed is short. */
function closedBy(script: string, from: number, mark: string): number {
  for (let at = from; at < Math.min(script.length, from + 1_000); at++) {
    if (script[at] === '\\') at++
    else if (script[at] === mark) return at
  }
  return script.length
}
