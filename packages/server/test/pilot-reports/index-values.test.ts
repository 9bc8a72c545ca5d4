import type { XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { announcedOf } from '../support/announced.ts'
import { refusalCodes } from '../support/rules.ts'

const year = Number(day(new Date()).slice(0, 4))

let rig: Rig
let enterprise: XinchuClient
let demoProjectId: number
beforeAll(async () => {
  rig = await startRig()
  enterprise = await rig.as('enterprise_yc')
  demoProjectId = await announcedOf(rig, 'enterprise_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

async function filled(stage: 'SELF' | 'ANNUAL') {
  const tree = await enterprise.assessment.getCatalogue({ stage })
  return tree
    .flatMap(({ children = [] }) => children)
    .map(({ id, indexType, fullScore }) => ({
      indexId: id,
      selfScore: fullScore,
      ...(indexType === '1' ? { value: 1 } : { text: '已达到' }),
    }))
}

describe('the self-assessment of an announced project', () => {
  test('[7.assess.4] has its times, which say whether they are open and what was submitted', async () => {
    const periods = await enterprise.indexValues.getOrderTime()
    expect(periods.map(({ stage, open, submitted }) => [stage, open, submitted])).toEqual([
      ['SELF', true, false],
      ['ANNUAL', true, false],
    ])
  })

  test('[7.assess.2] is kept as a draft, though incomplete, and read by nobody else', async () => {
    const values = (await filled('SELF')).slice(0, 3)
    const saved = await enterprise.indexValues.save({
      demoProjectId,
      stage: 'SELF',
      year,
      values,
      submit: false,
    })
    expect(saved).toMatchObject({ status: '1', version: 0, totalSelfScore: 24 })
    const query = { demoProjectId, stage: 'SELF', year } as const
    expect((await enterprise.indexValues.getDraft(query))?.values).toEqual(values)
    expect(await (await rig.as('province_nx')).indexValues.getDraft(query)).toBeUndefined()
  })

  test('is refused with a score above the full one, or with an index of another stage', async () => {
    const [first, ...rest] = await filled('ANNUAL')
    const draft = { demoProjectId, stage: 'ANNUAL', year, submit: false } as const
    const above = [{ ...first, indexId: first?.indexId ?? 0, selfScore: 11 }, ...rest]
    expect(await refusalCodes(enterprise.indexValues.save({ ...draft, values: above }))).toContain('N-001')
    const other = await filled('SELF')
    expect(await refusalCodes(enterprise.indexValues.save({ ...draft, values: other }))).toContain('W-002')
  })

  test('[7.assess.3] is submitted only when every index is filled in, and never changed after that', async () => {
    const values = await filled('ANNUAL')
    const draft = { demoProjectId, stage: 'ANNUAL', year } as const
    expect(
      await refusalCodes(enterprise.indexValues.save({ ...draft, values: values.slice(1), submit: true })),
    ).toContain('N-002')
    const submitted = await enterprise.indexValues.save({ ...draft, values, submit: true })
    expect(submitted).toMatchObject({ status: '2', totalSelfScore: 100 })
    expect(await (await rig.as('platform')).indexValues.getDraft(draft)).toMatchObject({ status: '2' })
    expect(
      await refusalCodes(
        enterprise.indexValues.save({ ...draft, values, submit: false, version: submitted.version }),
      ),
    ).toContain('N-003')
  })

  test('belongs to announced projects alone', async () => {
    const { content } = await enterprise.demoProjects.list({ status: ['0'] })
    const [draft] = content
    expect(
      await refusalCodes(
        enterprise.indexValues.save({ demoProjectId: draft?.id ?? 0, stage: 'SELF', year, submit: false }),
      ),
    ).toContain('N-004')
  })
})
