import type { components } from '@xinchu/contract/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { readUnchanged } from '../../db/read-unchanged.ts'
import type { Row } from '../../db/schema.ts'
import { reply } from '../reply.ts'

export type RegionNode = components['schemas']['ChinaDictNode']
type RegionRow = Row<'region'>

const nodesOf = new WeakMap<readonly RegionRow[], readonly RegionNode[]>()

/** Only the record of a succession changes divisions. */
const STATE = sql`select count(*), max(id) from region_succession`

const nodeOf = (row: RegionRow): RegionNode =>
  reply<RegionNode>({
    value: row.code,
    label: row.name,
    shortName: row.short_name,
    level: row.level,
    regionGroup: row.region_group,
    parentCode: row.parent_code,
    mapName: row.map_name,
    lng: row.lng,
    lat: row.lat,
    endedOn: row.ended_on,
    successorCode: row.successor_code,
  })

/** Divisions down to a level, which must not be changed; ended ones on demand. */
export async function regionNodes(db: Db, most: number, withEnded = false): Promise<readonly RegionNode[]> {
  const isWanted: RawBuilder<boolean> = withEnded ? sql`true` : sql`ended_on is null`
  const query = sql<RegionRow>`select * from region where level <= ${most} and ${isWanted} order by code`
  const rows = await readUnchanged(db, STATE, query)
  const nodes = nodesOf.get(rows) ?? rows.map(nodeOf)
  nodesOf.set(rows, nodes)
  return nodes
}
