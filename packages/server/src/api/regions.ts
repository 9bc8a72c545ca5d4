import type { components } from '@xinchu/sdk/schema'
import { defineHandlers } from '../contract/types.ts'
import type { Db } from '../db/database.ts'
import { figuresByPlace } from '../domain/statistics/places.ts'

type Node = components['schemas']['ChinaDictNode']

async function regionNodes(db: Db, most: number): Promise<Node[]> {
  const rows = await db.selectFrom('region').selectAll().where('level', '<=', most).orderBy('code').execute()
  return rows.map((row) => ({
    value: row.code,
    label: row.name,
    shortName: row.short_name,
    level: row.level,
    regionGroup: row.region_group,
    ...(row.parent_code ? { parentCode: row.parent_code } : {}),
    ...(row.map_name ? { mapName: row.map_name } : {}),
    ...(row.lng === null ? {} : { lng: row.lng }),
    ...(row.lat === null ? {} : { lat: row.lat }),
  }))
}

export const regionHandlers = defineHandlers({
  async listChinaDict({ query, user }, { db }) {
    const { withStats, ...asked } = query
    const { level, parentCode } = asked
    const nodes = await regionNodes(db, level ?? 3)
    const figuresOf = withStats ? await figuresByPlace(db, asked, user) : () => ({})
    const chosen = nodes.filter(
      (node) =>
        (level === undefined || node.level === level) &&
        (parentCode === undefined || node.parentCode === parentCode),
    )
    return chosen.map((node) => ({ ...node, ...figuresOf(node.value) }))
  },

  async getChinaDictTree({ query, caller }, { db }) {
    const plain = await regionNodes(db, query.depth ?? 3)
    const figuresOf =
      query.withStats && caller ? await figuresByPlace(db, { year: query.year }, caller) : () => ({})
    const nodes: Node[] = plain.map((node) => ({ ...node, ...figuresOf(node.value) }))
    const byCode = new Map(nodes.map((node) => [node.value, node]))
    const roots: Node[] = []
    for (const node of nodes) {
      const parent = node.parentCode === undefined ? undefined : byCode.get(node.parentCode)
      if (!parent) roots.push(node)
      else {
        parent.children ??= []
        parent.children.push(node)
      }
    }
    return roots
  },
})
