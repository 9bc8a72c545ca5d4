import { conditionsGiven } from '../contract/conditions-given.ts'
import { defineHandlers } from '../contract/types.ts'
import { NO_HASH } from '../domain/audit-log/canonical.ts'
import { auditCsv, auditWorkbook } from '../domain/audit-log/export.ts'
import { auditEntry, lastEntryId, pageAuditLog, pageHeads } from '../domain/audit-log/query.ts'
import { sealEntries } from '../domain/audit-log/seal.ts'
import { verifyChain } from '../domain/audit-log/verify.ts'
import { badRequest } from '../errors.ts'
import { operations } from '../operations.ts'
import { dateTime, day } from '../runtime/time.ts'
import { CSV, XLSX } from '../workbook/index.ts'

const download = operations.find(({ id }) => id === 'downloadAuditLog')

export const auditLogHandlers = defineHandlers({
  async listAuditLog({ query }, { db }) {
    return pageAuditLog(db, query)
  },

  async getAuditEntry({ path }, { db }) {
    return auditEntry(db, path.id)
  },

  async listAuditHeads({ query }, { db }) {
    return pageHeads(db, query)
  },

  async verifyAuditLog({ query }, { db, transact }) {
    const { from, knownSeq: seq, knownHash: hash } = query
    if ((seq === undefined) !== (hash === undefined))
      throw badRequest('F-001', '抄存的序号与哈希须同时给出', seq === undefined ? 'knownSeq' : 'knownHash')
    await sealEntries(transact)
    return verifyChain(db, from, seq !== undefined && hash !== undefined ? { seq, hash } : undefined)
  },

  async downloadAuditLog({ query, user }, { db, transact, now }) {
    const { format = 'xlsx', ...filter } = query
    const { end } = await sealEntries(transact)
    const at = now()
    const options = {
      filter,
      lastId: await lastEntryId(db),
      conditions: (download && conditionsGiven(download, { params: {}, query: filter, body: {} })) ?? '无',
      end: end ?? { seq: 0, hash: NO_HASH },
      by: `${user.realName}（${user.username}） ${dateTime(at)}`,
      now: at,
    }
    const isCsv = format === 'csv'
    return {
      fileName: `审计日志-${day(at).replaceAll('-', '')}.${format}`,
      contentType: isCsv ? CSV : XLSX,
      content: await (isCsv ? auditCsv(db, options) : auditWorkbook(db, options)),
    }
  },
})
