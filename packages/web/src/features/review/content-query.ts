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
import type { ReviewRef } from '../../app/review.ts'
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

async function provincialContent(
  sdk: Sdk,
  { entity, entityId: id }: ReviewRef,
  signal: AbortSignal,
): Promise<Content | null> {
  const part = import('./provincial-content.tsx')
  if (entity === 'WORK_REPORT') {
    const report = await sdk.workReports.getById({ id }, { signal })
    return { kind: entity, report, sectionsOf: (await part).workReportSections }
  }
  const [demo] = (await sdk.provincialDemos.list({ id }, { signal })).content
  return demo ? { kind: 'PROV_DEMO', demo, sectionsOf: (await part).provincialDemoSections } : null
}

async function contentOf(sdk: Sdk, ref: ReviewRef, signal: AbortSignal): Promise<Content | null> {
  const { entity, entityId } = ref
  if (entity === 'PROJECT') return { kind: 'PROJECT', project: await sdk.projects.get(entityId, { signal }) }
  if (entity === 'DEMO')
    return { kind: 'DEMO', demo: await sdk.demoProjects.get({ id: entityId }, { signal }) }
  if (entity === 'ANNUAL') return annualContent(sdk, entityId, signal)
  if (entity === 'PROGRESS') return progressContent(sdk, entityId, signal)
  if (entity === 'WORK_REPORT' || entity === 'PROV_DEMO') return provincialContent(sdk, ref, signal)
  if (entity !== 'USAGE' && entity !== 'YEARCALC') return null
  const { content } = await sdk.projects.listGeneralItems({ itemType: entity, id: entityId }, { signal })
  return content[0] ? { kind: 'ITEM', item: content[0] } : null
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
    queryFn: ({ client, signal }) => contentOf(sdkOf(client), ref, signal),
  })
