import type { components } from '@xinchu/contract/schema'
import type { Rig } from '../rig.ts'

type Schemas = components['schemas']
type Stage = Schemas['ReviewStage']

export const OPINION =
  '该项目技术路线清楚，关键指标先进，安全与消防措施完备，前期手续齐全，示范带动作用明显，建议按评审结论办理，并在实施中落实监测与数据接入的各项要求。'

/** Divides points among items, each up to its full score. */
function spreadOver(total: number, fulls: readonly (readonly [id: number, full: number])[]) {
  let left = total
  return fulls.map(([indexId, full]) => {
    const score = Math.min(full, left)
    left = Math.round((left - score) * 10_000) / 10_000
    return { indexId, score, comment: '评语' }
  })
}

/** Items of a whole sheet with this sum, of which this much for safety. */
export async function itemsOf(
  rig: Rig,
  stage: Stage,
  total: number,
  safety = 20,
): Promise<Schemas['ScoreItem'][]> {
  const rows = await rig.db
    .selectFrom('assess_index')
    .select(['id', 'code', 'full_score'])
    .where('stage', '=', stage)
    .where('version', '=', 1)
    .where('pid', 'is not', null)
    .orderBy('sort')
    .execute()
  const partOf = (isSafety: boolean) =>
    rows
      .filter(({ code }) => code.startsWith('A2-') === isSafety)
      .map(({ id, full_score }): [number, number] => [id, full_score])
  return [...spreadOver(safety, partOf(true)), ...spreadOver(total - safety, partOf(false))]
}

/** A sheet that can be submitted. */
export const sheetOf = async (rig: Rig, stage: Stage, projectId: number, total: number, safety?: number) => ({
  projectId,
  items: await itemsOf(rig, stage, total, safety),
  conclusion: '1' as const,
  opinion: OPINION,
  submitted: true,
})
