import type { components } from '@xinchu/contract/schema'
import type { XinchuClient } from '@xinchu/sdk'
import { smallPdf } from './small-pdf.ts'

type Schemas = components['schemas']

/** The batch whose window the demonstration data open. */
export const BATCH = { batchYear: new Date().getFullYear(), batchNo: 1 } as const

/** A project of the first demonstration enterprise whose own fields are complete. Size and site differ by number. */
export const soundPilot = (
  serial: number,
  more: Partial<Schemas['DemoProjectDraft']> = {},
): Schemas['DemoProjectDraft'] => ({
  ...BATCH,
  projectName: `盐池县大水坑第${serial}号构网示范`,
  recommendType: '1',
  contactName: '李明',
  contactPhone: '13800138000',
  provinceCode: '640000',
  cityCode: '640300',
  countyCode: '640323',
  longitude: (10680 + 3 * (serial % 30)) / 100,
  latitude: 37.6,
  techType: '01',
  techSubType: '0101',
  techDirection: '10',
  appScenario: '2',
  appSubScenario: '21',
  ratedPower: 100 + 5 * (serial % 50),
  ratedEnergy: 200 + 10 * (serial % 50),
  totalInvestment: 20000,
  buildStatus: '1',
  planCommissionDate: '2028-06-30',
  ...more,
})

const TEXT = '本项目按国家有关规定建设，采用成熟可靠的技术路线。'

export const application: Schemas['DemoApplicationFields'] = {
  unitIntro: TEXT,
  projectOverview: TEXT,
  necessity: TEXT,
  techPlan: TEXT,
  keyIndicators: [
    { name: '综合效率', value: 86, unit: '%' },
    { name: '循环寿命', value: 8000, unit: '次' },
    { name: '响应时间', value: 100, unit: 'ms' },
  ],
  innovation: TEXT,
  safetyPlan: TEXT,
  economy: { irr: 8.1, paybackYears: 9.5 },
  demonstrationEffect: TEXT,
  conditions: TEXT,
  commitment: true,
}

export const implementation: Schemas['DemoImplementationFields'] = {
  goals: TEXT,
  tasks: [{ name: '土建', content: TEXT, planStart: '2027-01-01', planEnd: '2027-06-30' }],
  milestones: [
    { name: '开工', planDate: '2027-01-01' },
    { name: '并网', planDate: '2028-01-31' },
    { name: '投运', planDate: '2028-06-30' },
  ],
  investmentPlan: [
    { year: 2027, amount: 12000 },
    { year: 2028, amount: 8000 },
  ],
  operationPlan: TEXT,
  riskControl: TEXT,
  guarantee: TEXT,
  monitorPlan: TEXT,
}

export const brief: Schemas['DemoBriefFields'] = {
  summary: '构网型独立储能示范',
  content: TEXT.repeat(12),
  highlights: ['构网型控制'],
}

/** Makes a project with all parts but its attachments. */
export async function writtenPilot(
  client: XinchuClient,
  draft: Schemas['DemoProjectDraft'],
): Promise<Schemas['DemoProject']> {
  const made = await client.demoProjects.create(draft)
  const place = { projectId: made.id, draft: false }
  await client.demoProjects.saveApplication({ ...place, ...application })
  await client.demoProjects.saveImplementation({ ...place, ...implementation })
  await client.demoProjects.saveBrief({ ...place, ...brief })
  return made
}

const FILES = ['DEMO_APPLICATION_STAMPED', 'DEMO_RECORD', 'DEMO_GRID', 'DEMO_COMMIT'] as const

/** Uploads the attachments without which a project cannot be submitted. */
export async function attachAll(client: XinchuClient, bizId: number): Promise<void> {
  for (const bizType of FILES) await client.demoProjects.uploadFile({ file: pdfOf(bizType), bizType, bizId })
}

export const pdfOf = (name: string): File => new File([smallPdf(name)], `${name}.pdf`)

/** Makes a project that lacks nothing. */
export async function completePilot(
  client: XinchuClient,
  draft: Schemas['DemoProjectDraft'],
): Promise<Schemas['DemoProject']> {
  const made = await writtenPilot(client, draft)
  await attachAll(client, made.id)
  return made
}

type Action = Schemas['DemoFlowRequest']['action']

/** Takes an action on one project, which must succeed. */
export async function step(
  client: XinchuClient,
  id: number,
  action: Action,
  more: Partial<Schemas['DemoFlowRequest']> = {},
): Promise<void> {
  const { failed } = await client.demoProjects.updateStatuses({ ids: [id], action, ...more })
  if (failed[0]) throw new Error(`${action}: ${failed[0].message}`)
}

const PERSON_POINTS = ['F-04', 'F-07', 'F-08', 'F-09', 'F-10']

/** Judges all points of a project that a person judges as met. */
export async function judgeAll(client: XinchuClient, projectId: number): Promise<void> {
  await client.demoProjects.judgeFormalCheck({
    projectId,
    items: PERSON_POINTS.map((code) => ({ code, verdict: 'MET' })),
  })
}
