// What the figures make an exception for, each with its reason.

/** Files that are mostly rows of data. Their lines count, and are also reported on their own. */
export const tables = [
  { path: /^packages\/core\/src\/shell\/programs\//, why: 'a row for each program' },
  { path: /^packages\/core\/src\/protocol\/(events\/|problems\.ts$)/, why: 'a row for each event and each problem' },
  { path: /^packages\/packs\/src\/shell-guard\/rules\//, why: 'a row for each dangerous command' },
  { path: /^packages\/packs\/src\/[^/]+\/cases\.ts$/, why: 'the cases of a pack' },
  { path: /^packages\/team\/src\/server\/store\/migrations\//, why: 'a file for each version of the schema' },
]

/** Folders that hold one file for each row of a list. They may be large, and each file has one importer: the list. */
export const rowFolders = [
  { path: 'packages/core/src/shell/programs', why: 'a file for each group of programs' },
  { path: 'packages/packs/src/shell-guard/rules', why: 'a file for each group of rules' },
  { path: 'packages/cli/src/commands', why: 'a file for each command' },
  { path: 'packages/cli/src/lint/rules', why: 'a file for each rule of the linter' },
  { path: 'packages/cli/src/lint/rules/commands', why: 'a file for each rule of the linter' },
  { path: 'packages/team/src/server/store/migrations', why: 'a file for each version of the schema' },
]

export const isRowFile = (path) => rowFolders.some((folder) => path.startsWith(`${folder.path}/`))
