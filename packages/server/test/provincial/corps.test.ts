import { afterAll, beforeAll, expect, test } from 'vitest'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { fileFor, PILOT_CONTENT, REPORT_CONTENT } from '../support/provincial.ts'
import { refusalCodes } from '../support/rules.ts'

const year = Number(day(new Date()).slice(0, 4))
const key = { year, reportType: '2' } as const
const SHIHEZI = '659001'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

test('the Corps submits a project of one of its divisions, which the nation returns and confirms', async () => {
  const [corps, nation] = [await rig.as('corps'), await rig.as('nation')]
  const { cityCode: _none, ...content } = PILOT_CONTENT(await fileFor(corps, 'PROV_DEMO'))
  const own = { ...content, projectName: '石河子北湖储能省级示范', countyCode: SHIHEZI }
  const codes = await refusalCodes(
    corps.provincialDemos.create({ ...own, countyCode: '650104', action: 'SUBMIT' }),
  )
  expect(codes.length).toBeGreaterThan(0)
  const made = await corps.provincialDemos.create({ ...own, action: 'SUBMIT' })
  expect([made.provinceName, made.countyName, made.status]).toEqual(['新疆生产建设兵团', '石河子市', '1'])

  const returned = await nation.provincialDemos.update({
    ...{ id: made.id, version: made.version, action: 'RETURN', opinion: '请核对' },
  })
  const again = await corps.provincialDemos.update({
    ...own,
    ...{ id: made.id, version: returned.version, ratedPower: 120, action: 'SUBMIT' },
  })
  const confirmed = await nation.provincialDemos.update({
    ...{ id: made.id, version: again.version, action: 'CONFIRM', closeRemarks: true },
  })
  expect(confirmed).toMatchObject({ status: '5', ratedPower: 120 })
  const { content: listed } = await nation.provincialDemos.list({
    provinceCode: '660000',
    keyword: '石河子北湖',
  })
  expect(listed.map(({ id }) => id)).toEqual([made.id])
  expect(
    (await nation.provincialDemos.list({ provinceCode: '650000', keyword: '石河子北湖' })).content,
  ).toEqual([])
})

test('the Corps writes its work report, which the nation returns, confirms and reads as a document', async () => {
  const [corps, nation] = [await rig.as('corps'), await rig.as('nation')]
  await rig.db.deleteFrom('work_report').where('province_code', '=', '660000').execute()
  const { title = '', projects = [], provinceName } = await corps.workReports.getCurrent(key)
  expect([provinceName, title.startsWith('新疆生产建设兵团')]).toEqual(['新疆生产建设兵团', true])
  const content = { ...REPORT_CONTENT(await fileFor(corps, 'WORK_REPORT')), ...key, title, projects }
  const made = await corps.workReports.save({ ...content, action: 'SUBMIT' })
  const step = { id: made.id ?? 0 }
  const returned = await nation.workReports.save({
    ...step,
    ...{ version: made.version ?? 0, action: 'RETURN', opinion: '请补充' },
  })
  const again = await corps.workReports.save({
    ...content,
    ...step,
    ...{ version: returned.version ?? 0, nextPlan: '按期投运。', action: 'SUBMIT' },
  })
  const confirmed = await nation.workReports.save({
    ...step,
    ...{ version: again.version ?? 0, action: 'CONFIRM', closeRemarks: true },
  })
  expect(confirmed).toMatchObject({ status: '5', provinceCode: '660000', nextPlan: '按期投运。' })
  const { fileName } = await nation.workReports.downloadWord(step)
  expect(fileName).toBe(`省级工作报告-新疆生产建设兵团-${year}.docx`)
})
