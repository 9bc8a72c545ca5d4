import { defineHandlers } from '../contract/types.ts'
import { listSuccessions, recordSuccession, regionUsage } from '../domain/region-moves/successions.ts'
import { type RegionNode, regionNodes } from '../domain/regions/nodes.ts'
import { statFilter } from '../domain/statistics/filter.ts'
import { figuresByPlace, withFigures } from '../domain/statistics/places.ts'
import { day } from '../runtime/time.ts'

export const regionHandlers = defineHandlers({
  async listChinaDict({ query, user }, { db }) {
    const { withStats, level, parentCode, year } = query
    const nodes = await regionNodes(db, level ?? 3)
    const asked = { ...(await statFilter(db, query)), level, parentCode, year }
    const all = withStats ? withFigures(nodes, await figuresByPlace(db, asked, user)) : nodes
    return all.filter(
      (node) =>
        (level === undefined || node.level === level) &&
        (parentCode === undefined || node.parentCode === parentCode),
    )
  },

  async getChinaDictTree({ query, caller }, { db }) {
    const plain = await regionNodes(db, query.depth ?? 3, query.withEnded)
    const figuresOf =
      query.withStats && caller ? await figuresByPlace(db, { year: query.year }, caller) : () => ({})
    const nodes: RegionNode[] = plain.map((node) => ({ ...node, ...figuresOf(node.value) }))
    const byCode = new Map(nodes.map((node) => [node.value, node]))
    const roots: RegionNode[] = []
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

  async listRegionSuccessions(_call, { db }) {
    return { successions: await listSuccessions(db), usage: await regionUsage(db) }
  },

  async recordRegionSuccession({ body, user }, { change, now }) {
    return change((trx) => recordSuccession(trx, body, user, day(now())))
  },
})
