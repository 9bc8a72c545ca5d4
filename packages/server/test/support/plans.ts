import { CompiledQuery, type KyselyPlugin } from 'kysely'
import type { DbPool } from '../../src/db/database.ts'

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: PlanNode[]
}

/** A scan in a query plan, and its index if one is used. */
export interface Scan {
  table: string
  kind: string
  index?: string
}

const scansOf = (node: PlanNode): Scan[] => {
  const own = node['Relation Name']
    ? [{ table: node['Relation Name'], kind: node['Node Type'], index: node['Index Name'] }]
    : []
  const below = (node.Plans ?? []).flatMap(scansOf)
  // A bitmap's index stands below what reads the table.
  const index = below.find((each) => each.table === '')?.index
  if (own.length === 0 && node['Index Name'])
    return [{ table: '', kind: node['Node Type'], index: node['Index Name'] }, ...below]
  return [...own.map(({ index: its, ...scan }) => ({ ...scan, index: its ?? index ?? '' })), ...below]
}

/** Returns the planned scans of each query that a function makes. */
export async function plansOf(db: DbPool, work: (db: DbPool) => Promise<unknown>): Promise<Scan[]> {
  const queries: CompiledQuery[] = []
  const listener: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      queries.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    async transformResult({ result }) {
      return result
    },
  }
  await work(db.withPlugin(listener))
  const scans: Scan[] = []
  for (const query of queries) {
    const explained = CompiledQuery.raw(`explain (format json) ${query.sql}`, [...query.parameters])
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(explained)
    scans.push(...(rows[0]?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => scansOf(Plan)))
  }
  return scans.filter(({ table }) => table !== '')
}
