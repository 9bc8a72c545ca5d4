import { DemoStatus } from '@xinchu/contract/codes'
import type { Office } from '../flow/offices.ts'
import type { Stage, Way } from '../flow/way.ts'
import { PILOT_DEPTS } from './depts.ts'
import { DRAFTING } from './flow-table.ts'
import type { PilotRecord } from './query.ts'

/** The stage at which a demonstration project waits. All of the experts' review is one. */
function stageIn(status: DemoStatus, isAnnounced: boolean): Stage | undefined {
  if (DRAFTING.includes(status)) return 'author'
  switch (status) {
    case DemoStatus.atRecommender:
      return 'province'
    case DemoStatus.recommended:
      return 'nation'
    case DemoStatus.announced:
    case DemoStatus.quit:
      return undefined
    case DemoStatus.primaryFailed:
    case DemoStatus.notSelected:
      return isAnnounced ? undefined : 'end'
    default:
      return 'end'
  }
}

/**
 * The way of a demonstration project: 申报单位, 推荐单位, 形式审查, 评审与公布. That of a project that was not selected ends
 * with the announcement of its batch.
 */
export function wayOfPilot({ status, is_announced }: Pick<PilotRecord, 'status' | 'is_announced'>): Way {
  const stages: Stage[] = ['author', 'province', 'nation', 'end']
  const current = stageIn(status, is_announced)
  return {
    stages,
    current,
    reached: current ? stages.indexOf(current) : stages.length,
    authorName: '申报单位',
    endName: '评审与公布',
    names: { province: '推荐单位', nation: '形式审查' },
    depts: PILOT_DEPTS,
  }
}

interface Recommended {
  recommend_org_id: number | null
  recommend_org_name: string | null
}

/** The office that recommends a project, and reviews its reports first; undefined while none is chosen. */
export const recommenderOf = (row: Recommended): Office | undefined =>
  row.recommend_org_id === null || row.recommend_org_name === null
    ? undefined
    : { id: row.recommend_org_id, name: row.recommend_org_name }
