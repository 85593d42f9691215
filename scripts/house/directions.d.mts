/** One row of a table of directions: which files it holds, and which layers or files they may import. */
export interface Layer {
  readonly is: RegExp
  readonly may: readonly string[]
}
interface Import {
  readonly from: string
  readonly to: string
  readonly isType: boolean
}
export interface SourceTree {
  readonly files: readonly string[]
  readonly imports: readonly Import[]
  readonly sourceImports: readonly Import[]
  readonly packageImports: readonly { readonly from: string; readonly specifier: string }[]
  readonly entries: ReadonlySet<string>
}
export function readSourceTree(packageName: string): SourceTree
export function layersOfFolders(folders: Readonly<Record<string, readonly string[]>>): Record<string, Layer>
export function findForbiddenImports(tree: SourceTree, layers: Readonly<Record<string, Layer>>): string[]
export function describeCycles(tree: SourceTree): string[]
