import { importWorkbook, type XinchuClient } from '@xinchu/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from '../rig.ts'
import { fillTemplate, goodRow, type ImportCells } from '../support/import-rows.ts'

let rig: Rig
let enterprise: XinchuClient
beforeAll(async () => {
  rig = await startRig()
  enterprise = await rig.as('enterprise_yc')
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

/** Cells of a filled template, with what the import says about each row, and what it stores. */
const CASES: readonly (readonly [what: string, cells: ImportCells, said: string, stored?: ImportCells])[] = [
  ['a plain row', {}, '', {}],
  ['a sum of binary fractions', { ratedEnergy: 434.99999999999994 }, '', { ratedEnergy: 435 }],
  ['43 s before midnight', { planGridDate: '2027-12-31T23:59:17' }, 'C-040', { planGridDate: '2028-01-01' }],
  ['16:00 of a day', { planGridDate: '2027-09-30T16:00:00' }, 'C-041 2027-09-30／2027-10-01'],
  ['a time as text', { planGridDate: '2027/12/31 23:59:59' }, 'C-041 2027-12-31／2028-01-01'],
  ['a number without the format of a date', { planGridDate: 46752.9995 }, 'C-046 46752.9995'],
  ['a serial without the format of a date', { planGridDate: 46722 }, 'C-042 2027-12-01'],
  ['a day without its signs', { planGridDate: '20271' }, 'C-046 20271'],
  ['a serial that was not meant', { planGridDate: '10000' }, 'C-046 10000'],
  ['a year of another age', { planGridDate: '0227-01-05' }, 'C-046 0227-01-05'],
  ['a day of 1927', { planGridDate: '1927-12-01' }, 'C-045 1927-12-01'],
  ['an error in an address', { address: '#N/A' }, 'C-001 #N/A'],
  ['an error as a name', { projectName: '#REF!' }, 'C-001 #REF!'],
  ['a long number cell', { recordNo: Number('2312640323040112345') }, 'C-027 文本'],
  ['a comma that groups nothing', { ratedPower: '12,5' }, 'C-020 12,5'],
  ['two figures', { ratedPower: '60 60' }, 'C-021 60 60'],
  [
    'an invisible character',
    { substationName: '盐池\u200b变' },
    'C-007 U+200B',
    { substationName: '盐池变' },
  ],
  ['a placeholder', { substationName: '不涉及' }, 'C-005 不涉及', {}],
  [
    'a phone with blanks',
    { contactPhone: '138 0013 8000' },
    'C-050 13800138000',
    { contactPhone: '13800138000' },
  ],
  ['a voltage in words', { gridVoltage: '110千伏' }, 'C-060 110kV', { gridVoltage: '110' }],
  ['a word that is near', { techType: '锂电' }, 'C-061 锂离子电池'],
]

test('what a workbook has is stored as it is shown, or said by row, column and rule', async () => {
  const { blob } = await enterprise.imports.downloadTemplate({})
  const rows = CASES.map(([, cells], at) => goodRow(81_000 + at, cells))
  const file = new File(
    [Buffer.from(await fillTemplate(new Uint8Array(await blob.arrayBuffer()), rows))],
    '真.xlsx',
  )
  const { batch } = await importWorkbook(enterprise.imports, file, { pollInterval: 50 })
  const { rows: found = [] } = await enterprise.imports.list({ batchId: batch.id, size: 100 })
  const ids = await rig.db
    .selectFrom('import_row')
    .select('project_id')
    .where('batch_id', '=', batch.id)
    .orderBy('row_no')
    .execute()
  expect(found).toHaveLength(CASES.length)
  for (const [at, [what, , said, stored]] of CASES.entries()) {
    const [code = '', words = ''] = said.split(/ (.*)/)
    const { errors = [], questions = [], warnings = [] } = found[at] ?? {}
    const findings = [...errors, ...questions, ...warnings]
    expect([what, findings.map((each) => each.code)]).toEqual([what, code === '' ? [] : [code]])
    expect([what, findings.map(({ message }) => message).join()]).toEqual([
      what,
      expect.stringContaining(words),
    ])
    const id = ids[at]?.project_id
    if (!stored) continue
    const project = await enterprise.projects.get(id ?? 0)
    expect([what, project]).toEqual([what, expect.objectContaining(stored)])
    if (what === 'a placeholder') expect(project.substationName).toBeUndefined()
  }
})
