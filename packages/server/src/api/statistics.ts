import type { components } from '@xinchu/contract/schema'
import { defineHandlers } from '../contract/types.ts'
import type { Db } from '../db/database.ts'
import { readOneMoment } from '../db/transaction.ts'
import { countHit } from '../domain/rate-limit.ts'
import { editionOf } from '../domain/statistics/as-of.ts'
import { type GivenFilter, statFilter } from '../domain/statistics/filter.ts'
import { openData } from '../domain/statistics/open-data/open-data.ts'
import { confirmOutlier } from '../domain/statistics/outlier-decision.ts'
import { usageOutliers } from '../domain/statistics/outliers.ts'
import { statPeriods } from '../domain/statistics/periods.ts'
import { pipeline } from '../domain/statistics/pipeline/pipeline.ts'
import { publications } from '../domain/statistics/publications.ts'
import { restatements } from '../domain/statistics/restatement.ts'
import { scaleLayout, scaleRow } from '../domain/statistics/scale.ts'
import { exportScale } from '../domain/statistics/scale-export.ts'
import { scaleQuarters } from '../domain/statistics/scale-quarters.ts'
import { scaleRank } from '../domain/statistics/scale-rank.ts'
import { usageWithMissing } from '../domain/statistics/usage-missing.ts'
import { usageSpread } from '../domain/statistics/usage-spread.ts'
import { usageTimeliness } from '../domain/statistics/usage-timeliness.ts'
import { publishPeriod } from '../domain/warehouse/publish.ts'
import { verifyPublication } from '../domain/warehouse/verify.ts'
import { withdrawRevision } from '../domain/warehouse/withdraw.ts'
import { day } from '../runtime/time.ts'
import { XLSX } from '../workbook/index.ts'

type DataSide = components['schemas']['DataSide']

interface Asked extends GivenFilter {
  year?: number
  quarter?: number
  source?: DataSide
  asOf?: string
}

/** Period, source and filters of a call. @throws HttpError 400 naming what there is not */
async function statRequest(db: Db, asked: Asked, now: Date) {
  const { year, quarter, source: side, asOf } = asked
  const filter = await statFilter(db, asked)
  return { ...filter, year, quarter, side, edition: await editionOf(db, { asOf, side }, now) }
}

const yearOf = (moment: Date) => Number(day(moment).slice(0, 4))

export const statisticsHandlers = defineHandlers({
  async getScaleLayout({ query, user }, { db, now }) {
    const { groupBy = [], ...asked } = query
    const request = { ...(await statRequest(db, asked, now())), dimensions: [...new Set(groupBy)] }
    return (await scaleLayout(db, request, user, yearOf(now()))).map(scaleRow)
  },

  async getPipeline({ query, user }, { db, now }) {
    return pipeline(db, await statRequest(db, query, now()), user, day(now()))
  },

  async getUsageStatistics({ query, user }, { db, now }) {
    const { groupBy = [], ...asked } = query
    const request = { ...(await statRequest(db, asked, now())), dimensions: [...new Set(groupBy)] }
    return usageWithMissing(db, request, user, now())
  },

  async listUsageOutliers({ query, user }, { db, now }) {
    const { rule, confirmed, page, size, ...asked } = query
    const filter = await statRequest(db, asked, now())
    return usageOutliers(db, { ...filter, rule, confirmed, page, size }, user, day(now()))
  },

  async confirmUsageOutlier({ body, user }, { change, now }) {
    return change((trx) => confirmOutlier(trx, body, user, now()))
  },

  async getUsageSpread({ query, user }, { db, now }) {
    return usageSpread(db, await statRequest(db, query, now()), user, day(now()))
  },

  async getUsageTimeliness({ query, user }, { db, now }) {
    return usageTimeliness(db, await statRequest(db, query, now()), user, day(now()))
  },

  async getScaleQuarters({ query, user }, { db, now }) {
    const { quarters = 12, ...asked } = query
    const request = { ...(await statRequest(db, asked, now())), quarters, asOf: asked.asOf }
    return scaleQuarters(db, request, user, now())
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
    const { dimensions, ...asked } = body
    const filter = await statRequest(db, asked, now())
    const request = { ...filter, asOf: body.asOf, dimensions: [...new Set(dimensions)] }
    return {
      fileName: `规模布局统计-${body.year}${body.quarter ? `Q${body.quarter}` : ''}.xlsx`,
      contentType: XLSX,
      content: await exportScale(db, request, user, now()),
    }
  },
})
