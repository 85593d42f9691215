// The words that Hookline does not use, with the word to use instead. The glossary is in `docs/ARCHITECTURE.md`.

/**
 * `where: 'names'` checks identifiers and file names only, because the word is ordinary English in a sentence.
 * `forms` are the spellings to find; without it the word itself.
 */
export const words = [
  { word: 'mend', forms: ['mend', 'mends', 'mended', 'mending'], use: 'fix' },
  { word: 'cure', forms: ['cure', 'cures', 'cured', 'curing'], use: 'fix' },
  { word: 'deed', forms: ['deed', 'deeds'], use: 'act, audit event' },
  { word: 'shelf', forms: ['shelf', 'shelves'], use: 'cache' },
  { word: 'pace', use: 'rate limit' },
  { word: 'ear', forms: ['ear', 'ears'], use: 'field context' },
  { word: 'hear', forms: ['hear', 'hears', 'heard', 'hearing'], use: 'isConfigured, hasActiveHook, read, receive' },
  { word: 'tell', forms: ['tell', 'tells', 'told', 'telling'], use: 'report, print, send, distinguish' },
  { word: 'said', use: 'message, label, reply, printed' },
  { word: 'whoever', use: 'the caller, any user' },
  { word: 'nobody', use: 'no one in the sentence: "no hook", "no user"' },
  { word: 'unasked', use: 'skipped' },
  { word: 'silent', forms: ['silent', 'silently'], use: 'no opinion, without a message' },
  { word: 'look', forms: ['look', 'looks', 'looked'], use: 'pass, check, theme', where: 'names' },
  { word: 'place', forms: ['place', 'places', 'placed'], use: 'location, source, directory', where: 'names' },
  { word: 'held', use: 'skipped, blocked', where: 'names' },
  { word: 'room', use: 'memory budget, capacity', where: 'names' },
  { word: 'box', use: 'sandbox, scratch copy', where: 'names' },
  { word: 'live', use: 'cache, stream', where: 'names' },
  { word: 'texts', use: 'strings, validation', where: 'names' },
  { word: 'journal', use: 'audit log', where: 'names' },
]

/** Published names, quotations and terms of libraries. They are removed before the words are looked for. */
export const exceptions = [
  { text: /\bnobody-to-ask\b|\bnobodyToAsk\b/g, why: 'a published reason code' },
  { text: /\bheard-no\b|\bheardNo\b/g, why: 'a published reason code' },
  { text: /['"`]silent['"`]|--silent\b|\bsilent:/g, why: 'a published reason code and an option of npm and vite' },
  { text: /['"`]nobody['"`]/g, why: 'a published reason code' },
  { text: /\bjournal_(sequence|hash)\b|^ {2}journal: (\{|'team_id')/gm, why: 'names of tables and columns' },
  { text: /\b[lL]istJournal\b|\bJournal(Entry|Check)\b/g, why: 'names of the team protocol' },
  { text: /'silent-deny'/g, why: 'a family of defects in the labelled workspaces' },
  { text: /\bjournal: \(page\)/g, why: 'the address of the audit log in the dashboard' },
  { text: /--cure\b|values\.cure\b|\bcure: \{ type/g, why: 'a published flag of `hookline import`' },
  { text: /\bcure(?=,| =| \}|: fix\b|: string\n)/g, why: 'a published field of the notes of `hookline import --json`' },
  {
    text: /^ {2}hears\(name: EventName\)|\bhears: isConfigured\b|`hears`/gm,
    why: 'the deprecated name of `Hooks.isConfigured`',
  },
  { text: /\bheld\b/g, why: 'a published field of an entry' },
  { text: /\blook: (?:run\.look|pass\.number|1|2)\b|\brun\.look\b/g, why: 'a published field of a run' },
  { text: /'nobody: no hook would run/g, why: 'a published reason code' },
  {
    text: /\bonMissing=tell\b|['"`]tell['"`]|(?:'|\| )tell reports/g,
    why: 'a published value of a parameter of session-init',
  },
  { text: /\bVBoxManage\b|\bceph: .*/g, why: 'programs and their commands' },
  { text: /SilentlyContinue/g, why: 'a setting of PowerShell' },
  { text: /\bnobody:nogroup\b|user nobody|gosu nobody|uid of nobody/gi, why: 'the account named nobody' },
  {
    text: /placeholder|replaceAll|\.live\b|aria-live|live-region|BoundingBox|checkbox|box-s[a-z]+/gi,
    why: 'names of the DOM and CSS',
  },
]

/** Directories and files that still have such words. The list only gets shorter. */
export const pending = []

/** Data that is not ours to word: commands, workspaces with defects, generated code and the list itself. */
export const ignored = [
  /^labelled\//,
  /^packages\/packs\/corpus\//,
  /\/gen\//,
  /^schemas\//,
  /^package-lock\.json$/,
  /^scripts\/words\//,
  /\/families\/.*\.txt$/,
  /^LICENSE/,
]
