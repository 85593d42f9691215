/** Rewrites text for PowerShell and `cmd` in POSIX shell syntax, so that the same rules read both. */

/**
 * Signs of Windows syntax: a cmdlet or static method at the start of a command, an environment variable, a drive, `.\` before a name.
 * Each with what it cannot be without. Most commands have little of that, and such an expression takes longer to compile than to run.
 */
const signs: readonly (readonly [needs: RegExp, sign: () => RegExp])[] = [
  [
    /[a-z]-[a-z]/i,
    () =>
      /(^|[;|{(&\n])\s*(Remove|Get|Set|New|Start|Stop|Invoke|Clear|Copy|Move|Test|Add|Write|Out|Select|Where|ForEach|Format|Import|Export|Register|Unregister|Enable|Disable|Restart|Initialize|Rename|Resolve|Suspend|Uninstall|Install)-[a-z]\w+/i,
  ],
  [
    /[-/:%$~*]/,
    () =>
      /(^|[;|{(&\n])\s*(ri|gci|gc|iwr|irm|iex|saps|sasv|spsv|clc|icm|rd|del|erase|type|dir)\s+(-|\/[a-z]|[A-Z]:|%|\$|~\s*\||~\\|\*)/i,
  ],
  [
    /[$%:\\]/,
    () =>
      /\$env:\w+|%(USERPROFILE|APPDATA|SystemRoot|windir|TEMP|TMP|HOMEPATH|ProgramFiles)%|(^|[\s"'=])[A-Z]:\\|(^|[\s;&|])\.\\\w|\[(System\.)?[A-Z]\w*(\.\w+)*\]::|\bHK(LM|CU|CR|U)[:\\]/i,
  ],
  [
    /[$(]|exist/i,
    () => /\bif\s+(not\s+)?exist\s|\$PSVersionTable\b|(^|;\s*)\$\w+ = |^\s*\((?!\()[^()\n]*\)\.[a-z]\w*/i,
  ],
  [/\\/, () => /(^|[\s"'=:])\\\\[\w.-]+\\[\w$]/i],
  [
    /\|/,
    () =>
      /\|\s*(%|foreach(-object)?|\?|where(-object)?)\s*\{|\|\s*select\s+-(first|last|skip|property|expandproperty|unique)\b/i,
  ],
]
const hasSign = (text: string): boolean => signs.some(([needs, sign]) => needs.test(text) && sign().test(text))
export const isWindowsText = (text: string): boolean => text.length < 16_384 && hasSign(withoutEmptyLines(text))

/** Removes empty lines: patterns that begin at a line end and skip white space would scan them again from each line. */
const withoutEmptyLines = (text: string): string => text.replace(/\n(?:[^\S\n]*\n)+/g, '\n')

/** What may follow a value without side effects: a property, an index, or a method that only computes. */
const member = String.raw`(?:\.(?!\w+\()\w+|\[-?\d+\]|\.(?:ToString|Trim(?:Start|End)?|Split|Replace|Substring|To(?:Upper|Lower)(?:Invariant)?|StartsWith|EndsWith|Contains(?:Key)?|Pad(?:Left|Right)|GetType|IndexOf|ToArray|Add(?:Days|Hours|Minutes|Seconds)|Equals)\([^()$;|&]*\))`
/** Operators that compute a value from strings. */
const operator = String.raw`(?:\s+-[ic]?(?:replace|match|notmatch|like|notlike|split|join|eq|ne|gt|lt|ge|le|contains|in|f)\s+(?:'[^']*'|"[^"$]*"|[\w.]+)(?:\s*,\s*(?:'[^']*'|"[^"$]*"))*)`
/** Types whose static members only compute. */
const computing = String.raw`\[(?:System\.)?(?:Math|DateTime|DateTimeOffset|Guid|Version|TimeSpan|String|Int\d*|IO\.Path|Environment)\]::(?!Exit|SetEnv|FailFast)\w+(?:\((?:'[^']*'|"[^"$]*"|[\w.,\s-])*\))?`

const backslashes: readonly [RegExp, string] = [/\\/g, '/']
/** Each Windows construct and its replacement in POSIX syntax, applied in this order. */
const rewrites: readonly (readonly [RegExp, string])[] = [
  [/\$env:(USERPROFILE|HOME)\b|%(USERPROFILE|HOMEDRIVE%%HOMEPATH|HOMEPATH)%|\$HOME\b|\$\{HOME\}/gi, '~'],
  // Backticks and carets are escapes; at the end of a line they continue it.
  [/[`^]\r?\n/g, ' '],
  [/`(?=[A-Za-z-])/g, ''],
  [/\^(?=[A-Za-z&|<>])/g, ''],
  backslashes,
  // `if exist build rd build`: the command after the condition may run.
  [/(^|[;&|(\n]\s*)if\s+(?:\/i\s+)?(?:not\s+)?(?:exist|defined)\s+(?:"[^"]*"|\S+)\s+/gi, '$1'],
  // The arguments end before the next such call: a call without an end would scan the whole text again from each of them.
  [
    /\[(?:System\.)?IO\.(?:Directory|File)\]::Delete\(\s*((?:(?!\]::Delete\()[^,)])*)(?:,(?:(?!\]::Delete\()[^)])*)?\)/gi,
    'Remove-Item -Recurse $1',
  ],
  [/\[(?:System\.)?Diagnostics\.Process\]::Start\(\s*((?:(?!\]::Start\()[^)])*)\)/gi, 'Start-Process $1'],
  // `(Get-Item x).Length`, `(Get-Content a) -replace 'b', 'c'`: the command in parentheses runs.
  [new RegExp(String.raw`(^|[;|{(=\n]\s*)\(([^()]*)\)(?:${member}|${operator})+`, 'gi'), '$1$2'],
  // `$x.Count` and `[math]::Round(1.5)` on their own are only printed.
  [new RegExp(String.raw`(^|[;{\n]\s*)(?:\$\w+${member}|${computing})${member}*\s*(?=$|[;|}\n])`, 'gi'), '$1:'],
  // `('Remove' + '-Item')` is one word.
  [/\(\s*'([^'()]*)'\s*\+\s*'([^'()]*)'\s*\)/g, "'$1$2'"],
  [/\(\s*"([^"()$]*)"\s*\+\s*"([^"()$]*)"\s*\)/g, "'$1$2'"],
  [/(^|[;|{(\n]\s*|&&\s*)[&.]\s*\(\s*('[^']*'|"[^"]*")\s*\)/g, '$1$2'],
  // The call operator, and a script block that is called.
  [/(^|[;|{(\n]\s*|&&\s+)&\s*(?=["'$\w./~{(-])/g, '$1'],
  [/(^|[;|{(\n]\s*|&&\s*)\.\s+(?=["']?[A-Z]\w+-)/g, '$1'],
  [/\|\s*(?:%|foreach(?:-object)?)\s*(?:-process\s*)?\{([^{}]*)\}/gi, '| while read _; do $1; done'],
  [/\|\s*(?:\?|where(?:-object)?)\s*(?:-filterscript\s*)?\{[^{}]*\}/gi, '| Where-Object x'],
  // `foreach ($x in a) { b }`.
  [/\bforeach\s*\(\s*\$\w+\s+in\s+([^(){}]*)\)\s*\{([^{}]*)\}/gi, '$1; $2;'],
  // `if (a) { b } else { c }`: each part may run.
  [/\bif\s*\(([^(){}]*)\)\s*\{([^{}]*)\}/gi, '$1; $2;'],
  [/(?:;|(?<!\s))\s*\belse\s*\{([^{}]*)\}/gi, '; $1;'],
  // A value that is only printed.
  [/(\bdo|;)\s*\$_[\w.]*\s*(?=;)/g, '$1 :'],
  [/(\|\s*)(?:select|sort|measure|group)(?=\s|$)/gi, '$1Select-Object'],
  [/\s-(?:scriptblock|command|filterscript|process|begin|end|action)\s*\{/gi, ' ; {'],
  [/(^|[\s;|(])\{(?=[^\s{])/g, '$1{ '],
  [/(?:([^\s;{$\w])|(?<!\s))\s*\}(?=\s*($|[;|)\n]))/g, '$1; }'],
  [/;\s*;/g, ';'],
  // `$x = …` and `$env:X = …`.
  [/(^|[;{\n]\s*)\$(?:env:|global:|script:)?(\w+)\s*=\s*(?=\S)/g, '$1$2='],
]

const value = String.raw`(?:"[^"]*"|'[^']*'|[^\s;|,"']+)`
const started = new RegExp(
  String.raw`\b(?:Start-Process|saps)\s+(?:-FilePath\s+)?(${value})\s+(?:-(?:ArgumentList|Args)\s+)?(${value}(?:\s*,\s*${value})*)`,
  'gi',
)
/** `Start-Process rm -ArgumentList '-rf','/'` also runs `rm -rf /`. */
const expandStartProcess = (text: string): string =>
  text.replace(started, (all, program: string, args: string) =>
    args.startsWith('-') ? all : `${program} ${args.replace(/["']|\s*,\s*/g, ' ')} ; ${all}`,
  )

/** The text in POSIX shell syntax, as far as rules need it. */
export const toShellText = (text: string): string => rewrite(text, rewrites).replaceAll(ESCAPED_QUOTE, '\\"')

/** The same for programs that read backslashes themselves, as in `printf '\\162\\155' | bash`. */
export const toEscapedShellText = (text: string): string =>
  rewrite(
    text,
    rewrites.filter((one) => one !== backslashes),
  ).replaceAll(ESCAPED_QUOTE, '\\"')

const rewrite = (text: string, rules: typeof rewrites): string =>
  expandStartProcess(
    rules.reduce((whole, [pattern, by]) => whole.replace(pattern, by), hideQuotes(withoutEmptyLines(text.trim()))),
  )

/** `\"` is a quotation mark for the program that gets it, unless it is where a path ends: then no word follows. */
const hideQuotes = (text: string): string => (/\\"[\w/~-]/.test(text) ? text.replaceAll('\\"', ESCAPED_QUOTE) : text)
const ESCAPED_QUOTE = '\uE010'
