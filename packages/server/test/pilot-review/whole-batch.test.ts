import { createHash } from 'node:crypto'
import type { components } from '@xinchu/contract/schema'
import type { XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  acceptAll,
  applyAll,
  idOf,
  openWindow,
  recommendAll,
  type Walk,
} from '../../../sdk/examples/demonstration-batch/application.ts'
import {
  APPLICATIONS,
  EXCELLENCE_TEAMS,
  EXPERTS,
  PRIMARY_TEAMS,
  PRIMARY_TOTALS,
  RECUSED,
} from '../../../sdk/examples/demonstration-batch/batch.ts'
import {
  announce,
  decideResults,
  formExcellence,
  PUBLICITY_DAYS,
  publish,
  scoreAllExcellence,
} from '../../../sdk/examples/demonstration-batch/result.ts'
import {
  assign,
  decidePrimary,
  findConflicts,
  makeGroup,
  openScores,
  recuse,
  scorePrimary,
} from '../../../sdk/examples/demonstration-batch/review.ts'
import { issueAnnouncedLists } from '../../src/domain/documents/announcement-documents.ts'
import { type Rig, startRig } from '../rig.ts'
import { documentServices } from '../support/document-services.ts'
import { readDocx } from '../support/docx.ts'
import { RANKS, STATES, WINNERS } from '../support/example-batch.ts'
import { readPdf } from '../support/pdf.ts'
import { pdfOf } from '../support/pilots.ts'
import { refusalCodes } from '../support/rules.ts'
import { sheetOf } from '../support/sheet.ts'

type Schemas = components['schemas']

let rig: Rig
let days = 0
let clients = new Map<string, Promise<XinchuClient>>()
const walk: Walk = {
  batch: { batchYear: new Date().getFullYear(), batchNo: 2 },
  ids: new Map(),
  scan: pdfOf,
  as(username) {
    const client = clients.get(username) ?? rig.as(username)
    clients.set(username, client)
    return client
  },
}
beforeAll(async () => {
  rig = await startRig({ now })
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const now = () => new Date(Date.now() + days * 86_400_000)

/** Runs the job that issues lists, as the server does by itself. */
const issueLists = () => issueAnnouncedLists(documentServices(rig, now), new AbortController().signal)

/** The issued documents of a kind about the batch, the first one first. */
const documentsIssued = (kind: string) =>
  rig.db
    .selectFrom('issued_document')
    .select(['code', 'edition', 'sha256'])
    .where('kind', '=', kind)
    .where('year', '=', walk.batch.batchYear)
    .where('submission_no', '=', walk.batch.batchNo)
    .orderBy('issued_at')
    .execute()

const numbers = () => new Map([...walk.ids].map(([no, id]) => [id, no]))

/** State of each project of the batch as somebody sees it, by number. */
async function statesFor(username: string): Promise<Record<string, string>> {
  const { demoProjects } = await walk.as(username)
  const { content } = await demoProjects.list({ ...walk.batch, size: 100 })
  const known = numbers()
  return Object.fromEntries(content.map(({ id, statusLabel }) => [known.get(id) ?? '', statusLabel]))
}

/** State of the last stage of a project's way as somebody sees it, and the moment at which its batch was announced. */
async function endOf(username: string, no: string) {
  const { demoProjects, review } = await walk.as(username)
  const { announcedAt } = await demoProjects.get({ id: idOf(walk, no) })
  const { steps } = await review.getRecord({ entity: 'DEMO', entityId: idOf(walk, no) })
  return [steps.at(-1)?.state, announcedAt]
}

async function actionsOn(no: string) {
  return (await (await walk.as('nation')).demoProjects.get({ id: idOf(walk, no) })).actions
}

const allOf = (nos: readonly string[], label: string) => Object.fromEntries(nos.map((no) => [no, label]))
const OF_YANCHI = APPLICATIONS.filter(({ applicant }) => applicant === 'enterprise_yc').map(({ no }) => no)

test('twelve applications are submitted, recommended and accepted', async () => {
  await openWindow(walk)
  await applyAll(walk)
  expect(await statesFor('enterprise_yc')).toEqual(allOf(OF_YANCHI, '待推荐单位审核'))
  expect(await statesFor('platform')).toEqual(allOf([...walk.ids.keys()], '待推荐单位审核'))
  await recommendAll(walk)
  await acceptAll(walk)
  expect(await statesFor('enterprise_yc')).toEqual(allOf(OF_YANCHI, '形审通过待分配'))
})

describe('the primary review', () => {
  const groups: Schemas['ExpertGroup'][] = []
  const conflicts: Schemas['ConflictPair'][] = []
  const plans: Schemas['AssignPlan'][] = []

  test('nine experts in three groups, of whom two are excluded by what the platform finds', async () => {
    for (const team of PRIMARY_TEAMS) {
      const group = await makeGroup(walk, team, 'PRIMARY')
      groups.push(group)
      conflicts.push(...(await findConflicts(walk, group.id)).content)
    }
    expect(groups.map(({ experts }) => experts.length)).toEqual([3, 3, 3])
    expect(
      conflicts.map(({ realName, projectId, state, hits }) => [
        realName,
        numbers().get(projectId),
        state,
        hits[0]?.code,
        hits[0]?.wording,
      ]),
    ).toEqual([
      ['何志远', '02', 'EXCLUDED', 'C-01', '专家单位是该项目联合申报单位'],
      ['周海宁', '06', 'EXCLUDED', 'C-04', '专家为联合申报人员'],
    ])
  })

  test('the plans assign two experts to each project, level the loads and spare the excluded', async () => {
    for (const { id } of groups) plans.push(await assign(walk, id))
    for (const { cells, loads, shortages } of plans) {
      expect(shortages).toEqual([])
      expect(cells).toHaveLength(8)
      expect(loads.map(({ load }) => load).sort()).toEqual([2, 3, 3])
    }
    const pairs = plans.flatMap(({ cells }) => cells.map((cell) => `${cell.projectId}:${cell.expertId}`))
    for (const { projectId, expertId } of conflicts) expect(pairs).not.toContain(`${projectId}:${expertId}`)
  })

  test('an expert who declares a conflict loses sight of the project, and another takes it over', async () => {
    const [, , plan] = plans
    if (!plan) throw new Error('three groups have three plans')
    const { from, to, moved } = await recuse(walk, plan)
    const code = moved.moves[0]?.demoCode
    expect(moved.message).toBe(`${EXPERTS[from]} → ${EXPERTS[to]}：${code} 共 1 份；已暂存 0 份；截止不变`)
    const left = (await walk.as(from)).demoProjects.get({ id: idOf(walk, RECUSED) })
    expect(await refusalCodes(left)).toContain('W-002')
    const taken = await (await walk.as(to)).demoProjects.getPrimaryExpertList({ ...walk.batch, size: 20 })
    expect(taken.content.map(({ projectId }) => projectId)).toContain(idOf(walk, RECUSED))
  })

  test('no score is told to anybody until the nation opens them all', async () => {
    await scorePrimary(walk)
    const key = { ...walk.batch, stage: 'PRIMARY' as const }
    for (const username of ['platform', 'nation', 'query'])
      expect(await (await walk.as(username)).demoReview.getResults(key)).toEqual({ ...key, opened: false })
    expect(await statesFor('enterprise_yc')).toEqual(allOf(OF_YANCHI, '评审中'))
    const early = (await walk.as('platform')).demoProjects.updateStatuses({
      ids: [idOf(walk, '01')],
      action: 'PRIMARY_PASS',
    })
    expect((await early).failed[0]).toMatchObject({ code: 'M-018' })
    await openScores(walk, 'PRIMARY', groups)
    const opened = await (await walk.as('nation')).demoReview.getResults(key)
    const averages = opened.groups?.flatMap(({ rows }) =>
      rows.map(({ projectId, avg }) => [numbers().get(projectId), avg]),
    )
    expect(Object.fromEntries(averages ?? [])).toEqual(
      Object.fromEntries(Object.entries(PRIMARY_TOTALS).map(([no, [a, b]]) => [no, (a + b) / 2])),
    )
  })

  test('nine projects pass, and neither applicant nor recommender learns which', async () => {
    await decidePrimary(walk)
    const failed = ['04', '08', '12']
    const seen = await statesFor('nation')
    expect(
      Object.keys(seen)
        .filter((no) => seen[no] === '初评未通过')
        .sort(),
    ).toEqual(failed)
    expect(await statesFor('enterprise_yc')).toEqual(allOf(OF_YANCHI, '评审中'))
    expect(new Set(Object.values(await statesFor('province_nx')))).toEqual(new Set(['评审中']))
  })
})

describe('the excellence review', () => {
  test('ranks each group by trimmed average, recommendations and safety, and says why', async () => {
    const groups = []
    for (const team of EXCELLENCE_TEAMS) groups.push(await formExcellence(walk, team))
    await scoreAllExcellence(walk)
    const key = { ...walk.batch, stage: 'EXCELLENT' as const }
    const nation = await walk.as('nation')
    expect(await nation.demoReview.getResults(key)).toEqual({ ...key, opened: false })
    await openScores(walk, 'EXCELLENT', groups)
    const results = await nation.demoReview.getResults(key)
    const rows = results.groups?.flatMap((group) => group.rows)
    expect(
      rows?.map((row) => [
        numbers().get(row.projectId),
        row.rank,
        row.trimmedAvg,
        row.avg,
        row.recommendCount,
        row.safety,
        row.withinQuota,
        row.reasons,
      ]),
    ).toEqual(RANKS)
    expect(await statesFor('enterprise_yc')).toEqual(allOf(OF_YANCHI, '评审中'))
    expect(await nation.demoReview.checkSeal(key)).toMatchObject({ sheets: 41, genuine: true })
  })

  test('the publicity tells everybody the five winners, without ranks', async () => {
    await decideResults(walk)
    expect(await statesFor('enterprise_sy')).toEqual(allOf(['09', '10', '11', '12'], '评审中'))
    await publish(walk)
    const { batchYear, batchNo } = walk.batch
    const url = `${rig.url}/api/esDemonstrationProject/publicity?batchYear=${batchYear}&batchNo=${batchNo}`
    const list: Schemas['PublicDemoList'] = await (await fetch(url)).json()
    expect(list.content.map(({ id }) => numbers().get(id))).toEqual(WINNERS)
    expect(JSON.stringify(list)).not.toMatch(/rank|avg|score/i)
    expect(await statesFor('enterprise_sy')).toEqual({
      '09': '拟入选（公示）',
      '10': '未入选',
      '11': '未入选',
      '12': '初评未通过',
    })
  })

  test('before the announcement its documents are drafts without a code, and nothing for the public', async () => {
    const { demoReview } = await walk.as('platform')
    for (const document of ['LIST', 'REPORT'] as const) {
      const { blob, fileName } = await demoReview.downloadBatchDocument({ ...walk.batch, document })
      const { text } = await readPdf(new Uint8Array(await blob.arrayBuffer()))
      expect(fileName).toMatch(/（草稿）\.pdf$/)
      expect(text).toContain('未签发核验码')
    }
    expect(
      await refusalCodes((await walk.as('nation')).demoReview.downloadAnnouncedList(walk.batch)),
    ).toContain('W-002')
  })

  test('no review is opened again once the publicity has begun', async () => {
    expect(await actionsOn('12')).not.toContain('REOPEN')
    const { failed } = await (await walk.as('nation')).demoProjects.updateStatuses({
      ...{ ids: [idOf(walk, '12')], action: 'REOPEN', opinion: '请重新评审' },
    })
    expect(failed.map(({ code }) => code)).toEqual(['W-005'])
  })

  test('[7.demo.4] the announcement waits for the end of the publicity', async () => {
    await expect(announce(walk)).rejects.toThrow('公示')
    expect(await endOf('enterprise_sy', '10')).toEqual(['CURRENT', undefined])
    expect(await endOf('nation', '12')).toEqual(['CURRENT', undefined])
    days = PUBLICITY_DAYS + 1
    // Sessions end when nobody uses them for so long.
    clients = new Map()
  })

  test.each([
    ['in the primary review', '6'],
    ['passed and waiting for its group', '7'],
    ['in the excellence review', '9'],
  ] as const)('the announcement waits for a project that is still %s', async (_why, status) => {
    const of = rig.db.updateTable('demo_project').where('id', '=', idOf(walk, '12'))
    const ids = WINNERS.map((no) => idOf(walk, no))
    await of.set({ status }).execute()
    const announcing = { action: 'ANNOUNCE', announceNo: '公告', announceDate: '2042-12-31' } as const
    const { failed } = await (await walk.as('nation')).demoProjects.updateStatuses({ ids, ...announcing })
    await of.set({ status: '8' }).execute()
    expect(failed.map(({ id }) => id).sort()).toEqual(ids.toSorted())
    for (const { code, message } of failed)
      expect([code, message]).toEqual([
        'M-017',
        expect.stringMatching(/^本批尚有 1 项未评审完毕，不能公布：/),
      ])
  })

  test('the announcement tells everybody the winners', async () => {
    await announce(walk)
    const { demoProjects } = await walk.as('nation')
    const { content } = await demoProjects.list({ ...walk.batch, size: 100 })
    const known = numbers()
    expect(Object.fromEntries(content.map(({ id, status }) => [known.get(id), status]))).toEqual(STATES)
    expect((await statesFor('province_bj'))['09']).toBe('已公布试点示范')
  })

  test('the announcement ends the review of those that were not selected, too', async () => {
    const { announcedAt } = await (await walk.as('nation')).demoReview.listPublic(walk.batch)
    expect(announcedAt).toBeDefined()
    for (const [username, no] of [
      ['enterprise_sy', '09'],
      ['enterprise_sy', '10'],
      ['enterprise_sy', '12'],
      ['province_bj', '10'],
      ['nation', '12'],
    ] as const)
      expect(await endOf(username, no)).toEqual(['DONE', announcedAt])
  })

  test('the announced list names the winners and counts of the batch to everybody, with a code', async () => {
    const { batchYear, batchNo } = walk.batch
    const url = `${rig.url}/api/esDemonstrationProject/announcedList?batchYear=${batchYear}&batchNo=${batchNo}`
    await issueLists()
    expect(await documentsIssued('ANNOUNCED_LIST')).toHaveLength(1)
    const reply = await fetch(url)
    expect(reply.status).toBe(200)
    const bytes = new Uint8Array(await reply.arrayBuffer())
    const { text } = await readPdf(bytes)
    const [issued] = await documentsIssued('ANNOUNCED_LIST')
    expect(issued).toMatchObject({ edition: 1, sha256: createHash('sha256').update(bytes).digest('hex') })
    expect(text.replaceAll('-', '')).toContain(issued?.code)
    for (const count of [
      '提交申报12项',
      '形式审查通过12项',
      '初评通过9项',
      '公布入选5项',
      '公示期收到异议0件',
    ])
      expect(text).toContain(count)
    const { content } = await (await walk.as('nation')).demoReview.listPublic(walk.batch)
    for (const { demoCode } of content) expect(text).toContain(demoCode)
    expect(text).not.toMatch(/名次：|均分|专家/)
    const again = await (await walk.as('query')).demoReview.downloadBatchDocument({
      ...walk.batch,
      document: 'LIST',
    })
    expect(new Uint8Array(await again.blob.arrayBuffer())).toEqual(bytes)
    const verified = await (await walk.as('enterprise_yc')).documents.verify(issued?.code ?? '')
    expect(verified).toMatchObject({
      state: 'GENUINE',
      edition: 1,
      number: `${batchYear} 年第 ${batchNo} 批`,
    })
  })

  test('the report has ranks, averages, opinions by number and feedback, and no name of an expert', async () => {
    const nation = await walk.as('nation')
    const word = await nation.demoReview.downloadBatchDocument({
      ...walk.batch,
      document: 'REPORT',
      format: 'docx',
    })
    expect(word.fileName).toBe(`评审结果报告-${walk.batch.batchYear}年第2批.docx`)
    const { tables, text } = readDocx(new Uint8Array(await word.blob.arrayBuffer()))
    const cells = tables.map((table) => table.map((row) => row.map((cell) => cell.replace(/\s/g, ''))))
    for (const stage of ['PRIMARY', 'EXCELLENT'] as const) {
      const { groups = [] } = await nation.demoReview.getResults({ ...walk.batch, stage, opinions: true })
      for (const row of groups.flatMap(({ rows }) => rows)) {
        const own = cells.flat().filter((line) => line.some((cell) => cell.startsWith(row.demoCode)))
        expect(own.flat()).toContain(row.trimmedAvg?.toFixed(4))
        if (row.rank !== undefined) expect(own.flat()).toContain(String(row.rank))
        if (row.feedback) expect(own.flat()).toContain(row.feedback.replace(/\s/g, ''))
        for (const { expertNo, opinion } of row.opinions ?? [])
          expect(cells.flat()).toContainEqual([
            `专家${expertNo}`,
            expect.any(String),
            expect.stringContaining(opinion?.replace(/\s/g, '') ?? ''),
          ])
      }
    }
    const names = await rig.db
      .selectFrom('app_user')
      .select('real_name')
      .where('username', 'in', Object.keys(EXPERTS))
      .execute()
    expect(names.length).toBeGreaterThan(8)
    for (const { real_name: name } of names) expect(text).not.toContain(name ?? '')
    const pdf = await (await walk.as('query')).demoReview.downloadBatchDocument({
      ...walk.batch,
      document: 'REPORT',
    })
    expect((await readPdf(new Uint8Array(await pdf.blob.arrayBuffer()))).text).toContain('核验码')
    const applicant = (await walk.as('enterprise_yc')).demoReview
    const asked = applicant.downloadBatchDocument({ ...walk.batch, document: 'REPORT' })
    expect(await refusalCodes(asked)).toContain('W-001')
  })

  test.each(['PRIMARY', 'EXCELLENT'] as const)(
    'the workbook of the results of %s is equal to the screen',
    async (stage) => {
      const { demoReview } = await walk.as('query')
      const query = { ...walk.batch, stage }
      const { groups = [] } = await demoReview.getResults(query)
      const { line, heading, column } = await sheetOf(await demoReview.exportResults(query))
      expect(line).toContain(`共 ${groups.flatMap((group) => group.rows).length} 项`)
      expect(heading).toEqual([...new Set(heading)])
      const rows = groups.flatMap((group) => group.rows)
      expect(column('项目编号')).toEqual(rows.map(({ demoCode }) => demoCode))
      expect(column('去极值均分（分）')).toEqual(rows.map(({ trimmedAvg }) => trimmedAvg))
      expect(column('结果')).toEqual(rows.map(({ outcomeLabel }) => outcomeLabel))
      for (const no of [1, 2, 3])
        expect(column(`专家${no}评分（分）`)).toEqual(
          rows.map(({ scores }) => scores.find(({ expertNo }) => expertNo === no)?.total ?? null),
        )
      expect(heading.includes('名次')).toBe(stage === 'EXCELLENT')
      const applicant = (await walk.as('enterprise_yc')).demoReview
      expect(await refusalCodes(applicant.exportResults(query))).toContain('W-001')
    },
  )

  test('the workbook of the pool has the experts of the screen without their telephones', async () => {
    const { demoReview } = await walk.as('platform')
    const { content } = await demoReview.listExperts({ size: 1000 })
    const { heading, column } = await sheetOf(await demoReview.exportExperts())
    expect(column('专家姓名')).toEqual(content.map(({ realName }) => realName))
    expect(column('已分配')).toEqual(content.map(({ history }) => history.assigned))
    expect(heading.join()).not.toMatch(/手机|电话|邮箱/)
  })

  test('applicants, recommenders, experts and the platform are told of the announcement once', async () => {
    const toldTo = async (username: string) => {
      const { content } = await (await walk.as(username)).messages.list({ size: 50 })
      return content
        .filter(({ title }) => /列入.+试点示范|已公布 \d+ 项/.test(title))
        .map(({ title }) => title)
    }
    const batch = `${walk.batch.batchYear}年第2批`
    expect(await toldTo('platform')).toEqual([`${batch}已公布 5 项`])
    expect(await toldTo('province_bj')).toEqual([expect.stringMatching(/已公布 5 项，本单位推荐 \d 项$/)])
    expect(await toldTo(Object.keys(EXPERTS)[0] ?? '')).toEqual([`${batch}试点示范已公布 5 项，感谢参加评审`])
    const own = await toldTo('enterprise_sy')
    expect(own).toEqual([expect.stringContaining(`列入${batch}试点示范`)])
  })

  test('a project that quits makes a new edition of the list, and the first one says so when verified', async () => {
    const { demoProjects, documents } = await walk.as('nation')
    const [first] = await documentsIssued('ANNOUNCED_LIST')
    const id = walk.ids.get(WINNERS[0] ?? '') ?? 0
    const moved = await demoProjects.updateStatuses({
      ids: [id],
      action: 'QUIT',
      opinion: '企业申请退出试点示范',
    })
    expect(moved.failed).toEqual([])
    await issueLists()
    expect(await documentsIssued('ANNOUNCED_LIST')).toHaveLength(1)
    const { blob } = await (await walk.as('nation')).demoReview.downloadAnnouncedList(walk.batch)
    const { text } = await readPdf(new Uint8Array(await blob.arrayBuffer()))
    expect(text).toContain('（已退出）')
    expect(text).toContain('第2版')
    expect(await documents.verify(first?.code ?? '')).toMatchObject({ state: 'SUPERSEDED', latestEdition: 2 })
  })
})
