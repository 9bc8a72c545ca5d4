// Part one: from the open window to the projects that passed the formal check.
import type { XinchuClient } from '@xinchu/sdk'
import { APPLICATIONS, type Application } from './batch.ts'
import { APPLICATION, ATTACHMENTS, type BatchKey, BRIEF, planOf, projectOf } from './materials.ts'

/** The clients of all accounts, the batch, and the ids of its projects by their numbers. */
export interface Walk {
  /** A client that is logged in as this account. */
  as(username: string): Promise<XinchuClient>
  batch: BatchKey
  ids: Map<string, number>
  /** A scanned document. Its name says which. */
  scan(name: string): File
}

/** The id of a project of the batch. */
export function idOf({ ids }: Pick<Walk, 'ids'>, no: string): number {
  const id = ids.get(no)
  if (id === undefined) throw new Error(`项目 ${no} 尚未申报`)
  return id
}

type Flow = Parameters<XinchuClient['demoProjects']['updateStatuses']>[0]

/** Takes one action on several projects. The reply tells of each project that refused it, and why. */
export async function act(client: XinchuClient, request: Flow): Promise<void> {
  const { failed } = await client.demoProjects.updateStatuses(request)
  if (failed.length > 0) throw new Error(failed.map(({ id, message }) => `${id}：${message}`).join('\n'))
}

/** The nation opens the window in which this batch is applied for. */
export async function openWindow({ as, batch: { batchYear, batchNo } }: Walk): Promise<void> {
  const { fillTimes } = await as('nation')
  await fillTimes.save({
    fillType: 'DEMO_APPLY',
    year: batchYear,
    batchNo,
    startTime: `${batchYear}-01-01 00:00:00`,
    endTime: `${batchYear + 1}-12-31 23:59:59`,
    enabled: true,
    remark: `${batchYear} 年第 ${batchNo} 批试点示范项目申报`,
  })
}

/** Writes an application with all its parts. It stays a draft. */
export async function write(walk: Walk, application: Application): Promise<number> {
  const { demoProjects, owners } = await walk.as(application.applicant)
  // A central enterprise recommends what belongs to its group.
  const [owner] = application.recommender.startsWith('group')
    ? await owners.list({ keyword: '国家电力投资' })
    : []
  const project = await demoProjects.create(projectOf(application, walk.batch, owner?.id))
  const part = { projectId: project.id, draft: false }
  await demoProjects.saveApplication({ ...part, ...APPLICATION })
  await demoProjects.saveImplementation({ ...part, ...planOf(application, walk.batch) })
  await demoProjects.saveBrief({ ...part, ...BRIEF })
  for (const bizType of ATTACHMENTS)
    await demoProjects.uploadFile({ file: walk.scan(bizType), bizType, bizId: project.id })
  walk.ids.set(application.no, project.id)
  return project.id
}

/** Submits an application that lacks nothing. `missing` would say what it lacks. */
export async function submit(walk: Walk, { no, applicant }: Application): Promise<void> {
  const client = await walk.as(applicant)
  const id = idOf(walk, no)
  const [status] = await client.demoProjects.getSubmitStatus({ projectIds: [id] })
  if (!status?.canSubmit) throw new Error(status?.missing.join('；'))
  await act(client, { ids: [id], action: 'SUBMIT' })
}

/** The enterprises apply. */
export async function applyAll(walk: Walk, applications = APPLICATIONS): Promise<void> {
  for (const application of applications) {
    await write(walk, application)
    await submit(walk, application)
  }
}

/** Provinces and central enterprises recommend what was submitted to them. */
export async function recommendAll(walk: Walk, applications = APPLICATIONS): Promise<void> {
  for (const recommender of new Set(applications.map((each) => each.recommender))) {
    const own = applications.filter((each) => each.recommender === recommender)
    await act(await walk.as(recommender), { ids: own.map(({ no }) => idOf(walk, no)), action: 'PASS' })
  }
}

/** The platform judges the points of the formal check that a person judges, and accepts. The system judges the others. */
export async function acceptAll(walk: Walk, applications = APPLICATIONS): Promise<void> {
  const platform = await walk.as('platform')
  for (const { no } of applications) {
    const projectId = idOf(walk, no)
    const { points } = await platform.demoProjects.getFormalCheck({ projectId })
    const items = points
      .filter(({ judgedBy }) => judgedBy === 'PERSON')
      .map(({ code }) => ({ code, verdict: 'MET' as const }))
    await platform.demoProjects.judgeFormalCheck({ projectId, items })
    await act(platform, { ids: [projectId], action: 'ACCEPT' })
  }
}
