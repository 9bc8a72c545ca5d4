import { BuildStatus } from '../codes.ts'

/** Stages of a project from its plan to its end, in their order. */
export const pipelineStages = [
  'planned',
  'filed',
  'building',
  'operating',
  'stopped',
  'retired',
  'terminated',
] as const

export type PipelineStage = (typeof pipelineStages)[number]

export const stageNames: Readonly<Record<PipelineStage, string>> = {
  planned: '规划',
  filed: '备案',
  building: '在建',
  operating: '在运',
  stopped: '停运',
  retired: '退役',
  terminated: '终止',
}

/** Where projects come from that did not count before, and where those go that count no more. */
export const flowEnds = { from: '未入库', to: '移出' } as const

/** Times between two days of a project. */
export const spanNames = {
  filedToStarted: '备案→开工',
  startedToConnected: '开工→并网',
  connectedToCommissioned: '并网→投运',
  filedToCommissioned: '备案→投运',
} as const

/** What the stage of a project depends on; days as yyyy-MM-dd. */
export interface StageFacts {
  buildStatus?: string | null | undefined
  recordDate?: string | null | undefined
  startDate?: string | null | undefined
  commissionDate?: string | null | undefined
  stopDate?: string | null | undefined
  retireDate?: string | null | undefined
  terminateDate?: string | null | undefined
}

export type StageDate = Exclude<keyof StageFacts, 'buildStatus'>

/** A stage, the construction statuses that fit it, and the days that must have come; the last is that of its beginning. */
export interface StageRule {
  stage: PipelineStage
  statuses: readonly string[]
  dates: readonly StageDate[]
}

const { filed, building, operating, stopped, retired, terminated } = BuildStatus

/** The first rule that fits decides; without one, a project is planned. */
export const stageRules: readonly StageRule[] = [
  { stage: 'retired', statuses: [retired], dates: ['retireDate'] },
  { stage: 'terminated', statuses: [terminated], dates: ['terminateDate'] },
  { stage: 'stopped', statuses: [stopped], dates: ['commissionDate', 'stopDate'] },
  { stage: 'operating', statuses: [operating, stopped, retired], dates: ['commissionDate'] },
  {
    stage: 'building',
    statuses: [building, operating, stopped, retired, terminated],
    dates: ['startDate'],
  },
  {
    stage: 'filed',
    statuses: [filed, building, operating, stopped, retired, terminated],
    dates: ['recordDate'],
  },
]

/**
 * Returns the stage of a project at the end of a day. A missing date does not hold a project back: its construction status
 * says that it came that far.
 * @param day yyyy-MM-dd
 */
export function stageAt(project: StageFacts, day: string): PipelineStage {
  const hasCome = (name: StageDate) => (project[name] ?? '') <= day
  const rule = stageRules.find(
    ({ statuses, dates }) => statuses.includes(project.buildStatus ?? '') && dates.every(hasCome),
  )
  return rule?.stage ?? 'planned'
}
