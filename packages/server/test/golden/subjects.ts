import { ReportStatus } from '@xinchu/contract/codes'
import type { UsageFields, XinchuClient, YearCalcFields } from '@xinchu/sdk'
import { closedQuarter } from '@xinchu/validators'
import { day } from '../../src/runtime/time.ts'
import type { Rig } from '../rig.ts'
import { announcedOf } from '../support/announced.ts'
import { annualContent, annualIn, PROGRESS, progressIn } from '../support/pilot-reports.ts'
import { completePilot, judgeAll, soundPilot } from '../support/pilots.ts'
import { soundProject } from '../support/projects.ts'
import { fileFor, PILOT_CONTENT, REPORT_CONTENT } from '../support/provincial.ts'
import { soundUsage } from '../support/usage.ts'
import { objection } from './objection.ts'
import type { Answer, StepRequest, Subject } from './subject.ts'

const today = day(new Date())
const year = Number(today.slice(0, 4))
const last = closedQuarter(today)
const PERIOD = { year: last.year, quarter: last.quarter as 1 | 2 | 3 | 4 } // a quarter is 1 to 4

interface BatchReply {
  failed: { code?: string; errors?: { code?: string }[] }[]
  undo?: { undoId: string }
}

const ofBatch = ({ failed, undo }: BatchReply): Answer =>
  failed[0]
    ? { refused: [failed[0].code ?? '', ...(failed[0].errors ?? []).map(({ code = '' }) => code)] }
    : { undoId: undo?.undoId }

const project: Subject = {
  name: 'project',
  entity: 'PROJECT',
  table: 'es_project',
  state: ['declare_status', 'country_status'],
  more: ['read_flag', 'submitted_once', 'last_opinion', 'repeat_reason'],
  field: 'projectName',
  further: ['READ'],
  async make(rig) {
    const { projects } = await rig.sameAs('enterprise_yc')
    return (await projects.create(soundProject(1))).id
  },
  offers: async ({ projects }, id) => {
    const { actions, flow } = await projects.get(id)
    return { actions, moves: flow.moves }
  },
  async take({ projects }, { id, version, remarks, action, ...words }) {
    if (action === 'READ') {
      await projects.read({ ids: [id] })
      return {}
    }
    return ofBatch(
      await projects.submit({
        ...words,
        ids: [id],
        versions: [{ id, version }],
        action: action as 'PASS', // the goals of a project are its moves
        ...(remarks ? { remarks: [{ id, remarks }] } : {}),
      }),
    )
  },
  // What the nation returned and the province sent down takes the first way again.
  skips: (state) => /^[0-5] 2$/.test(state),
  forced: [
    {
      ...{ declare_status: '7', country_status: '4', submitted_once: true, read_flag: true },
      warehouse_time: '2026-01-01 00:00:00+08',
    },
  ],
}

/** A project that a province reports itself. */
const provincesProject: Subject = {
  ...project,
  name: 'project-of-province',
  async make(rig) {
    const { projects } = await rig.sameAs('province_nx')
    return (await projects.create(soundProject(2))).id
  },
  forced: [],
}

async function takeItem(
  client: XinchuClient,
  itemType: 'USAGE' | 'YEARCALC',
  { id, version, action, target: _none, remarks, ...words }: StepRequest,
  content: object,
): Promise<Answer> {
  const { errors, undo } = await client.projects.saveGeneralItems({
    ...words,
    action: action as 'PASS', // the goals of a report are its actions
    items: [{ itemType, id, version, ...content, ...(remarks ? { remarks } : {}) }],
  })
  return errors.length > 0 ? { refused: errors.map(({ code = '' }) => code) } : { undoId: undo?.undoId }
}

const isWritten = (action: string) => action === 'SAVE' || action === 'SUBMIT'

let usage: UsageFields | undefined

const quarterlyReport: Subject = {
  name: 'usage',
  entity: 'USAGE',
  table: 'usage_report',
  state: ['status'],
  more: ['last_opinion'],
  field: 'runHours',
  further: ['SAVE'],
  async make(rig) {
    const { projects } = await rig.sameAs('enterprise_yc')
    const { content } = await projects.listDueItems({ itemType: 'USAGE', ...PERIOD, size: 100 })
    const projectId = Math.min(...content.flatMap(({ projectId: id = 0 }) => id))
    await rig.db
      .deleteFrom('usage_report')
      .where('project_id', '=', projectId)
      .where('year', '=', PERIOD.year)
      .where('quarter', '=', PERIOD.quarter)
      .execute()
    usage = soundUsage(projectId, PERIOD)
    const { saved } = await projects.saveGeneralItems({
      action: 'SAVE',
      items: [{ itemType: 'USAGE', usage }],
    })
    return saved[0]?.id ?? 0
  },
  async offers({ projects }, id) {
    const { content } = await projects.listGeneralItems({ itemType: 'USAGE', ...PERIOD, size: 500 })
    return content.find((each) => each.id === id)?.flow.actions
  },
  take: (client, request) =>
    takeItem(client, 'USAGE', request, isWritten(request.action) && usage ? { usage } : {}),
}

const ROW = {
  techType: '01',
  appScenario: '2',
  lastYearPower: 100,
  lastYearEnergy: 200,
  addPower: 50,
  addEnergy: 100,
} as const

/** The calculation that an account's office makes. */
function calculation(author: string, name: string): Subject {
  let yearCalc: YearCalcFields | undefined
  return {
    name: `year-calc-${name}`,
    entity: 'YEARCALC',
    table: 'year_calc',
    state: ['status'],
    more: ['last_opinion'],
    field: 'rows',
    further: ['SAVE'],
    async make(rig) {
      const { projects } = await rig.sameAs(author)
      await rig.db.deleteFrom('year_calc').where('year', '=', year).execute()
      const { content } = await projects.listDueItems({ itemType: 'YEARCALC', year })
      const { item, yearCalc: due } = content[0] ?? {}
      const { scopeType = 'REGION', scopeId = 1 } = item?.yearCalc ?? due ?? {}
      yearCalc = { scopeType, scopeId, year, rows: [ROW] }
      const { saved } = await projects.saveGeneralItems({
        action: 'SAVE',
        items: [{ itemType: 'YEARCALC', yearCalc }],
      })
      return saved[0]?.id ?? 0
    },
    async offers({ projects }, id) {
      const { content } = await projects.listGeneralItems({ itemType: 'YEARCALC', year, size: 500 })
      return content.find((each) => each.id === id)?.flow.actions
    },
    take: (client, request) =>
      takeItem(client, 'YEARCALC', request, isWritten(request.action) && yearCalc ? { yearCalc } : {}),
  }
}

/** States of a demonstration project after the formal check, which the review by experts reaches. */
const REVIEWED = [
  { status: '6', excellent_type_status: '0' },
  { status: '7', excellent_type_status: '1' },
  { status: '8', excellent_type_status: '0' },
  { status: '9', excellent_type_status: '3' },
  { status: '10', excellent_type_status: '4' },
  { status: '11', excellent_type_status: '5' },
  { status: '12', excellent_type_status: '4' },
  { status: '13', excellent_type_status: '4' },
] as const

const demonstration: Subject = {
  name: 'demo',
  entity: 'DEMO',
  table: 'demo_project',
  state: ['status', 'excellent_type_status'],
  more: ['read_flag', 'submitted_once', 'last_opinion', 'opened_parts', 'due_date', 'recommend_order'],
  field: 'necessity',
  further: [
    ...(['READ', 'PRIMARY_PASS', 'PRIMARY_FAIL', 'REOPEN', 'EXCELLENT_PASS', 'EXCELLENT_FAIL'] as const),
    ...(['ANNOUNCE', 'CANCEL', 'QUIT'] as const),
  ],
  make: async (rig) => (await completePilot(await rig.sameAs('enterprise_yc'), soundPilot(1))).id,
  offers: async ({ demoProjects }, id) => (await demoProjects.get({ id })).actions,
  async take({ demoProjects }, { id, version, action, target: _none, remarks, ...words }) {
    return ofBatch(
      await demoProjects.updateStatuses({
        ...words,
        ids: [id],
        versions: [{ id, version }],
        action: action as 'PASS', // the goals of a demonstration project are actions of its flow
        ...(remarks ? { remarks: [{ id, remarks }] } : {}),
        ...(action === 'RETURN' ? { parts: ['MASTER', 'APPLICATION'] } : {}),
        ...(action === 'EXCELLENT_PASS' ? { excellentType: '1' } : {}),
        ...(action === 'CANCEL' || action === 'QUIT' ? { opinion: '请核对后修改，并写明原因' } : {}),
        ...(action === 'ANNOUNCE' ? { announceNo: '公告第9号', announceDate: today } : {}),
      }),
    )
  },
  async prepare(rig, id, state) {
    if (state.startsWith('3 ')) await judgeAll(await rig.sameAs('platform'), id)
  },
  forced: REVIEWED.map((columns) => ({ submitted_once: true, ...columns })),
}

const announced = (rig: Rig) => announcedOf(rig, 'enterprise_yc')

const progress: Subject = {
  name: 'progress',
  entity: 'PROGRESS',
  table: 'demo_progress',
  state: ['status'],
  more: ['last_opinion', 'submit_time'],
  field: 'nextPlan',
  further: ['SAVE'],
  async make(rig) {
    await rig.db.deleteFrom('demo_progress').execute()
    return progressIn(rig, await announced(rig), ReportStatus.draft)
  },
  offers: async (client, id) => (await client.progress.list({ id })).content[0]?.flow.actions,
  async take(client, { target: _none, action, ...request }) {
    const { undo } = await client.progress.save({
      ...(isWritten(action) ? PROGRESS : {}),
      ...request,
      action: action as 'PASS', // the goals of a report are its actions
    })
    return { undoId: undo?.undoId }
  },
}

let annual: Awaited<ReturnType<typeof annualContent>> | undefined

const annualReport: Subject = {
  name: 'annual',
  entity: 'ANNUAL',
  table: 'annual_report',
  state: ['status'],
  more: ['last_opinion', 'submit_time'],
  field: 'nextYearPlan',
  further: ['SAVE'],
  async make(rig) {
    const projectId = await announced(rig)
    await rig.db.deleteFrom('demo_progress').execute()
    await rig.db.deleteFrom('annual_report').execute()
    annual = await annualContent(rig, projectId)
    return annualIn(rig, projectId, ReportStatus.draft)
  },
  offers: async (client, id) => (await client.annualReports.get({ id })).flow.actions,
  async take(client, { target: _none, action, ...request }) {
    const { undo } = await client.annualReports.save({
      ...(isWritten(action) ? annual : {}),
      ...request,
      action: action as 'PASS', // the goals of a report are its actions
    })
    return { undoId: undo?.undoId }
  },
}

let pilotFile = 0

const provincialDemo: Subject = {
  name: 'provincial-demo',
  entity: 'PROV_DEMO',
  table: 'provincial_demo',
  state: ['status'],
  more: ['last_opinion', 'submit_time'],
  field: 'supportPolicy',
  further: ['SAVE'],
  async make(rig) {
    const province = await rig.sameAs('province_nx')
    pilotFile = await fileFor(province, 'PROV_DEMO')
    const made = await province.provincialDemos.create({ ...PILOT_CONTENT(pilotFile), action: 'SAVE' })
    return made.id
  },
  offers: async ({ provincialDemos }, id) => (await provincialDemos.list({ id })).content[0]?.actions,
  async take({ provincialDemos }, { target: _none, action, ...request }) {
    const { undo } = await provincialDemos.update({
      ...(isWritten(action) ? PILOT_CONTENT(pilotFile) : {}),
      ...request,
      action: action as 'CONFIRM', // the goals of what a province reports are its actions
    })
    return { undoId: undo?.undoId }
  },
}

let stamped = 0

const workReport: Subject = {
  name: 'work-report',
  entity: 'WORK_REPORT',
  table: 'work_report',
  state: ['status'],
  more: ['last_opinion', 'submit_time', 'stats'],
  field: 'nextPlan',
  further: ['SAVE'],
  async make(rig) {
    const province = await rig.sameAs('province_nx')
    await rig.db.deleteFrom('work_report').where('province_code', '=', '640000').execute()
    stamped = await fileFor(province, 'WORK_REPORT')
    const content = { ...REPORT_CONTENT(stamped), year, reportType: '2' as const }
    const { id = 0 } = await province.workReports.save({ ...content, action: 'SAVE' })
    return id
  },
  offers: async ({ workReports }, id) => (await workReports.getById({ id })).flow.actions,
  async take({ workReports }, { target: _none, action, ...request }) {
    const { undo } = await workReports.save({
      ...(isWritten(action) ? REPORT_CONTENT(stamped) : {}),
      ...request,
      action: action as 'CONFIRM', // the goals of what a province reports are its actions
    })
    return { undoId: undo?.undoId }
  },
}

/** Records of all kinds. Where the chain of review differs within a kind, one of each chain. */
export const SUBJECTS: readonly Subject[] = [
  project,
  provincesProject,
  quarterlyReport,
  calculation('county_yc', 'county'),
  calculation('province_nx', 'province'),
  calculation('enterprise_yc', 'enterprise'),
  demonstration,
  progress,
  annualReport,
  provincialDemo,
  workReport,
  objection,
]
