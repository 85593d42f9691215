/** `@hookline/core/testing`: cases as data and what runs them. */
export type { Case, CaseHook, CaseRaw, CaseWant } from './case.ts'
export { caseFiles, indexEntries } from './case-files.ts'
export { caseScript, writeCaseFile, writeCaseScripts } from './case-scripts.ts'
export { type CaseResult, differences } from './compare-case.ts'
export { oddFiles, putOddFile } from './odd-files.ts'
export { runRealCase } from './real-case.ts'
export { type CaseRim, runCase } from './run-case.ts'
