/** Finds commands of editors, consoles and small languages that pass text to a shell: `:!x` of vim, `\! x` of psql. */
import { findSedPrograms } from './sed-scripts.ts'

/** For each language, expressions whose first group is shell text. */
const escapes: Readonly<Record<string, readonly RegExp[]>> = {
  vim: [
    /(?:^|[|\n:])[^\S\n]*(?:sil(?:ent)?!?[^\S\n]+)?(?:[\d$%.,']+[^\S\n]*)?(?:(?:r(?:ead)?|w(?:rite)?)[^\S\n]*)?!([^\n]+)/g,
    /\b(?:ter(?:minal)?|system|systemlist|jobstart|job_start|termopen|os\.execute|io\.popen)\b\s*(?:\(\s*)?["']?([^\n"')]+)/g,
  ],
  ed: [/(?:^|\n)[^\S\n]*(?:[\d$%.,;]+[^\S\n]*)?(?:[rweE][^\S\n]+)?!([^\n]+)/g],
  ftp: [/(?:^|[\n;])[^\S\n]*(?:!|shell\s)\s*([^\n;]+)/g, /\|([^\n|]+)/g],
  sftp: [/(?:^|\n)[^\S\n]*-?!\s*([^\n]+)/g],
  mail: [/(?:^|\n)[^\S\n]*(?:~!|!|~\|)\s*([^\n]+)/g],
  psql: [
    /\\!\s*([^\n]+)/g,
    /\\(?:o|g|gx|w|copy[^\n]{0,300}?(?:to|from)\s+program)\s*(?:\|\s*)?'?([^\n']+)/gi,
    /\b(?:to|from)\s+program\s+(?:E?'|\$\$)((?:[^'$]|'')+)/gi,
  ],
  mysql: [/(?:^|[;\n])[^\S\n]*(?:system|\\!)\s+([^\n;]+)/gi, /(?:^|[;\n])[^\S\n]*(?:pager|\\P)\s+([^\n;]+)/gi],
  sqlite: [
    /(?:^|\n)[^\S\n]*\.(?:shell|system)\s+([^\n]+)/g,
    /(?:^|\n)[^\S\n]*\.(?:once|output|import|read)\s+["']?\|([^\n"']+)/g,
  ],
  sqlplus: [/(?:^|[\n;])[^\S\n]*(?:host\s|ho\s|!|\$)[^\S\n]*([^\n;]+)/gi],
  sqlline: [/(?:^|[\n;])[^\S\n]*!(?:sh\s|shell\s)?[^\S\n]*([^\n;]+)/gi],
  kak: [/%sh\s*[{([<|]([^})\]>|]*)/g],
  dc: [/!(?![<>=])\s*([^\n]+)/g],
  m4: [/\b(?:e?syscmd)\s*\(\s*`?([^'\n]+)/g],
  gdb: [
    /(?:^|\n)[^\S\n]*(?:shell|!|make|platform shell|pipe[^|\n]*\|)\s*([^\n]+)/g,
    /\bsystem\s*\(\s*\\?"([^"\\\n]+)/g,
    /\b(?:system|popen|run|call|Popen)\s*\(\s*\[?'([^'\n]+)/g,
  ],
  gnuplot: [
    /(?:^|[\n;])[^\S\n]*!\s*([^\n;]+)/g,
    /\bsystem\s*(?:\(\s*)?["']([^"'\n]+)/g,
    /`([^`]+)`/g,
    /["']<\s*([^"'\n]+)/g,
  ],
  r2: [/(?:^|[;\n])[^\S\n]*!+\s*([^;\n]+)/g],
  msf: [/(?:^|[;\n])[^\S\n]*(?:!|exec|sh)\s+([^;\n]+)/g],
  socat: [/\b(?:EXEC|SYSTEM|SHELL):["']?([^,"']+)/gi],
  make: [
    /(?:^|\n)[^\n:=]*:[^\n;=]*;\s*([^\n]+)/g,
    /(?:^|\n)\t[@+-]*([^\n]+)/g,
    /\$\(shell\s+((?:[^()]|\([^)]*\))+)\)/g,
    /(?:^|\n)[^\S\n]*\w+\s*!=\s*([^\n]+)/g,
  ],
  cmake: [/\bexecute_process\s*\(\s*COMMAND\s+([^)]+)/gi],
  cron: [/(?:^|\n)[^\S\n]*(?:@\w+|(?:\S+\s+){5})([^\n]+)/g],
}

/** Console languages: their input is checked only for what it starts, because unknown input is common (`psql < dump.sql`). */
export const isConsoleLanguage = (language: string): boolean =>
  language === 'sed' || (Object.hasOwn(escapes, language) && language !== 'gdb')

/** The shell texts in console commands; undefined if it is not a console language. */
export function findShellEscapes(language: string, code: string): readonly string[] | undefined {
  if (language === 'sed') return findSedPrograms(code.slice(0, MAX_CODE))
  const rows = Object.hasOwn(escapes, language) ? escapes[language] : undefined
  // `file(REMOVE_RECURSE x)` deletes.
  if (language === 'cmake')
    return [
      ...findMatches(rows ?? [], code),
      ...findMatches([/\bfile\s*\(\s*REMOVE(?:_RECURSE)?\s+([^)]+)/gi], code).map((paths) => `rm -rf ${paths}`),
    ]
  return rows === undefined ? undefined : findMatches(rows, code)
}

const findMatches = (rows: readonly RegExp[], code: string): readonly string[] =>
  rows.flatMap((row) =>
    [...code.slice(0, MAX_CODE).matchAll(row)]
      .map((found) => (found.at(-1) ?? '').trim())
      .filter((text) => text !== ''),
  )
const MAX_CODE = 20_000

const unquoted: Readonly<Record<string, RegExp>> = {
  tex: /(?:\\write18\s*\{|\\input\s*\|\s*"?|\\ShellEscape\s*\{)([^}"\n]+)/g,
  postscript: /%pipe%([^)\n]+)/g,
  // In IPython, Octave and similar consoles, a line that begins with `!` is for the shell.
  python: /(?:^|\n)[^\S\n]*!{1,2}([^\n=][^\n]*)/g,
  octave: /(?:^|\n)[^\S\n]*(?:!|shell\s)([^\n=][^\n]*)/g,
  perl: /\b(?:run|shell)\s*\(?\s*<([^<>\n]{1,400})>/g,
  tcl: /\b(?:exec|spawn|system)\s+((?:-\w+\s+)*[^;\]\n]+)/g,
  rexx: /(?:^|[\n;])[^\S\n]*(?:address\s+\w+\s+)?["']([^"'\n]+)["']/g,
}

/** Programs that a language starts with unquoted words: `exec rm -rf x` of Tcl. */
export function unquotedPrograms(language: string, code: string): readonly string[] {
  const row = Object.hasOwn(unquoted, language) ? unquoted[language] : undefined
  if (row === undefined) return []
  const started = [...code.slice(0, MAX_CODE).matchAll(row)].map(([, text = '']) =>
    // Braces quote a word of Tcl.
    language === 'tcl' ? text.replace(/\{([^{}']*)\}/g, "'$1'") : text,
  )
  return language === 'tcl' ? [...started, ...findTclDeletions(code.slice(0, MAX_CODE))] : started
}

/** `file delete -force x` of Tcl is `rm -rf x`. */
const findTclDeletions = (code: string): readonly string[] =>
  [...code.matchAll(/\bfile\s+delete\s+((?:-force\s+)?)(?:--\s+)?([^;\]\n]+)/g)].map(
    ([, force, paths]) => `rm ${force === '' ? '' : '-rf '}${paths}`,
  )
