import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CONFLICT_CODES,
  type ConflictCode,
  FIRST_POLICY,
} from '../../src/domain/pilot-review/conflict-policy.ts'
import {
  conflictsOf,
  type ReviewedExpert,
  type ReviewedProject,
} from '../../src/domain/pilot-review/conflicts.ts'
import { placeOf, telephoneOf } from '../../src/domain/pilot-review/unit-names.ts'

const MOMENT = { today: '2026-06-15', openedOn: '2026-03-01' }

const expert = (more: Partial<ReviewedExpert> = {}): ReviewedExpert => ({
  id: 1,
  name: '何志远',
  employments: [{ unit: '西北电力试验研究院' }],
  telephones: [],
  emails: [],
  jointWorks: [],
  declared: [],
  ...more,
})

const project = (more: Partial<ReviewedProject> = {}): ReviewedProject => ({
  id: 7,
  subjects: [
    { role: 'APPLICANT', name: '盐池一号储能有限公司' },
    { role: 'RECOMMENDER', name: '宁夏回族自治区能源主管部门' },
  ],
  coApplicants: [],
  team: [],
  ...more,
})

const applicant = (more: object) =>
  project({ subjects: [{ role: 'APPLICANT', name: '盐池一号储能有限公司', ...more }] })

const codes = (of: ReviewedExpert, to: ReviewedProject) =>
  conflictsOf(of, to, FIRST_POLICY, MOMENT).map(({ code, effect }) => `${code} ${effect}`)

type Case = [sentence: string, expert: ReviewedExpert, project: ReviewedProject, expected: string[]]
const work = (unit: string, leftOn?: string) => expert({ employments: [{ unit, ...(leftOn && { leftOn }) }] })

const CASES: Case[] = [
  ['nothing in common', expert(), project(), []],
  ['works for the applicant', work('盐池一号储能有限公司'), project(), ['C-01 EXCLUDE']],
  [
    'works for it under a name written otherwise',
    work('盐池 一号储能（有限公司）'),
    project(),
    ['C-01 EXCLUDE'],
  ],
  ['left it two years ago', work('盐池一号储能有限公司', '2024-06-20'), project(), ['C-01 EXCLUDE']],
  ['left it more than three years ago', work('盐池一号储能有限公司', '2023-06-15'), project(), []],
  [
    'works for a unit whose name is near the applicant’s',
    expert(),
    applicant({ name: '西北电力试验研究分院' }),
    ['C-02 JUDGE'],
  ],
  [
    'works for a unit whose name is almost the applicant’s',
    work('国家电力建设集团西北勘测设计研究院第一分院'),
    applicant({ name: '国家电力建设集团西北勘测设计研究院第二分院' }),
    ['C-02 JUDGE'],
  ],
  [
    'works in the same group',
    expert({ employments: [{ unit: '某研究所', ownerGroupId: 3 }] }),
    project({ ownerGroupId: 3 }),
    ['C-03 EXCLUDE'],
  ],
  ['neither has a group', expert(), project(), []],
  ['applies with the unit', expert(), project({ coApplicants: ['何志远'] }), ['C-04 EXCLUDE']],
  [
    'works for a unit of the same credit code',
    expert({ employments: [{ unit: '某研究所', creditCode: '91640323MA76C1AB0X' }] }),
    applicant({ creditCode: '91640323MA76C1AB0X' }),
    ['C-05 EXCLUDE'],
  ],
  [
    'has the contact’s telephone, written with the country’s code',
    expert({ telephones: ['+86 138 0000 8000'] }),
    applicant({ telephones: ['13800008000'] }),
    ['C-06 EXCLUDE'],
  ],
  [
    'has the contact’s e-mail in capitals',
    expert({ emails: ['He@Example.com'] }),
    applicant({ emails: ['he@example.com'] }),
    ['C-06 EXCLUDE'],
  ],
  [
    'works at the same address in another room',
    expert({ employments: [{ unit: '某研究所', address: '银川市金凤区 正源北街12号 3楼' }] }),
    applicant({ address: '银川市金凤区正源北街１２号A座501室' }),
    ['C-07 JUDGE'],
  ],
  [
    'shared a project with the applicant four years ago',
    expert({ jointWorks: [{ unit: '盐池一号储能有限公司', year: 2022 }] }),
    project(),
    ['C-08 EXCLUDE'],
  ],
  [
    'shared a project with the applicant six years ago',
    expert({ jointWorks: [{ unit: '盐池一号储能有限公司', year: 2020 }] }),
    project(),
    [],
  ],
  ['works at the recommending office', work('宁夏回族自治区能源主管部门'), project(), ['C-09 EXCLUDE']],
  [
    'left the recommending office half a year ago',
    work('宁夏回族自治区能源主管部门', '2025-12-31'),
    project(),
    ['C-09 EXCLUDE'],
  ],
  [
    'left the recommending office two years ago',
    work('宁夏回族自治区能源主管部门', '2024-06-01'),
    project(),
    [],
  ],
  [
    'stands in the designer’s team',
    expert(),
    project({ team: [{ name: '何志远', role: 'DESIGNER' }] }),
    ['C-10 EXCLUDE'],
  ],
  [
    'has asked to be left out',
    expert({ declared: [{ projectId: 7, reason: '曾任该项目顾问' }] }),
    project(),
    ['C-11 EXCLUDE'],
  ],
  [
    'has asked to be left out of another project',
    expert({ declared: [{ projectId: 8, reason: '曾任该项目顾问' }] }),
    project(),
    [],
  ],
  [
    'works for it and has its telephone',
    expert({ employments: [{ unit: '盐池一号储能有限公司' }], telephones: ['13800008000'] }),
    applicant({ telephones: ['13800008000'] }),
    ['C-01 EXCLUDE', 'C-06 EXCLUDE'],
  ],
]

test.each(CASES)('an expert who %s', (_, of, to, expected) => {
  expect(codes(of, to)).toEqual(expected)
})

test('says both values and the similarity of near names', () => {
  expect(conflictsOf(expert(), applicant({ name: '西北电力试验研究分院' }), FIRST_POLICY, MOMENT)).toEqual([
    {
      code: 'C-02',
      effect: 'JUDGE',
      reason: '专家单位与申报单位名称相近（0.8235）',
      expertValue: '西北电力试验研究院',
      projectValue: '西北电力试验研究分院',
    },
  ])
})

test('names the years of the window in the reason', () => {
  const [conflict] = conflictsOf(
    expert({ jointWorks: [{ unit: '盐池一号储能有限公司', year: 2024 }] }),
    project(),
    FIRST_POLICY,
    MOMENT,
  )
  expect(conflict?.reason).toBe('5年内与申报单位共同承担项目')
})

test('a rule that is switched off finds nothing', () => {
  const off = FIRST_POLICY.map((rule) => ({ ...rule, enabled: rule.code !== 'C-01' }))
  expect(conflictsOf(work('盐池一号储能有限公司'), project(), off, MOMENT)).toEqual([])
})

test('the policy has each rule once, and every case of this table proves one', () => {
  expect(FIRST_POLICY.map(({ code }) => code)).toEqual([...CONFLICT_CODES])
  const proved = new Set(
    CASES.flatMap(([, , , expected]) => expected.map((text) => text.slice(0, 4) as ConflictCode)),
  )
  expect([...proved].sort()).toEqual([...CONFLICT_CODES])
})

test.each([
  ['010-6655 4433', '01066554433'],
  ['0086 13800008000', '13800008000'],
  ['12345', undefined],
])('compares the telephone %s as %s', (text, expected) => {
  expect(telephoneOf(text)).toBe(expected)
})

test('an address without a house number is compared with none', () => {
  expect(placeOf('银川市金凤区正源北街')).toBeUndefined()
})

test('whatever is typed as a name, telephone, address or e-mail breaks nothing', () => {
  const text = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(text, text, text, text, (unit, telephone, address, email) => {
      const of = expert({ employments: [{ unit, address }], telephones: [telephone], emails: [email] })
      const to = applicant({ name: unit, address, telephones: [telephone], emails: [email] })
      expect(Array.isArray(codes(of, to))).toBe(true)
    }),
  )
})
