// What an applicant writes. A real application has pages of it; here every text is one sentence.
import type { components } from '@xinchu/sdk/schema'
import type { Application } from './batch.ts'

type Schemas = components['schemas']

/** Year and number of a batch. */
export interface BatchKey {
  batchYear: number
  batchNo: number
}

const TEXT = '本项目按国家有关规定建设，采用成熟可靠的技术路线，关键指标均有试验依据。'

/** Where the applicants of the example may build. */
const PLACES: Readonly<Record<string, Partial<Schemas['DemoProjectDraft']>>> = {
  enterprise_yc: { cityCode: '640300', countyCode: '640323', longitude: 107.1 },
  enterprise_sy: { countyCode: '110113', longitude: 116.7 },
}
const PROVINCES: Readonly<Record<string, string>> = { enterprise_yc: '640000', enterprise_sy: '110000' }

/** The project itself. Company, credit code and recommending office follow from the account. */
export function projectOf(
  { no, name, applicant, recommender, unionUnit }: Application,
  batch: BatchKey,
  ownerGroupId: number | undefined,
): Schemas['DemoProjectDraft'] {
  return {
    ...batch,
    ...PLACES[applicant],
    projectName: name,
    provinceCode: PROVINCES[applicant] ?? '',
    latitude: 37 + Number(no) / 10,
    recommendType: recommender.startsWith('group') ? '2' : '1',
    ...(ownerGroupId === undefined ? {} : { ownerGroupId }),
    contactName: '李明',
    contactPhone: '13800138000',
    ...(unionUnit ? { unionUnits: [{ name: unionUnit }] } : {}),
    techType: '01',
    techSubType: '0101',
    techDirection: '10',
    appScenario: '2',
    appSubScenario: '21',
    ratedPower: 100,
    ratedEnergy: 200,
    totalInvestment: 20_000,
    buildStatus: '1',
    planCommissionDate: `${batch.batchYear + 2}-06-30`,
  }
}

export const APPLICATION: Schemas['DemoApplicationFields'] = {
  unitIntro: TEXT,
  projectOverview: TEXT,
  necessity: TEXT,
  techPlan: TEXT,
  keyIndicators: [
    { name: '综合效率', value: 86, unit: '%' },
    { name: '循环寿命', value: 8_000, unit: '次' },
    { name: '响应时间', value: 100, unit: 'ms' },
  ],
  innovation: TEXT,
  safetyPlan: TEXT,
  economy: { irr: 8.1, paybackYears: 9.5 },
  demonstrationEffect: TEXT,
  conditions: TEXT,
  commitment: true,
}

export const planOf = (
  { responsible }: Application,
  { batchYear }: BatchKey,
): Schemas['DemoImplementationFields'] => ({
  goals: TEXT,
  tasks: [
    {
      name: '系统集成',
      content: TEXT,
      planStart: `${batchYear + 1}-01-01`,
      planEnd: `${batchYear + 1}-06-30`,
      ...(responsible ? { responsible } : {}),
    },
  ],
  milestones: [
    { name: '开工', planDate: `${batchYear + 1}-01-01` },
    { name: '并网', planDate: `${batchYear + 2}-01-31` },
    { name: '投运', planDate: `${batchYear + 2}-06-30` },
  ],
  investmentPlan: [
    { year: batchYear + 1, amount: 12_000 },
    { year: batchYear + 2, amount: 8_000 },
  ],
  operationPlan: TEXT,
  riskControl: TEXT,
  guarantee: TEXT,
  monitorPlan: TEXT,
})

export const BRIEF: Schemas['DemoBriefFields'] = {
  summary: '构网型储能示范',
  content: TEXT.repeat(8),
  highlights: ['构网型控制'],
}

/** Attachments without which nothing can be submitted. */
export const ATTACHMENTS = ['DEMO_APPLICATION_STAMPED', 'DEMO_RECORD', 'DEMO_GRID', 'DEMO_COMMIT'] as const
