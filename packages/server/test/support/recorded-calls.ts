import { sql } from 'kysely'
import type { createApp } from '../../src/app.ts'
import { isRecorded } from '../../src/contract/audit.ts'
import type { DbPool } from '../../src/db/database.ts'
import { actions } from '../../src/domain/audited/actions/index.ts'
import { KINDS } from '../../src/domain/audited/kinds.ts'

type App = Awaited<ReturnType<typeof createApp>>

interface Call {
  id: string
  requestId: string
  /** Also callers without a session may make the call, whom the log cannot name. */
  isOpen: boolean
  /** Whether the entry must name a record: the call created one, or its path names one. */
  hasRecord: boolean
}

interface Entry {
  request_id: string
  operation_id: string
  username: string | null
  named: boolean
}

/** The successful calls of an application that its audit log has to contain. */
export class RecordedCalls {
  readonly #calls: Call[] = []

  constructor(app: App) {
    app.addHook('onResponse', async (request, { statusCode }) => {
      const { operation } = request.routeOptions.config
      if (!operation || statusCode >= 300 || !isRecorded(operation)) return
      const action = actions[operation.id]
      const isOfPath = action?.keys?.some((key) => Object.hasOwn(Object(request.params), key)) ?? false
      this.#calls.push({
        id: operation.id,
        requestId: request.id,
        isOpen: operation.callers.includes('PUB'),
        hasRecord: Boolean(action?.kind && KINDS[action.kind]) && (isOfPath || statusCode === 201),
      })
    })
  }

  /** Returns the gaps of the log: calls without an entry, or entries without user, action or record. */
  async missing(db: DbPool): Promise<string[]> {
    // A reply that ends while the log is read counts the next time.
    const calls = [...this.#calls]
    if (calls.length === 0) return []
    const { rows } = await sql<Entry>`
      select request_id, operation_id, username, coalesce(record_keys, '{}') <> '{}' or reason like '重复的请求%' as named
      from audit_log where request_id = any(${calls.map(({ requestId }) => requestId)}::text[])
        and action <> '' and action_group is not null and address is not null`.execute(db)
    const problems = calls.flatMap(({ id, requestId, isOpen, hasRecord }) => {
      const own = rows.filter((row) => row.request_id === requestId && row.operation_id === id)
      if (own.length === 0) return `${id} left no entry`
      if (!isOpen && own.some(({ username }) => username === null)) return `the entry of ${id} names nobody`
      return hasRecord && !own.some(({ named }) => named) ? `the entry of ${id} names no record` : []
    })
    return [...new Set(problems)]
  }
}
