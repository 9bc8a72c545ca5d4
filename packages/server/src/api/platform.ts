import { sql } from 'kysely'
import { defineHandlers } from '../contract/types.ts'
import { containing } from '../db/sql.ts'
import { definedOnly } from '../domain/auth/info.ts'
import { SAMPLE_PASSWORD } from '../domain/auth/sample-password.ts'
import { mapCodes, mapOf } from '../domain/platform/maps.ts'
import { readiness } from '../domain/platform/readiness.ts'
import { isSampleDatabase } from '../domain/platform/sample.ts'
import type { SmsOutbox } from '../domain/sms/runner.ts'
import { HttpError } from '../errors.ts'
import { version } from '../version.ts'

const smsState = async (sms: SmsOutbox | undefined) => {
  if (!sms) return 'off' as const
  return (await sms.isDown()) ? ('down' as const) : ('on' as const)
}

export const platformHandlers = defineHandlers({
  async getPlatform(_input, { db, config, sampleAccounts, sms }) {
    const isSample = await isSampleDatabase(db)
    const maps = await mapCodes(config)
    return {
      title: config.title,
      version,
      captchaEnabled: config.captcha,
      watermark: config.watermark,
      showSettings: config.showSettings,
      showFooter: config.showFooter,
      sms: await smsState(sms),
      demo: isSample,
      ...definedOnly({
        caseNumber: config.caseNumber || undefined,
        publicSecurityNumber: config.publicSecurityNumber || undefined,
        mapCaption: config.mapCaption || undefined,
        maps: maps.length > 0 ? maps : undefined,
        // A server without the sample package has none to offer, even on sample data.
        demoAccounts:
          isSample && sampleAccounts.length > 0
            ? sampleAccounts.map(({ username, title }) => ({ username, password: SAMPLE_PASSWORD, title }))
            : undefined,
      }),
    }
  },

  async getPlatformMap({ query }, { config }) {
    return {
      fileName: `${query.code}.json`,
      contentType: 'application/octet-stream',
      content: await mapOf(config, query.code),
    }
  },

  async getHealth() {
    return { status: 'ok', version }
  },

  async getReadiness(_input, { db, config, drain }) {
    const { errors, database } = await readiness(db, config, drain)
    const message = errors.map((problem) => problem.message).join('；')
    if (errors.length > 0) throw new HttpError(503, message, { errors, retryAfterSeconds: 2 })
    return { status: database === 'ok' ? 'ok' : 'degraded', database, version }
  },

  async listOwners({ query }, { db }) {
    const rows = await db
      .selectFrom('owner_dict')
      .selectAll()
      .where('enabled', '=', true)
      .where((where) => (query.type ? where('type', '=', query.type) : sql<boolean>`true`))
      .where((where) =>
        query.keyword
          ? where(sql<string>`label || coalesce(short_name, '')`, 'like', containing(query.keyword))
          : sql<boolean>`true`,
      )
      .orderBy('sort')
      .orderBy('id')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      value: row.value,
      label: row.label,
      enabled: row.enabled,
      ...definedOnly({
        shortName: row.short_name ?? undefined,
        type: row.type ?? undefined,
        creditCode: row.credit_code ?? undefined,
        parentId: row.parent_id ?? undefined,
        orgId: row.org_id ?? undefined,
      }),
    }))
  },
})
