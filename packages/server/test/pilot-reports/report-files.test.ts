import type { XinchuClient } from '@xinchu/sdk'
import { closedQuarter } from '@xinchu/validators'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { day } from '../../src/runtime/time.ts'
import { type Rig, startRig } from '../rig.ts'
import { announcedOf } from '../support/announced.ts'
import { refusal } from '../support/refusal.ts'
import { smallPdf } from '../support/small-pdf.ts'

const today = day(new Date())

type Use = 'PROGRESS_PHOTO' | 'ANNUAL_STAMPED' | 'INDEX_EVIDENCE'

let rig: Rig
let enterprise: XinchuClient
const ids = new Map<Use, number>()

async function upload(bizType: Use): Promise<number> {
  const file = new File([smallPdf(bizType)], '材料.pdf', { type: 'application/pdf' })
  const { id } = await enterprise.files.upload({ file, bizType })
  ids.set(bizType, id)
  return id
}

beforeAll(async () => {
  rig = await startRig()
  enterprise = await rig.as('enterprise_yc')
  const project = { demo_project_id: await announcedOf(rig, 'enterprise_yc'), province_code: '640000' }
  const year = Number(today.slice(0, 4))
  for (const table of ['demo_progress', 'annual_report', 'index_value'] as const)
    await rig.db.deleteFrom(table).execute()
  const submitted = { status: '1' as const, submit_time: '2026-01-01 00:00:00' }
  await rig.db
    .insertInto('demo_progress')
    .values({
      ...project,
      ...closedQuarter(today),
      ...submitted,
      content: JSON.stringify({ photoIds: [await upload('PROGRESS_PHOTO')] }),
    })
    .execute()
  await rig.db
    .insertInto('annual_report')
    .values({
      ...project,
      ...submitted,
      year,
      content: JSON.stringify({ stampedFileId: await upload('ANNUAL_STAMPED') }),
    })
    .execute()
  await rig.db
    .insertInto('index_value')
    .values({
      demo_project_id: project.demo_project_id,
      stage: 'SELF',
      year,
      catalogue_version: 1,
      status: '2',
      values: JSON.stringify([{ indexId: 1, evidenceFileIds: [await upload('INDEX_EVIDENCE')] }]),
    })
    .execute()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const USES = [
  ['a photo of a submitted quarter', 'PROGRESS_PHOTO'],
  ['the scan of a submitted annual report', 'ANNUAL_STAMPED'],
  ['the evidence of a submitted self-assessment', 'INDEX_EVIDENCE'],
] as const

describe.each(USES)('%s', (_name, use) => {
  test.each(['enterprise_yc', 'province_nx', 'platform', 'nation'])('is read by %s', async (username) => {
    const { files } = await rig.sameAs(username)
    expect(await refusal(files.download(ids.get(use) ?? 0))).toBeUndefined()
  })

  test.each(['enterprise_sy', 'province_bj', 'county_yc'])('does not exist for %s', async (username) => {
    const { files } = await rig.sameAs(username)
    expect(await refusal(files.download(ids.get(use) ?? 0))).toEqual(await refusal(files.download(999_999)))
  })

  test('is not deleted by the one who uploaded it', async () => {
    await expect(enterprise.files.delete(ids.get(use) ?? 0)).rejects.toMatchObject({ code: 'W-016' })
  })
})
