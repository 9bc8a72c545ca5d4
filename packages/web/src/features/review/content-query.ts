import { queryOptions } from '@tanstack/react-query'
import type {
  AnnualReport,
  DemoImplementation,
  DemoProjectDetail,
  GeneralItem,
  ProgressSubmission,
  Project,
  ProvincialDemo,
  WorkReport,
} from '@xinchu/sdk'
import { type Sdk, sdkOf } from '../../app/demo-sdk.ts'
import { queryKeys } from '../../app/query-keys.ts'
import type { ReviewRef } from '../../records/review.ts'
import type { provincialDemoSections, workReportSections } from './provincial-content.tsx'
import type { annualSections, progressSections } from './report-content.tsx'

/** Reviewed records, by kind. Kinds that few desks have load with their field groups. */
export type Content =
  | { kind: 'PROJECT'; project: Project }
  | { kind: 'ITEM'; item: GeneralItem }
  | { kind: 'DEMO'; demo: DemoProjectDetail }
  | {
      kind: 'PROGRESS'
      report: ProgressSubmission
      plan: DemoImplementation
      sectionsOf: typeof progressSections
    }
  | { kind: 'ANNUAL'; report: AnnualReport; sectionsOf: typeof annualSections }
  | { kind: 'PROV_DEMO'; demo: ProvincialDemo; sectionsOf: typeof provincialDemoSections }
  | { kind: 'WORK_REPORT'; report: WorkReport; sectionsOf: typeof workReportSections }

/** A quarterly report with the plan that names its milestones. */
async function progressContent(sdk: Sdk, id: number, signal: AbortSignal): Promise<Content | null> {
  const part = import('./report-content.tsx')
  const [report] = (await sdk.progress.list({ id }, { signal })).content
  if (!report) return null
  const plan = await sdk.demoProjects.getImplementation({ projectId: report.demoProjectId ?? 0 }, { signal })
  return { kind: 'PROGRESS', report, plan, sectionsOf: (await part).progressSections }
}

async function annualContent(sdk: Sdk, id: number, signal: AbortSignal): Promise<Content> {
  const part = import('./report-content.tsx')
  const report = await sdk.annualReports.get({ id }, { signal })
  return { kind: 'ANNUAL', report, sectionsOf: (await part).annualSections }
}

async function provincialDemoContent(sdk: Sdk, id: number, signal: AbortSignal): Promise<Content | null> {
  const part = import('./provincial-content.tsx')
  const [demo] = (await sdk.provincialDemos.list({ id }, { signal })).content
  return demo ? { kind: 'PROV_DEMO', demo, sectionsOf: (await part).provincialDemoSections } : null
}

async function workReportContent(sdk: Sdk, id: number, signal: AbortSignal): Promise<Content> {
  const part = import('./provincial-content.tsx')
  const report = await sdk.workReports.getById({ id }, { signal })
  return { kind: 'WORK_REPORT', report, sectionsOf: (await part).workReportSections }
}

const itemContent =
  (itemType: 'USAGE' | 'YEARCALC'): Read =>
  async (sdk, id, signal) => {
    const [item] = (await sdk.projects.listGeneralItems({ itemType, id }, { signal })).content
    return item ? { kind: 'ITEM', item } : null
  }

type Read = (sdk: Sdk, id: number, signal: AbortSignal) => Promise<Content | null>

/** How the content of each kind is read. The desk cannot show the others. */
const READS: Readonly<Partial<Record<ReviewRef['entity'], Read>>> = {
  PROJECT: async (sdk, id, signal) => ({ kind: 'PROJECT', project: await sdk.projects.get(id, { signal }) }),
  DEMO: async (sdk, id, signal) => ({ kind: 'DEMO', demo: await sdk.demoProjects.get({ id }, { signal }) }),
  PROGRESS: progressContent,
  ANNUAL: annualContent,
  WORK_REPORT: workReportContent,
  PROV_DEMO: provincialDemoContent,
  USAGE: itemContent('USAGE'),
  YEARCALC: itemContent('YEARCALC'),
}

const KEYS: Readonly<Partial<Record<ReviewRef['entity'], readonly string[]>>> = {
  PROJECT: queryKeys.projects,
  DEMO: queryKeys.demos,
  PROGRESS: queryKeys.demoReports,
  ANNUAL: queryKeys.demoReports,
  PROV_DEMO: queryKeys.provincial,
  WORK_REPORT: queryKeys.provincial,
}
const keyOfKind = ({ entity }: ReviewRef) => KEYS[entity] ?? queryKeys.periodic

/** The fields of a record; null for a kind that the desk cannot show. */
export const contentQuery = (ref: ReviewRef) =>
  queryOptions({
    queryKey: [...keyOfKind(ref), 'desk', ref],
    queryFn: async ({ client, signal }) =>
      (await READS[ref.entity]?.(sdkOf(client), ref.entityId, signal)) ?? null,
  })
