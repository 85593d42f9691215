/**
 * Limits every query of a transaction to one team: it cannot read, change or write rows of other teams. On PostgreSQL
 * row-level security enforces the same again. This does not parse `sql` text, so such a query must name the team itself.
 */
import {
  AliasNode,
  BinaryOperationNode,
  ColumnNode,
  type DeleteQueryNode,
  IdentifierNode,
  type InsertQueryNode,
  JoinNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PrimitiveValueListNode,
  type QueryId,
  type QueryResult,
  ReferenceNode,
  type RootOperationNode,
  type SelectQueryNode,
  TableNode,
  type UnknownRow,
  type UpdateQueryNode,
  ValueNode,
  ValuesNode,
  WhereNode,
} from 'kysely'
import { teamColumns } from './schema.ts'

export function teamScope(team: string): KyselyPlugin {
  const transformer = new Scope(team)
  return {
    transformQuery: ({ node, queryId }: PluginTransformQueryArgs): RootOperationNode =>
      transformer.transformNode(node, queryId),
    transformResult: async ({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> => result,
  }
}

class Scope extends OperationNodeTransformer {
  readonly #team: string
  constructor(team: string) {
    super()
    this.#team = team
  }

  protected override transformSelectQuery(node: SelectQueryNode, id?: QueryId): SelectQueryNode {
    return this.#narrowed(super.transformSelectQuery(node, id), node.from?.froms ?? [])
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, id?: QueryId): UpdateQueryNode {
    const changesTeam = node.updates?.some(({ column }) => columnName(column) === 'team_id')
    if (changesTeam === true) throw new Error('a query must not change the team of a row')
    const tables = [...(node.table === undefined ? [] : [node.table]), ...(node.from?.froms ?? [])]
    return this.#narrowed(super.transformUpdateQuery(node, id), tables)
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, id?: QueryId): DeleteQueryNode {
    return this.#narrowed(super.transformDeleteQuery(node, id), [...node.from.froms, ...(node.using?.tables ?? [])])
  }

  protected override transformJoin(node: JoinNode, id?: QueryId): JoinNode {
    const joined = super.transformJoin(node, id)
    const test = this.#testOf(node.table)
    if (test === undefined) return joined
    if (node.joinType !== 'InnerJoin' && node.joinType !== 'LeftJoin')
      throw new Error(`a ${node.joinType} with a team's table cannot be limited to the team`)
    return joined.on === undefined
      ? JoinNode.createWithOn(node.joinType, joined.table, test)
      : JoinNode.cloneWithOn(joined, test)
  }

  protected override transformInsertQuery(node: InsertQueryNode, id?: QueryId): InsertQueryNode {
    const column = node.into === undefined ? undefined : findTeamColumn(node.into)
    if (column !== undefined && this.#teamsWritten(node, column).some((team) => team !== this.#team))
      throw new Error(
        `a new row of ${node.into?.table.identifier.name} does not belong to the team of this transaction`,
      )
    return super.transformInsertQuery(node, id)
  }

  /** Returns the team of each new row, or undefined if it is not a literal value. */
  #teamsWritten({ columns = [], values }: InsertQueryNode, column: string): readonly unknown[] {
    const at = columns.findIndex((candidate) => columnName(candidate) === column)
    if (at < 0 || values === undefined || !ValuesNode.is(values)) return [undefined]
    return values.values.map((row) => {
      if (PrimitiveValueListNode.is(row)) return row.values[at]
      const value = row.values[at]
      return value !== undefined && ValueNode.is(value) ? value.value : undefined
    })
  }

  #narrowed<N extends { readonly where?: WhereNode }>(node: N, tables: readonly OperationNode[]): N {
    const tests = tables.flatMap((table) => this.#testOf(table) ?? [])
    const where = tests.reduce<WhereNode | undefined>(
      (sum, test) => (sum === undefined ? WhereNode.create(test) : WhereNode.cloneWithOperation(sum, 'And', test)),
      node.where,
    )
    return where === undefined ? node : { ...node, where }
  }

  #testOf(table: OperationNode): OperationNode | undefined {
    const column = findTeamColumn(table)
    const as = findAlias(table)
    if (column === undefined || as === undefined) return undefined
    const reference = ReferenceNode.create(ColumnNode.create(column), TableNode.create(as))
    return BinaryOperationNode.create(reference, OperatorNode.create('='), ValueNode.create(this.#team))
  }
}

const columnName = (column: OperationNode): string | undefined =>
  ColumnNode.is(column) ? column.column.name : undefined

function findTeamColumn(table: OperationNode): string | undefined {
  const node = AliasNode.is(table) ? table.node : table
  if (!TableNode.is(node)) return undefined
  const { name } = node.table.identifier
  // The condition checks that the name is a key.
  return Object.hasOwn(teamColumns, name) ? teamColumns[name as keyof typeof teamColumns] : undefined
}

function findAlias(table: OperationNode): string | undefined {
  if (AliasNode.is(table)) return IdentifierNode.is(table.alias) ? table.alias.name : undefined
  return TableNode.is(table) ? table.table.identifier.name : undefined
}
