import { IndexType, PartStatus } from '@xinchu/contract/codes'
import { scoredIndices, type Trx } from '@xinchu/server/sample-port'
import { randomFrom } from './random.ts'

/** A usual value of each quantity of the catalogue, and how far projects are from it. */
const QUANTITIES: Readonly<Record<string, readonly [usual: number, spread: number]>> = {
  'A1-3': [94, 5],
  'A2-4': [0.9, 0.6],
  'A3-1': [1.35, 0.3],
  'A3-2': [0.48, 0.12],
  'A3-3': [78, 8],
}

const CLAIMS: Readonly<Record<string, string>> = {
  'A1-1': '主要指标达到或优于国内先进水平，已附第三方测试报告。',
  'A1-2': '核心装备与控制软件自主研制，关键部件均有国内供应商。',
  'A1-4': '系统集成与控制策略在同类工程中首次应用。',
  'A2-1': '本体安全措施完备，已完成专项试验。',
  'A2-2': '消防系统与监控联动，每半年演练一次。',
  'A2-3': '具备早期预警，数据按要求接入全国平台。',
}
const USUAL_CLAIM = '已对照评分细则逐条落实，详见申报书相应章节。'
/** Share of the full score that units claim for themselves. */
const CLAIMED = 0.9

const roundTo = (value: number, digits: number) => Number(value.toFixed(digits))

interface Assessed {
  id: number
  batch_year: number
  tech_type: string | null
}

/** The self-assessment that was submitted with an application. */
export async function assess(trx: Trx, project: Assessed, now: Date): Promise<void> {
  const indices = await scoredIndices(trx, {
    stage: 'PRIMARY',
    techType: project.tech_type ?? undefined,
  })
  const random = randomFrom(project.id)
  const values = indices.map(({ id, code, full_score, index_type }) => {
    const [usual, spread] = QUANTITIES[code] ?? [1, 0]
    const claim =
      index_type === IndexType.quantitative
        ? { value: roundTo(usual + spread * (random() - 0.5), 2) }
        : { text: CLAIMS[code] ?? USUAL_CLAIM }
    return { indexId: id, selfScore: roundTo(full_score * CLAIMED, 1), ...claim }
  })
  await trx
    .insertInto('index_value')
    .values({
      demo_project_id: project.id,
      stage: 'PRIMARY',
      year: project.batch_year,
      catalogue_version: indices[0]?.version ?? 1,
      values: JSON.stringify(values),
      status: PartStatus.complete,
      submit_time: now.toISOString(),
      create_by: 'enterprise',
    })
    .execute()
}
