import { json, refusal, startServer } from './server.ts'

interface Asked {
  firstRow: number
  isCommit: boolean
  /** How often this part, or the commit, has come, this time included. */
  attempt: number
}

/** A status in place of the answer, or where the connection breaks. */
type Fault = { status: number; headers?: Record<string, string> } | 'before' | 'after' | undefined

/** How a commit is answered after that of another import under the same key. */
export type Faster = { started: boolean } | { status: number; code: string }

/**
 * A platform that takes the numbered parts of one import, with faults.
 * @param faster if another import under the same key has started the writing first
 */
export async function startPartsServer(
  fault: (asked: Asked) => Fault | Promise<Fault> = () => undefined,
  faster?: Faster,
) {
  const parts = new Map<number, object[]>()
  const attempts = new Map<string, number>()
  let isCommitted = false
  let running = 0
  let most = 0
  const count = () => [...parts.values()].flat().length
  const batch = () => ({
    id: 71,
    fileName: '接口提交',
    state: isCommitted ? 'DONE' : 'READY',
    stateLabel: '',
    mode: 'partial',
    dryRun: false,
    totalRows: count(),
    parsedRows: count(),
    okRows: isCommitted ? 0 : count(),
    warnRows: 0,
    errorRows: 0,
    repeatRows: 0,
    committedRows: isCommitted ? count() : 0,
    createTime: '2026-03-01 09:30:00',
  })
  const server = await startServer(async ({ method, path, body }, response) => {
    if (path.includes('DrList')) return json(response, 200, { content: [], rows: [], totalElements: 0 })
    if (method === 'GET') return json(response, 200, batch())
    const isCommit = path.endsWith('/commit')
    const part = isCommit ? undefined : JSON.parse(Buffer.from(body, 'latin1').toString())
    const name = isCommit ? 'commit' : String(part.firstRow)
    attempts.set(name, (attempts.get(name) ?? 0) + 1)
    running += 1
    most = Math.max(most, running)
    const broken = await fault({ firstRow: part?.firstRow ?? 0, isCommit, attempt: attempts.get(name) ?? 0 })
    running -= 1
    if (broken === 'before') return void response.destroy()
    if (typeof broken === 'object')
      return json(response, broken.status, refusal(broken.status, '系统繁忙，请稍后再试'), broken.headers)
    if (isCommit) isCommitted = true
    else parts.set(part.firstRow, part.rows)
    if (broken === 'after') return void response.destroy()
    if (isCommit && faster && 'status' in faster)
      return json(response, faster.status, {
        ...refusal(faster.status, '当前状态不允许写入'),
        code: faster.code,
      })
    json(response, 202, isCommit ? { ...batch(), started: true, ...faster } : batch())
  })
  return {
    ...server,
    get most() {
      return most
    },
    rows: () => [...parts].sort(([a], [b]) => a - b).flatMap(([, rows]) => rows),
  }
}
