import {
  answerImport,
  type ImportRow,
  importRows,
  importWorkbook,
  isXinchuError,
  type XinchuClient,
} from '@xinchu/sdk'
import { expect, test } from 'vitest'
import { importColumns } from '../../src/domain/import/columns.ts'
import { openImportPlatform } from '../support/import-platform.ts'
import { goodRow, type ImportCells } from '../support/import-rows.ts'
import { rawWorkbook, type WrittenCell } from '../support/raw-workbook.ts'

const platform = openImportPlatform(96_000)

/** Status and rule of a refused call. */
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => (isXinchuError(error) ? { status: error.status, code: error.code } : error),
  )
const FORMATS = ['0!.0,', 'yyyy/m/d', 'm"月"d"日"']
const formatted = (style: number, digits: string): WrittenCell => ({ s: style, xml: `<v>${digits}</v>` })

type Cells = Readonly<Record<string, WrittenCell>>

/** A workbook of another program: captions, then a row of each. */
function workbookOf(rows: readonly Cells[], is1904: boolean): File {
  const heading = importColumns.map(({ caption, spec }) =>
    spec.unit ? `${caption}（${spec.unit}）` : caption,
  )
  const lines = rows.map((row) => importColumns.map(({ name }) => row[name] ?? null))
  const sheets = [{ name: '项目', rows: [heading, ...lines] }]
  return new File([Buffer.from(rawWorkbook({ sheets, formats: FORMATS, is1904 }))], '待确认.xlsx')
}

const uploaded = (rows: readonly Cells[], { is1904 = false } = {}) =>
  importWorkbook(platform.enterprise.imports, workbookOf(rows, is1904), {
    mode: 'partial',
    pollInterval: 20,
    beforeWrite: () => false,
  })

const codesOf = ({ questions = [] }: ImportRow) => questions.map(({ code }) => code)

interface Case {
  code: string
  field: string
  cell: WrittenCell
  choices: readonly string[]
  /** What is stored after the first choice; nothing where another rule refuses the value. */
  stored?: unknown
  /** Field of the project, if it is called otherwise than the column. */
  as?: string
  more?: Cells
}

const CASES: readonly Case[] = [
  { code: 'C-009', field: 'address', cell: '同上', choices: ['青山乡'], stored: '青山乡' },
  { code: 'C-009', field: 'county', cell: '〃', choices: ['盐池县'], as: 'countyCode', stored: '640323' },
  {
    code: 'C-011',
    field: 'totalInvestment',
    cell: formatted(1, '240000'),
    choices: ['24 万元', '240000 万元'],
    stored: 24,
  },
  { code: 'C-023', field: 'ratedPower', cell: '100MW', choices: ['100 MW'], stored: 100 },
  { code: 'C-023', field: 'longitude', cell: '东经106.9', choices: ['106.9 °'], stored: 106.9 },
  { code: 'C-024', field: 'ratedPower', cell: '101¹', choices: ['101 MW'], stored: 101 },
  { code: 'C-025', field: 'ratedPower', cell: '约102', choices: ['102 MW'], stored: 102 },
  { code: 'C-028', field: 'ratedPower', cell: '120.12345', choices: ['120.1235'], stored: 120.1235 },
  { code: 'C-029', field: 'ratedPower', cell: '00103', choices: ['103 MW'], stored: 103 },
  { code: 'C-030', field: 'ratedPower', cell: '(104)', choices: ['-104 MW'] },
  {
    code: 'C-032',
    field: 'totalInvestment',
    cell: '￥9,000',
    choices: ['9000 万元', '0.9 万元'],
    stored: 9000,
  },
  {
    code: 'C-041',
    field: 'planGridDate',
    cell: formatted(2, '46660.6667'),
    choices: ['2027-09-30', '2027-10-01'],
    stored: '2027-09-30',
  },
  { code: 'C-042', field: 'planGridDate', cell: 46_722, choices: ['2027-12-01'], stored: '2027-12-01' },
  {
    code: 'C-043',
    field: 'planGridDate',
    cell: '2027-12',
    choices: ['2027-12-01', '2027-12-31'],
    stored: '2027-12-01',
  },
  {
    code: 'C-044',
    field: 'planGridDate',
    cell: '12/1/2027',
    choices: ['2027-12-01', '2027-01-12'],
    stored: '2027-12-01',
  },
  { code: 'C-045', field: 'planGridDate', cell: '2061-12-01', choices: ['2061-12-01'], stored: '2061-12-01' },
  { code: 'C-047', field: 'phaseNo', cell: formatted(3, '46024'), choices: ['1月2日'], stored: '1月2日' },
  {
    code: 'C-051',
    field: 'contactPhone',
    cell: '13800138000、13900139000',
    choices: ['13800138000', '13900139000'],
  },
  {
    code: 'C-052',
    field: 'creditCode',
    cell: '9164O323MA0000001C',
    choices: ['91640323MA0000001C'],
    stored: '91640323MA0000001C',
  },
  { code: 'C-061', field: 'techType', cell: '锂离子电', choices: ['锂离子电池', '钠离子电池'], stored: '01' },
  { code: 'C-061', field: 'county', cell: '盐地县', choices: ['盐池县'], as: 'countyCode', stored: '640323' },
  {
    code: 'C-062',
    field: 'county',
    cell: '雄安新区',
    choices: ['雄县', '容城县', '安新县'],
    more: { province: '河北省', city: '保定市' },
  },
]

test('every cell that may mean several things asks, and its row is written when it is answered', async () => {
  const { imports, projects } = platform.enterprise
  const rows = CASES.map(({ field, cell, more }) => ({ ...platform.nextRow(), ...more, [field]: cell }))
  const { batch } = await uploaded([platform.nextRow(), ...rows])
  const [plain, ...asked] = await platform.rowsIn(batch.id)
  expect([batch.okRows + batch.warnRows, plain?.questions]).toEqual([1, undefined])
  for (const [at, { code, field, choices }] of CASES.entries()) {
    const { questions = [] } = asked[at] ?? {}
    expect([code, field, questions.map((each) => [each.code, each.field])]).toEqual([
      code,
      field,
      [[code, field]],
    ])
    expect([code, questions[0]?.choices.map(({ text }) => text)]).toEqual([code, choices])
  }
  const states = asked.map(({ state }, at) => [CASES[at]?.code, state])
  expect(states).toEqual(CASES.map(({ code }) => [code, 'ASK']))
  expect(batch.askedRows).toBe(CASES.length)

  const answers = asked.flatMap(({ rowNo, questions = [] }) =>
    questions.map(({ field, code, original, choices: [first] }) => ({
      ...{ rowNo, field, code, original },
      choice: first?.choice ?? '',
    })),
  )
  const answered = await imports.correctRows(batch.id, { answers })
  expect(answered.flatMap((row) => codesOf(row))).toEqual([])
  await imports.commit(batch.id, { skipRepeat: false })
  await expect.poll(async () => (await imports.get(batch.id)).state, { timeout: 10_000 }).toBe('DONE')
  const written = await platform.rowsIn(batch.id)
  for (const [at, { code, field, as = field, stored }] of CASES.entries()) {
    if (stored === undefined) continue
    const row = written[at + 1]
    expect([code, row?.state, row?.errors]).toEqual([code, 'COMMITTED', []])
    const project: Record<string, unknown> = { ...(await projects.get(row?.projectId ?? 0)) }
    expect([code, project[as]]).toEqual([code, stored])
  }
})

test('a dash in a column of figures of a text file is a zero or nothing', async () => {
  const row = platform.nextRow({ stateGridLength: '-' })
  const names = Object.keys(row).filter((name) => name !== 'stateGridLength')
  const field =
    importColumns.find(({ spec }) => spec.kind === 'number' && spec.required === undefined)?.name ?? ''
  const lines = [
    [...names, field],
    [...names.map((name) => row[name]), '-'],
  ]
  const file = new File([lines.map((line) => line.join(',')).join('\r\n')], '待确认.csv')
  const { batch } = await importWorkbook(platform.enterprise.imports, file, { beforeWrite: () => false })
  const [asked] = await platform.rowsIn(batch.id)
  expect(asked?.questions).toMatchObject([
    {
      code: 'C-008',
      field,
      original: '-',
      choices: [
        { choice: '0', text: '0' },
        { choice: '', text: '未填' },
      ],
    },
  ])
  const answer = { field, code: 'C-008', original: '-', choice: '' }
  const [empty] = await platform.enterprise.imports.correctRows(batch.id, { answers: [answer] })
  expect([empty?.errors, empty?.questions, empty?.raw[field]]).toEqual([[], undefined, undefined])
})

const ASKED = { ratedPower: '100MW' }
const ANSWER = { field: 'ratedPower', code: 'C-023', original: '100MW', choice: '100' }

const sent = (rows: readonly ImportCells[], mode: 'partial' | 'atomic' = 'partial') =>
  importRows(platform.enterprise.imports, rows, { mode, pollInterval: 20 })

test('equal questions are one, and one answer is for all of their cells', async () => {
  const { imports } = platform.enterprise
  const rows = [1, 2, 3].map(() => platform.nextRow(ASKED))
  const outcome = await sent([...rows, platform.nextRow({ ratedPower: '约100' })])
  const { batch, asked, written } = outcome
  expect([asked, written, batch.state]).toEqual([4, 0, 'READY'])
  const { groups, totalElements } = await outcome.questions()
  expect([totalElements, groups.map(({ original, count, firstRow }) => [original, count, firstRow])]).toEqual(
    [
      2,
      [
        ['100MW', 3, 1],
        ['约100', 1, 4],
      ],
    ],
  )
  const [group] = groups
  if (!group) throw new Error('there is a group')
  expect(group.message).toBe('“100MW”带有单位，是否为 100 MW？')
  expect(await answerImport(imports, batch.id, group, '100')).toBe(3)
  expect((await platform.rowsIn(batch.id)).map(({ raw, state }) => [raw['ratedPower'], state])).toEqual([
    ...Array.from({ length: 3 }, () => ['100', expect.stringMatching(/OK|WARN/)]),
    ['约100', 'ASK'],
  ])
  expect((await imports.get(batch.id)).askedRows).toBe(1)
})

test('one part of several values is asked about, and the others stay as they are', async () => {
  const { imports } = platform.enterprise
  const outcome = await sent([
    platform.nextRow({ functionTypes: '调频、调峰服务' }),
    platform.nextRow({ functionTypes: '调峰服务' }),
  ])
  const { groups } = await outcome.questions()
  expect(groups).toMatchObject([{ field: 'functionTypes', original: '调峰服务', count: 2 }])
  const [group] = groups
  const [first] = group?.choices ?? []
  if (!group || !first) throw new Error('there is a choice')
  await answerImport(imports, outcome.batch.id, group, first.choice)
  const rows = await platform.rowsIn(outcome.batch.id)
  expect(rows.map(({ raw, questions }) => [raw['functionTypes'], questions])).toEqual([
    [`调频、${first.text}`, undefined],
    [first.text, undefined],
  ])
})

test('a row with an error as well stays refused, and its questions can be answered', async () => {
  const { imports } = platform.enterprise
  const { batch } = await sent([platform.nextRow({ ...ASKED, contactPhone: '1' })])
  const [row] = await platform.rowsIn(batch.id)
  expect([row?.state, row?.errors.length, row && codesOf(row)]).toEqual(['ERROR', 1, ['C-023']])
  const [next] = await imports.correctRows(batch.id, { answers: [{ ...ANSWER, rowNo: 1 }] })
  expect([next?.state, next?.errors.length, next?.questions]).toEqual(['ERROR', 1, undefined])
})

test('a correction and an answer in one call both count, and the answer to what was corrected is refused', async () => {
  const { imports } = platform.enterprise
  const { batch } = await sent([platform.nextRow(ASKED), platform.nextRow(ASKED)])
  const body = { rows: [{ rowNo: 1, cells: { ratedPower: '55' } }], answers: [ANSWER] }
  const rows = await imports.correctRows(batch.id, body)
  expect(rows.map(({ raw }) => raw['ratedPower'])).toEqual(['55', '100'])
  expect(await refusal(imports.correctRows(batch.id, { answers: [{ ...ANSWER, rowNo: 1 }] }))).toMatchObject({
    status: 400,
    code: 'F-023',
  })
})

test('a choice that is not offered, an answer that was given, and a row that is not there are refused', async () => {
  const { imports } = platform.enterprise
  const { batch } = await sent([platform.nextRow(ASKED)])
  const answer = (more: Partial<typeof ANSWER> & { rowNo?: number }) =>
    refusal(imports.correctRows(batch.id, { answers: [{ ...ANSWER, ...more }] }))
  expect(await answer({ choice: '1000' })).toMatchObject({ status: 400, code: 'F-023' })
  expect(await answer({ code: 'C-025' })).toMatchObject({ status: 400, code: 'F-023' })
  expect(await answer({ rowNo: 9 })).toMatchObject({ status: 404 })
  expect(await refusal(imports.correctRows(batch.id, {}))).toMatchObject({ status: 400 })
  await imports.correctRows(batch.id, { answers: [ANSWER] })
  expect(await answer({})).toMatchObject({ status: 400, code: 'F-023' })
})

test('two people who answer the same question at once leave one answer', async () => {
  const { imports } = platform.enterprise
  const { batch } = await sent([platform.nextRow({ planGridDate: '2027-12' })])
  const question = { field: 'planGridDate', code: 'C-043', original: '2027-12' }
  const both = await Promise.allSettled(
    ['2027-12-01', '2027-12-31'].map((choice) =>
      imports.correctRows(batch.id, { answers: [{ ...question, choice }] }),
    ),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [row] = await platform.rowsIn(batch.id)
  expect(row?.questions).toBeUndefined()
})

test('an import of all or nothing waits for the answers', async () => {
  const { imports } = platform.enterprise
  const outcome = await sent([platform.nextRow(), platform.nextRow(ASKED)], 'atomic')
  expect([outcome.written, outcome.batch.state]).toEqual([0, 'READY'])
  expect(await refusal(imports.commit(outcome.batch.id, {}))).toMatchObject({ status: 409, code: 'W-025' })
  await imports.correctRows(outcome.batch.id, { answers: [ANSWER] })
  await imports.commit(outcome.batch.id, {})
  await expect
    .poll(async () => (await imports.get(outcome.batch.id)).committedRows, { timeout: 10_000 })
    .toBe(2)
})

test('rows that were written can be answered no more, and those left of a written batch can', async () => {
  const { imports } = platform.enterprise
  const { batch, written, asked } = await sent([platform.nextRow(), platform.nextRow(ASKED)])
  expect([batch.state, written, asked]).toEqual(['DONE', 1, 1])
  expect(await refusal(imports.correctRows(batch.id, { answers: [{ ...ANSWER, rowNo: 1 }] }))).toMatchObject({
    status: 409,
  })
  const [row] = await imports.correctRows(batch.id, { answers: [ANSWER] })
  expect([row?.rowNo, (await imports.get(batch.id)).state]).toEqual([2, 'READY'])
})

test('other offices learn nothing of the choices, and may not answer', async () => {
  const { batch } = await sent([platform.nextRow({ ...ASKED, contactPhone: '13800138000、13900139000' })])
  const province: XinchuClient = await platform.rig.as('province_nx')
  const other: XinchuClient = await platform.rig.as('enterprise_sy')
  for (const { imports } of [province, other]) {
    expect(await refusal(imports.questions(batch.id))).toMatchObject({ status: 404 })
    expect(await refusal(imports.correctRows(batch.id, { answers: [ANSWER] }))).toMatchObject({ status: 404 })
  }
  const { rows = [] } = await province.imports.listForProvince({ batchId: batch.id })
  expect(rows.map(({ state, questions }) => [state, questions?.map(({ choices }) => choices)])).toEqual([
    ['ASK', [[], []]],
  ])
  expect(JSON.stringify(rows)).not.toContain('13900139000')
})

test('a row that asks is told apart in what a commit would do', async () => {
  const { imports } = platform.enterprise
  const { batch } = await sent([platform.nextRow(ASKED)])
  const { counts, rows } = await imports.plan(batch.id, { action: 'asked' })
  expect([counts.asked, counts.new, counts.refused, rows.length]).toEqual([1, 0, 0, 1])
})

test('a cell like the one above finds it across rows that say the same, and in parts that are sent apart', async () => {
  const [first, ...more] = [
    goodRow(96_900),
    goodRow(96_901, { address: '同上' }),
    goodRow(96_902, { address: '同上' }),
  ]
  const outcome = await importRows(platform.enterprise.imports, [first, ...more], {
    partRows: 1,
    pollInterval: 20,
  })
  const { groups } = await outcome.questions()
  expect(groups).toMatchObject([{ code: 'C-009', count: 2, choices: [{ choice: '青山乡', text: '青山乡' }] }])
})

test('an answer for one row stands before one for all, and is for cells of the same text alone', async () => {
  const texts = ['2027-12', '2027-12', '2027年12月']
  const rows = texts.map((planGridDate) => ({ ...platform.nextRow(), planGridDate }))
  const { batch } = await uploaded(rows)
  const [first, second, third] = (await platform.rowsIn(batch.id)).map(({ questions = [] }) => questions[0])
  if (!first || !second || !third) throw new Error('a month without a day asks')
  const [begin = '', end = ''] = first.choices.map(({ choice }) => choice)
  const { field, code } = first
  await platform.enterprise.imports.correctRows(batch.id, {
    answers: [
      { field, code, original: first.original, choice: end },
      { field, code, original: second.original, choice: begin, rowNo: 3 },
      { field, code, original: third.original, choice: begin },
    ],
  })
  const left = await platform.rowsIn(batch.id)
  expect(left.map(({ raw }) => raw['planGridDate'])).toEqual([end, begin, begin])
  expect(left.flatMap(codesOf)).toEqual([])
})

const DAYS = { 46722: '2027-12-01', 46753: '2028-01-01', 46784: '2028-02-01', 46813: '2028-03-01' } as const
const dated = (digits: readonly WrittenCell[], is1904 = false) =>
  uploaded(
    digits.map((planGridDate) => ({ ...platform.nextRow(), planGridDate })),
    { is1904 },
  )
const daysIn = async (batchId: number) =>
  (await platform.rowsIn(batchId)).map(({ raw, questions = [] }) => [
    raw['planGridDate'],
    questions.map(({ code }) => code).join(),
  ])
const ALL_DAYS = { field: 'planGridDate', code: 'C-042', original: '*', choice: '1900' }

test('a date column of plain numbers is one question, and one answer is for all of its cells', async () => {
  const { imports } = platform.enterprise
  const numbers = Object.keys(DAYS).map(Number)
  const outcome = await dated([...numbers, 46_722, '2027-12'])
  const { groups, totalElements } = await outcome.questions()
  expect([totalElements, groups.map(({ code, count, firstRow }) => [code, count, firstRow])]).toEqual([
    2,
    [
      ['C-042', 5, 2],
      ['C-043', 1, 7],
    ],
  ])
  const [group] = groups
  if (!group) throw new Error('there is a group')
  expect(group).toMatchObject({ field: 'planGridDate', caption: '计划并网日期', original: '*' })
  expect(group.message).toBe(
    '本列的常规数字是否均为日期：46722 → 2027-12-01、46753 → 2028-01-01、46784 → 2028-02-01 等 4 个数？',
  )
  expect(group.choices).toEqual([{ choice: '1900', text: '均按日期读取' }])
  expect(await answerImport(imports, outcome.batch.id, group, '1900')).toBe(5)
  expect(await daysIn(outcome.batch.id)).toEqual([
    ...Object.values(DAYS).map((day) => [day, '']),
    [DAYS[46_722], ''],
    ['2027-12', 'C-043'],
  ])
})

test('a row of a column of plain numbers can be answered or corrected by itself', async () => {
  const { imports } = platform.enterprise
  const { batch } = await dated([46_722, 46_753, 46_784])
  const alone = { ...ALL_DAYS, original: '46753', choice: DAYS[46_753], rowNo: 3 }
  await imports.correctRows(batch.id, { answers: [alone] })
  expect((await daysIn(batch.id)).map(([, code]) => code)).toEqual(['C-042', '', 'C-042'])
  const rows = [{ rowNo: 4, cells: { planGridDate: '2029-05-01' } }]
  await imports.correctRows(batch.id, { rows, answers: [ALL_DAYS] })
  expect(await daysIn(batch.id)).toEqual([
    [DAYS[46_722], ''],
    [DAYS[46_753], ''],
    ['2029-05-01', ''],
  ])
  expect(await refusal(imports.correctRows(batch.id, { answers: [ALL_DAYS] }))).toMatchObject({
    status: 400,
    code: 'F-023',
  })
})

test('a column of plain numbers of a workbook that counts from 1904 asks from which day they count', async () => {
  const { imports } = platform.enterprise
  const outcome = await dated([45_260, 45_291, 45_291], true)
  const { groups } = await outcome.questions()
  expect(groups).toMatchObject([
    {
      count: 3,
      message:
        '本列的常规数字是按哪种日期系统写的：45260 → 2027-12-01／2023-11-30、45291 → 2028-01-01／2023-12-31？',
      choices: [
        { choice: '1904', text: '1904 日期系统（2027-12-01）' },
        { choice: '1900', text: '1900 日期系统（2023-11-30）' },
      ],
    },
  ])
  const one = { ...ALL_DAYS, original: '45291', choice: '2023-12-31', rowNo: 4 }
  await imports.correctRows(outcome.batch.id, { answers: [{ ...ALL_DAYS, choice: '1904' }, one] })
  expect(await daysIn(outcome.batch.id)).toEqual([
    ['2027-12-01', ''],
    ['2028-01-01', ''],
    ['2023-12-31', ''],
  ])
})
