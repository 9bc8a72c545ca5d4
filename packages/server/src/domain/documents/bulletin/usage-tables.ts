import { quantity } from '@xinchu/validators'
import type { BulletinFigures, SpreadRow, UsageRow } from './figures.ts'
import type { Grid, GridColumn, Words } from './model.ts'
import { count, range } from './words.ts'
import { plain, type Writing } from './writing.ts'

/** Fewer stations have no quantiles, as on the page. */
const FEW = 5

export const hasQuantiles = ({ projects }: SpreadRow): boolean => projects >= FEW

export const spreadOf = (
  { spread }: BulletinFigures,
  by: SpreadRow['by'],
  key: string | undefined,
): SpreadRow | undefined => spread.find((row) => row.by === by && row.key === (key ?? ''))

const figures = (caption: string, share: number): GridColumn => ({
  caption: plain(caption),
  share,
  align: 'right',
})
/** Shares are points of the width of the text. */
const HOURS = [
  figures('加权平均\n（小时）', 46),
  figures('电站中位数\n（小时）', 52),
  figures('居中一半电站\n（小时）', 60),
  figures('转换效率\n（%）', 43),
]

function hoursOf(row: UsageRow, spread: SpreadRow | undefined): Words[] {
  const quantiles = spread && hasQuantiles(spread) ? spread : undefined
  return [
    plain(quantity(row.equivalentUtilizationHours, 'h')),
    plain(quantity(quantiles?.median, 'h')),
    plain(quantiles ? range(quantiles.p25, quantiles.p75) : '—'),
    plain(quantity(row.conversionEfficiency, '%')),
  ]
}

/** Behind the sections: use by scenario. */
export const scenarioTable = ({ figures: all, sources, from }: Writing): Grid => ({
  kind: 'grid',
  caption: '各应用场景运行情况',
  sources: [sources.numberOf(from.scenarios)],
  isSmall: true,
  columns: [
    { caption: plain('应用场景'), share: 80, align: 'left' },
    figures('已报项目\n（个）', 43),
    figures('充电量\n（万千瓦时）', 59),
    figures('放电量\n（万千瓦时）', 59),
    ...HOURS,
  ],
  rows: all.scenarios.map((row) => [
    plain(row.label ?? ''),
    plain(count(row.reportedProjects)),
    plain(quantity(row.chargeEnergy, '万kWh')),
    plain(quantity(row.dischargeEnergy, '万kWh')),
    ...hoursOf(row, spreadOf(all, 'appSubScenario', row.key)),
  ]),
})

/** Use and reports of a place or of the whole. */
const usageCells = (name: string, row: UsageRow, spread: SpreadRow | undefined): Words[] => [
  plain(name),
  plain(count(row.dueProjects)),
  plain(count(row.reportedProjects)),
  plain(quantity(row.reportRate, '%')),
  plain(quantity(row.powerRate, '%')),
  ...hoursOf(row, spread),
]

/** Behind the sections: use and reports by place. */
export const placeUsageTable = ({ figures: all, sources, from, place }: Writing): Grid => ({
  kind: 'grid',
  caption: '各地区运行与报送情况',
  sources: [sources.numberOf(from.usagePlaces)],
  isSmall: true,
  columns: [
    { caption: plain('地区'), share: 76, align: 'left' },
    figures('应报项目\n（个）', 43),
    figures('已报项目\n（个）', 43),
    figures('报送率\n（%）', 36),
    figures('功率覆盖\n（%）', 43),
    ...HOURS,
  ],
  rows: [
    ...all.usagePlaces.map((row) => usageCells(row.label ?? '', row, spreadOf(all, 'region', row.key))),
    ...(all.now.usage ? [usageCells(place.name, all.now.usage, spreadOf(all, 'all', ''))] : []),
  ],
})
