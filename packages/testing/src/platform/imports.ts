import { dateTimeText } from '@xinchu/sdk'
import type { components } from '@xinchu/sdk/schema'
import type { BodyOf, QueryOf, ReplyOf } from '../contract.ts'
import { Refusal, refuse } from '../reply.ts'
import type { Caller } from './accounts.ts'
import type { FakeClock } from './clock.ts'
import { ImportParts } from './import-parts.ts'
import { type CheckedRow, checkRow } from './import-row.ts'
import { pageOf } from './pages.ts'
import { labelOf } from './project.ts'
import type { Projects } from './projects.ts'

type Batch = components['schemas']['ImportBatch']
export type Rows = readonly Readonly<Record<string, string>>[]
/** Reads the rows of an uploaded workbook, by field name. */
export type ReadWorkbook = (file: Blob) => Rows | Promise<Rows>

interface Kept {
  batch: Batch
  owner: Caller
  parts: ImportParts
  rows: CheckedRow[]
  isComplete: boolean
  terms: { acceptWarnings?: boolean; skipRepeat?: boolean }
}

const FIRST_ROW = 6
const ENDED: readonly Batch['state'][] = ['DONE', 'FAILED', 'CANCELLED']
const moved = (message: string) => refuse(409, message, { code: 'W-025' })
const labelled = (state: Batch['state']) => ({ state, stateLabel: labelOf('import_state', state) ?? state })

/** Import batches. Each look at a batch moves its work one step on, so that a poll sees every state. */
export class Imports {
  readonly #kept = new Map<number, Kept>()
  readonly #projects: Projects
  readonly #clock: FakeClock
  readonly #readWorkbook: ReadWorkbook | undefined

  constructor(projects: Projects, clock: FakeClock, readWorkbook: ReadWorkbook | undefined) {
    this.#projects = projects
    this.#clock = clock
    this.#readWorkbook = readWorkbook
  }

  async receive(body: BodyOf<'importProjects'>, caller: Caller): Promise<Batch | Refusal> {
    if (!(body instanceof FormData)) return this.#receiveRows(body, caller)
    const file = body.get('file')
    if (!(file instanceof Blob))
      return refuse(400, '文件：值不能为空', { errors: [{ field: 'file', message: '值不能为空' }] })
    if (!this.#readWorkbook) return refuse(501, '模拟平台不解析工作簿，请给出 readWorkbook')
    const clientKey = body.get('clientKey')
    const known = typeof clientKey === 'string' ? this.#ofKey(clientKey, caller) : undefined
    if (known) return known.batch
    const kept = this.#open(caller, {
      fileName: file instanceof File ? file.name : '项目导入.xlsx',
      mode: body.get('mode') === 'atomic' ? 'atomic' : 'partial',
      dryRun: body.get('dryRun') === 'true',
      ...(typeof clientKey === 'string' ? { clientKey } : {}),
    })
    const rows = await this.#readWorkbook(file)
    this.#add(
      kept,
      rows.map((raw, at) => [FIRST_ROW + at, raw] as const),
      true,
    )
    return this.#closed(kept)
  }

  #receiveRows(
    {
      clientKey,
      batchId,
      mode = 'partial',
      dryRun = false,
      rows,
      firstRow,
      last = false,
    }: Exclude<BodyOf<'importProjects'>, FormData>,
    caller: Caller,
  ): Batch | Refusal {
    const known = this.#ofKey(clientKey, caller)
    if (batchId !== undefined && known?.batch.id !== batchId)
      return refuse(422, '批次与客户端批次键不符', { code: 'W-022' })
    const kept = known ?? this.#open(caller, { fileName: '接口提交', mode, dryRun, clientKey })
    const refusal = kept.parts.add(rows, firstRow, last)
    if (refusal) return refusal
    const come = kept.parts.rows
    kept.batch = { ...kept.batch, totalRows: come.length }
    if (kept.isComplete || !kept.parts.isComplete) return kept.batch
    this.#add(kept, come, false)
    return this.#closed(kept)
  }

  #ofKey(clientKey: string, { orgId }: Caller): Kept | undefined {
    return [...this.#kept.values()].find(
      ({ batch, owner }) => batch.clientKey === clientKey && owner.orgId === orgId,
    )
  }

  #open(owner: Caller, stated: Pick<Batch, 'fileName' | 'mode' | 'dryRun' | 'clientKey'>): Kept {
    const id = 71 + this.#kept.size
    const counts = { totalRows: 0, parsedRows: 0, okRows: 0, warnRows: 0, askedRows: 0, errorRows: 0 }
    const batch: Batch = {
      ...{ id, ...stated, own: true, ...labelled('UPLOADED'), ...counts, repeatRows: 0, committedRows: 0 },
      orgName: owner.orgName,
      createBy: owner.username,
      createTime: dateTimeText(this.#clock.now()),
    }
    const kept = { batch, owner, parts: new ImportParts(), rows: [], isComplete: false, terms: {} }
    this.#kept.set(id, kept)
    return kept
  }

  #add(kept: Kept, rows: readonly (readonly [number, Rows[number]])[], hasColumns: boolean): void {
    const { batch, owner } = kept
    const isRepeat = (name: string) =>
      [...this.#projects.all.values()].find(
        ({ draft, orgId }) => draft.projectName === name && orgId === owner.orgId,
      )?.id
    for (const [rowNo, raw] of rows)
      kept.rows.push(checkRow(raw, { rowNo, batchId: batch.id, hasColumns }, isRepeat))
    kept.batch = { ...batch, totalRows: kept.rows.length }
  }

  #closed(kept: Kept): Batch {
    kept.isComplete = true
    return kept.batch
  }

  /** The office's own batch. */
  #find(id: number, { orgId }: Caller): Kept | Refusal {
    const kept = this.#kept.get(id)
    return kept && kept.owner.orgId === orgId ? kept : refuse(404, '批次不存在', { code: 'W-002' })
  }

  /** A look at a batch, which finds it one step further. */
  get(id: number, caller: Caller): Batch | Refusal {
    const kept = this.#find(id, caller)
    if (kept instanceof Refusal) return kept
    const { state, dryRun } = kept.batch
    if (kept.isComplete && state === 'UPLOADED') kept.batch = { ...kept.batch, ...labelled('VALIDATING') }
    else if (state === 'VALIDATING')
      kept.batch = { ...kept.batch, ...labelled(dryRun ? 'DONE' : 'READY'), ...this.#counted(kept) }
    else if (state === 'COMMITTING') this.#write(kept)
    return kept.batch
  }

  #counted({ rows }: Kept) {
    const count = (state: string) => rows.filter(({ row }) => row.state === state).length
    const [okRows, warnRows, errorRows, repeatRows] = [
      count('OK'),
      count('WARN'),
      count('ERROR'),
      count('REPEAT'),
    ]
    return { parsedRows: rows.length, okRows, warnRows, errorRows, repeatRows }
  }

  commit(id: number, terms: BodyOf<'commitImportBatch'>, caller: Caller): Batch | Refusal {
    const kept = this.#find(id, caller)
    if (kept instanceof Refusal) return kept
    const { state, mode, dryRun, errorRows, okRows, repeatRows } = kept.batch
    if (dryRun) return moved('仅校验的批次不能写入')
    if (state === 'COMMITTING') return { ...kept.batch, started: false }
    if (state === 'DONE') return kept.batch
    if (state !== 'READY') return moved('批次尚未校验完成')
    if (mode === 'atomic' && errorRows > 0) return moved('有错误行，整批不能写入')
    if (okRows + (terms?.skipRepeat === false ? repeatRows : 0) === 0) return moved('没有可写入的行')
    kept.terms = terms ?? {}
    kept.batch = { ...kept.batch, ...labelled('COMMITTING'), startedAt: dateTimeText(this.#clock.now()) }
    return { ...kept.batch, started: true }
  }

  #write(kept: Kept): void {
    const { rows, owner, terms } = kept
    const states = terms.skipRepeat === false ? ['OK', 'REPEAT'] : ['OK']
    let committedRows = 0
    kept.rows = rows.map(({ row, draft }): CheckedRow => {
      const made = draft && states.includes(row.state) ? this.#projects.create(draft, owner) : undefined
      if (!made) return { row, draft }
      if (made instanceof Refusal) {
        const refused = { state: 'ERROR' as const, stateLabel: labelOf('import_row_state', 'ERROR') ?? '' }
        return {
          row: { ...row, ...refused, errors: [{ message: `第${row.rowNo}行：${made.message}` }] },
          draft,
        }
      }
      committedRows += 1
      const stateLabel = labelOf('import_row_state', 'COMMITTED') ?? ''
      return { row: { ...row, state: 'COMMITTED', stateLabel, projectId: made.id }, draft }
    })
    const finishedAt = dateTimeText(this.#clock.now())
    const { errorRows } = this.#counted(kept)
    const counts = {
      errorRows,
      committedRows,
      created: committedRows,
      changed: 0,
      changes: 0,
      same: 0,
      kept: 0,
    }
    kept.batch = { ...kept.batch, ...labelled('DONE'), ...counts, finishedAt }
  }

  cancel(id: number, caller: Caller): Batch | Refusal {
    const kept = this.#find(id, caller)
    if (kept instanceof Refusal) return kept
    const { state } = kept.batch
    if (state !== 'CANCELLED' && ENDED.includes(state)) return moved('批次已结束，不能取消')
    kept.batch = { ...kept.batch, ...labelled('CANCELLED') }
    return kept.batch
  }

  /** The office's batches, or the rows of one. */
  list(query: QueryOf<'listImports'>, caller: Caller): ReplyOf<'listImports'> | Refusal {
    if (query.batchId === undefined) {
      const own = [...this.#kept.values()].filter(({ owner }) => owner.orgId === caller.orgId).reverse()
      const content = pageOf(
        own.map(({ batch }) => batch),
        query,
      )
      return { content, totalElements: own.length }
    }
    const kept = this.#find(query.batchId, caller)
    if (kept instanceof Refusal) return kept
    const { state, afterRow = 0, page = 0, size = 10 } = query
    const all = kept.batch.parsedRows > 0 ? kept.rows.map(({ row }) => row) : []
    const found = all.filter((row) => (state === undefined || row.state === state) && row.rowNo > afterRow)
    return { content: [], rows: found.slice(page * size, (page + 1) * size), totalElements: found.length }
  }
}
