import { DemoStatus, ExcellentTypeStatus } from '@xinchu/contract/codes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publicAnnouncedList } from '../../src/domain/documents/announcement-documents.ts'
import { write } from '../../src/domain/documents/official/write.ts'
import { dateTime, momentOf } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { documentServices } from '../support/document-services.ts'
import { publicised } from '../support/objections.ts'
import { readPdf } from '../support/pdf.ts'
import { makePilots } from '../support/pilot-projects.ts'
import { refusalCodes } from '../support/rules.ts'

const UNDO_SECONDS = 10
let later = 0
const now = () => new Date(Date.now() + later * 1000)
let rig: Rig
beforeAll(async () => {
  rig = await startRig({ now, config: { undoSeconds: UNDO_SECONDS } })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

type Batch = Awaited<ReturnType<typeof publicised>>['batch']

/** A batch whose publicity is over. */
async function decided(count: number) {
  const made = await publicised(rig, count)
  await rig.db
    .updateTable('demo_publicity')
    .set({ end_time: new Date(Date.now() - 60_000).toISOString() })
    .where('batch_no', '=', made.batch.batchNo)
    .execute()
  return made
}

async function announce(ids: readonly number[]) {
  const { demoProjects } = await rig.sameAs('nation')
  return demoProjects.updateStatuses({
    ...{ ids: [...ids], action: 'ANNOUNCE' },
    ...{ announceNo: '国家能源局公告2041年第1号', announceDate: '2041-10-01' },
  })
}

async function announced(count: number) {
  const made = await decided(count)
  expect((await announce(made.ids)).failed).toEqual([])
  return made
}

async function quit(id: number) {
  const { demoProjects } = await rig.sameAs('nation')
  const moved = await demoProjects.updateStatuses({
    ids: [id],
    action: 'QUIT',
    opinion: '企业申请退出示范，不再建设',
  })
  expect(moved.failed).toEqual([])
  return moved.undo?.undoId ?? ''
}

/** Lets the time for undoing pass. */
const passUndo = () => {
  later += UNDO_SECONDS + 5
}

const pageOf = async (batch: Batch) => (await rig.sameAs('nation')).demoReview.listPublic(batch)

async function listText(batch: Batch): Promise<string> {
  await rig.db.deleteFrom('rate_limit').execute()
  const { blob } = await (await rig.sameAs('nation')).demoReview.downloadAnnouncedList(batch)
  return (await readPdf(new Uint8Array(await blob.arrayBuffer()))).text
}

describe('an announcement', () => {
  test('is refused unless it names every project of its batch that is to be selected', async () => {
    const { ids } = await decided(3)
    const { succeeded, failed } = await announce(ids.slice(0, 2))
    expect(succeeded).toEqual([])
    expect(failed).toHaveLength(2)
    expect(failed[0]).toMatchObject({
      code: 'M-017',
      message: expect.stringMatching(/^须一次公布本批全部拟入选项目，还缺 1 项：DEMO\d+$/),
    })
    expect((await announce(ids)).succeeded).toEqual(ids)
  })

  test('of a batch is not held by projects of other batches, nor by those that were cancelled', async () => {
    await decided(1)
    const { batch, ids } = await decided(2)
    await makePilots(rig.db, 1, {
      ...{ batch_year: batch.batchYear, batch_no: batch.batchNo },
      ...{ status: DemoStatus.notSelected, excellent_type_status: ExcellentTypeStatus.selected },
    })
    expect((await announce(ids)).failed).toEqual([])
  })

  test('is refused as a whole if one of its projects is refused', async () => {
    const { ids } = await decided(2)
    const { demoProjects } = await rig.sameAs('nation')
    const [first = 0] = ids
    const { succeeded } = await demoProjects.updateStatuses({
      ...{ ids, action: 'ANNOUNCE', versions: [{ id: first, version: 99 }] },
      ...{ announceNo: '国家能源局公告2041年第1号', announceDate: '2041-10-01' },
    })
    expect(succeeded).toEqual([])
  })
})

describe('the moment of an announcement', () => {
  test('stands beside the date of its document, from the announcement on', async () => {
    const { batch, ids } = await decided(2)
    expect((await pageOf(batch)).announcedAt).toBeUndefined()
    const before = dateTime(now())
    expect((await announce(ids)).failed).toEqual([])
    const { announceDate, announcedAt = '' } = await pageOf(batch)
    expect(announceDate).toBe('2041-10-01')
    // The history has the time of the database, which the tests' clock may be ahead of.
    expect(Math.abs(momentOf(announcedAt).getTime() - momentOf(before).getTime())).toBeLessThan(600_000)
  })

  test('stays that of the announcement when a project quits', async () => {
    const { batch, ids } = await announced(1)
    const { announcedAt } = await pageOf(batch)
    await quit(ids[0] ?? 0)
    passUndo()
    expect((await pageOf(batch)).announcedAt).toBe(announcedAt)
    expect(announcedAt).toBeDefined()
  })
})

describe('the list of an announced batch', () => {
  test('is drawn once for all who ask for it at the same time and later', async () => {
    const { batch } = await announced(1)
    let drawings = 0
    const services = documentServices(rig, now, {
      write: (task) => {
        drawings += 1
        return write(task)
      },
    })
    const asked = await Promise.all(
      Array.from({ length: 60 }, (_, at) => publicAnnouncedList(batch, `198.51.100.${at}`, services)),
    )
    await publicAnnouncedList(batch, '198.51.100.200', services)
    expect(drawings).toBe(1)
    expect(new Set(asked.map(({ content }) => content)).size).toBe(1)
  })

  test('is sent to the nation although nobody opened the scores here, unlike its draft', async () => {
    const [open, sealed] = [await announced(1), await decided(1)]
    const { demoReview } = await rig.sameAs('nation')
    const listOf = (batch: Batch, format?: 'docx') =>
      demoReview.downloadBatchDocument({ ...batch, document: 'LIST', ...(format ? { format } : {}) })
    expect((await listOf(open.batch)).fileName).toMatch(/^公布名单-2041年第\d+批\.pdf$/)
    expect((await listOf(open.batch, 'docx')).fileName).toMatch(/\.docx$/)
    expect(await refusalCodes(listOf(sealed.batch))).toContain('E-022')
    expect(
      await refusalCodes(demoReview.downloadBatchDocument({ ...open.batch, document: 'REPORT' })),
    ).toContain('E-022')
  })

  test('names the same projects as the public page, also when some or all of them have quit', async () => {
    const { batch, ids } = await announced(2)
    for (const [at, id] of ids.entries()) {
      await quit(id)
      passUndo()
      const { content, announced: isAnnounced, announceNo } = await pageOf(batch)
      expect(content.map((project) => [project.id, project.announced, project.quit])).toEqual(
        ids.map((each, place) => [each, true, place <= at]),
      )
      expect({ isAnnounced, announceNo }).toEqual({
        isAnnounced: true,
        announceNo: '国家能源局公告2041年第1号',
      })
      const text = await listText(batch)
      for (const { demoCode } of content) expect(text).toContain(demoCode)
      expect(text.match(/（已退出）/g)).toHaveLength(at + 1)
    }
  })

  test('leaves out a project that was cancelled during the publicity, which the page marks', async () => {
    const { batch, ids } = await decided(2)
    const [cancelled = 0, left = 0] = ids
    const { demoProjects } = await rig.sameAs('nation')
    const opinion = '备案主体与申报单位不一致'
    await demoProjects.updateStatuses({ ids: [cancelled], action: 'CANCEL', opinion })
    expect((await announce([left])).failed).toEqual([])
    const { content } = await pageOf(batch)
    const codes = new Map(content.map(({ id, demoCode }) => [id, demoCode]))
    expect(content.map(({ id, announced: isAnnounced }) => [id, isAnnounced])).toEqual([
      [cancelled, false],
      [left, true],
    ])
    const text = await listText(batch)
    expect(text).toContain(codes.get(left))
    expect(text).not.toContain(codes.get(cancelled))
    expect(text).toContain('入选项目1项')
  })

  test('has no new edition for a project that quits and comes back while that can be undone', async () => {
    const { batch, ids } = await announced(1)
    const [id = 0] = ids
    expect(await listText(batch)).toContain('第1版')
    const undoId = await quit(id)
    expect(await listText(batch)).toContain('第1版')
    expect((await pageOf(batch)).content[0]?.quit).toBe(false)
    await (await rig.sameAs('nation')).review.undo({ undoId })
    expect(await listText(batch)).toContain('第1版')
    await quit(id)
    passUndo()
    expect(await listText(batch)).toContain('第2版')
  })

  test('leaves no entry in the audit log: whoever reads it is a citizen', async () => {
    const { batch } = await announced(1)
    await listText(batch)
    const { demoReview } = await rig.sameAs('nation')
    await refusalCodes(demoReview.downloadAnnouncedList({ ...batch, batchNo: 98 }))
    const entries = await rig.db
      .selectFrom('audit_log')
      .select('id')
      .where('operation_id', '=', 'downloadAnnouncedList')
      .execute()
    expect(entries).toEqual([])
  })
})

describe('the public list as a file', () => {
  /** A file as somebody without an account gets it. */
  async function fileOf(batch: Batch, format: 'csv' | 'pdf') {
    await rig.db.deleteFrom('rate_limit').execute()
    const { batchYear, batchNo } = batch
    const query = new URLSearchParams({ batchYear: String(batchYear), batchNo: String(batchNo), format })
    const reply = await fetch(`${rig.url}/api/esDemonstrationProject/publicList?${query}`)
    const bytes = new Uint8Array(await reply.arrayBuffer())
    return { status: reply.status, bytes, text: Buffer.from(bytes).toString() }
  }

  test('says under publicity of which batch it is, until when, and what it is of sample data', async () => {
    const { batch, ids } = await publicised(rig, 2)
    const { content } = await pageOf(batch)
    const csv = (await fileOf(batch, 'csv')).text.split('\r\n')
    expect(csv[0]).toMatch(
      /^\uFEFF2041年第\d+批试点示范项目公示名单 · 公示期 .+ 至 .+ · 共 2 项 · 取数 .+ · 演示数据，不代表官方统计$/,
    )
    expect(csv[1]).toBe(
      '项目编号,项目名称,申报单位,推荐单位,省份,技术路线,额定功率（MW）,额定能量（MWh）,状态,取消日期',
    )
    expect(csv.slice(2, -1).map((line) => line.split(',')[0])).toEqual(
      content.map(({ demoCode }) => demoCode),
    )
    expect(ids).toHaveLength(2)
    const { text } = await readPdf((await fileOf(batch, 'pdf')).bytes)
    for (const { demoCode } of content) expect(text).toContain(demoCode)
    expect(text).toContain('公示名单')
    expect(text).toContain('演示数据')
    expect(text).not.toContain('核验码')
  })

  test('is once announced the announced list, with its code in both files', async () => {
    const { batch } = await announced(2)
    const { text } = await readPdf((await fileOf(batch, 'pdf')).bytes)
    const [first = '', , line = ''] = (await fileOf(batch, 'csv')).text.split('\r\n')
    expect(first).toContain('2041-10-01 公布，国家能源局公告2041年第1号')
    const code = /公布名单核验码 ([0-9A-Z-]+)/.exec(first)?.[1] ?? ''
    expect(code).not.toBe('')
    expect(text.replaceAll(/[\s-]/g, '')).toContain(code.replaceAll('-', ''))
    expect(line).toContain(',入选,')
  })

  test('is not there before the publicity begins', async () => {
    const { batch } = await publicised(rig, 1)
    await rig.db
      .updateTable('demo_publicity')
      .set({ start_time: new Date(now().getTime() + 3_600_000).toISOString() })
      .where('batch_no', '=', batch.batchNo)
      .execute()
    for (const format of ['csv', 'pdf'] as const) expect((await fileOf(batch, format)).status).toBe(404)
    await rig.db.deleteFrom('rate_limit').execute()
    const { demoReview } = await rig.sameAs('nation')
    expect(await refusalCodes(demoReview.downloadPublicList(batch))).toHaveLength(1)
  })
})
