import type { components } from '@xinchu/contract/schema'
import type { Rig } from '../rig.ts'
import { BATCH, expertIds, makePilots, poolNames } from './pilot-projects.ts'

type Schemas = components['schemas']

let serial = 0

/** A moment some days from now, as the contract writes it. */
export const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

export interface ReviewGroup {
  group: Schemas['ExpertGroup']
  projectIds: number[]
  /** User names of its experts. */
  names: string[]
  ids: number[]
}

/** A group of the pool's experts with new projects. */
export async function reviewGroup(
  rig: Rig,
  {
    projects = 2,
    names = poolNames(5),
    more = {},
    batch = BATCH,
  }: {
    projects?: number
    names?: string[]
    more?: Parameters<typeof makePilots>[2]
    batch?: { batchYear: number; batchNo: number }
  } = {},
): Promise<ReviewGroup> {
  const { demoProjects } = await rig.sameAs('platform')
  const ids = await expertIds(rig.db, ...names)
  const projectIds = await makePilots(rig.db, projects, {
    batch_year: batch.batchYear,
    batch_no: batch.batchNo,
    ...more,
  })
  serial += 1
  const group = await demoProjects.createExpertGroup({
    ...batch,
    groupName: `评审组${serial}`,
    stage: 'PRIMARY',
    leaderId: ids[0] ?? 0,
    expertIds: ids,
    projectIds,
  })
  return { group, projectIds, names, ids }
}
