import type { Readable } from 'node:stream'
import type { Db } from '../../db/database.ts'
import { type SheetColumn, workbookStream } from '../../workbook/index.ts'
import type { Caller } from '../caller.ts'
import { groupingOf } from './dimensions.ts'
import { type NamedScaleRow, type ScaleRequest, scaleLayout } from './scale.ts'

const figures: readonly (readonly [header: string, of: (row: NamedScaleRow) => number | undefined])[] = [
  ['项目数', ({ projectCount }) => projectCount],
  ['额定功率（MW）', ({ ratedPower }) => ratedPower],
  ['额定能量（MWh）', ({ ratedEnergy }) => ratedEnergy],
  ['平均时长（h）', ({ avgDuration }) => avgDuration],
  ['功率占比（%）', ({ powerShare }) => powerShare],
  ['能量占比（%）', ({ energyShare }) => energyShare],
  ['当年新增功率（MW）', ({ addPower }) => addPower],
  ['当年新增能量（MWh）', ({ addEnergy }) => addEnergy],
  ['功率同比（%）', ({ yoyPower }) => yoyPower],
  ['总投资（万元）', ({ investment }) => investment],
]

const XINJIANG = '650000'

/** Names of a row's groups. Published figures of Xinjiang include the Corps, which has a row of its own here. */
const namesOf = ({ dimensions }: ScaleRequest, { keys, labels }: NamedScaleRow) =>
  labels.map((label, at) =>
    dimensions[at] === 'region' && keys[at] === XINJIANG ? `${label}（不含兵团）` : label,
  )

/** Exports scale by dimensions as a workbook: one column per dimension, then the figures. */
export async function exportScale(
  db: Db,
  request: ScaleRequest,
  user: Caller,
  thisYear: number,
): Promise<Readable> {
  const rows = await scaleLayout(db, request, user, thisYear)
  const columns: SheetColumn[] = [
    ...request.dimensions.map((each) => ({
      header: groupingOf(each, request).caption,
      kind: 'text' as const,
      width: 22,
    })),
    ...figures.map(([header]) => ({ header, kind: 'number' as const, width: 18 })),
  ]
  return workbookStream({
    name: '规模布局统计',
    columns,
    rows: rows.map((row) => [...namesOf(request, row), ...figures.map(([, of]) => of(row))]),
  })
}
