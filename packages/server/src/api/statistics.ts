import { defineHandlers } from '../contract/types.ts'
import { readOneMoment } from '../db/transaction.ts'
import { countHit } from '../domain/rate-limit.ts'
import { editionOf } from '../domain/statistics/as-of.ts'
import { openData } from '../domain/statistics/open-data/open-data.ts'
import { confirmOutlier } from '../domain/statistics/outlier-decision.ts'
import { usageOutliers } from '../domain/statistics/outliers.ts'
import { statPeriods } from '../domain/statistics/periods.ts'
import { pipeline } from '../domain/statistics/pipeline/pipeline.ts'
import { publications } from '../domain/statistics/publications.ts'
import { restatements } from '../domain/statistics/restatement.ts'
import { scaleLayout, scaleRow } from '../domain/statistics/scale.ts'
import { exportScale } from '../domain/statistics/scale-export.ts'
import { scaleRank } from '../domain/statistics/scale-rank.ts'
import { usageStatistics } from '../domain/statistics/usage.ts'
import { usageSpread } from '../domain/statistics/usage-spread.ts'
import { usageTimeliness } from '../domain/statistics/usage-timeliness.ts'
import { publishPeriod } from '../domain/warehouse/publish.ts'
import { verifyPublication } from '../domain/warehouse/verify.ts'
import { withdrawRevision } from '../domain/warehouse/withdraw.ts'
import { day } from '../runtime/time.ts'
import { XLSX } from '../workbook/index.ts'

const yearOf = (moment: Date) => Number(day(moment).slice(0, 4))

export const statisticsHandlers = defineHandlers({
  async getScaleLayout({ query, user }, { db, now }) {
    const { groupBy = [], source, asOf, ...filter } = query
    const edition = await editionOf(db, { asOf, side: source }, now())
    const request = { ...filter, edition, side: source, dimensions: [...new Set(groupBy)] }
    return (await scaleLayout(db, request, user, yearOf(now()))).map(scaleRow)
  },

  async getPipeline({ query, user }, { db, now }) {
    const { source: side, asOf, ...filter } = query
    const edition = await editionOf(db, { asOf, side }, now())
    return pipeline(db, { ...filter, side, edition }, user, day(now()))
  },

  async getUsageStatistics({ query, user }, { db, now }) {
    const { groupBy = [], source: side, asOf, ...filter } = query
    const edition = await editionOf(db, { asOf, side }, now())
    const request = { ...filter, side, edition, dimensions: [...new Set(groupBy)] }
    return usageStatistics(db, request, user, day(now()))
  },

  async listUsageOutliers({ query, user }, { db, now }) {
    return usageOutliers(db, query, user, day(now()))
  },

  async confirmUsageOutlier({ body, user }, { change, now }) {
    return change((trx) => confirmOutlier(trx, body, user, now()))
  },

  async getUsageSpread({ query, user }, { db, now }) {
    const { source: side, asOf, ...filter } = query
    const edition = await editionOf(db, { asOf, side }, now())
    return usageSpread(db, { ...filter, side, edition }, user, day(now()))
  },

  async getUsageTimeliness({ query, user }, { db, now }) {
    return usageTimeliness(db, query, user, day(now()))
  },

  async getScaleRank({ query: { asOf, ...period }, user }, { db, now }) {
    const edition = await editionOf(db, { asOf, side: 'warehouse' }, now())
    return scaleRank(db, { ...period, edition }, user)
  },

  async listStatPeriods(_call, { db, now }) {
    return statPeriods(db, now())
  },

  async listStatRestatements({ query, user }, { db }) {
    return restatements(db, query, user)
  },

  async listPublications({ query }, { db }) {
    return publications(db, query)
  },

  async verifyPublication({ query, user }, { db, transact }) {
    await countHit(db, { key: `verify-publication:${user.id}`, max: 6, seconds: 60 })
    return verifyPublication(db, transact, query.batch)
  },

  async publishPeriod({ body, user }, { change, now }) {
    return change((trx) => publishPeriod(trx, body, user, now))
  },

  async withdrawRevision({ body, user }, { change, transact, now }) {
    if (!body.dryRun) return change((trx) => withdrawRevision(trx, body, user, now))
    return transact(async (trx) => {
      await readOneMoment(trx)
      return withdrawRevision(trx, body, user, now)
    })
  },

  async downloadOpenData({ query, user }, services) {
    return openData(query, user, services)
  },

  async exportMapData({ body, user }, { db, now }) {
    const { dimensions, source, asOf, ...filter } = body
    const edition = await editionOf(db, { asOf, side: source }, now())
    const request = { ...filter, asOf, edition, side: source, dimensions: [...new Set(dimensions)] }
    return {
      fileName: `规模布局统计-${body.year}${body.quarter ? `Q${body.quarter}` : ''}.xlsx`,
      contentType: XLSX,
      content: await exportScale(db, request, user, now()),
    }
  },
})
