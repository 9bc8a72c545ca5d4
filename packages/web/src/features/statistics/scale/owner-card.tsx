import { OwnerType } from '@xinchu/contract/codes'
import { quantity } from '@xinchu/validators'
import { useMemo } from 'react'
import { pointsText } from '../change.ts'
import { Chart, type ChartOption } from '../chart.tsx'
import { ChartCard } from '../chart-card.tsx'
import { scaleColumns } from '../figure-columns.ts'
import { rankedOption } from '../options/ranked.ts'
import { useGroupRows } from '../rows/figure-link.tsx'
import type { ScaleState } from '../use-scale.ts'
import { useBaseRows, useRows } from '../use-scale-rows.ts'
import { type Grown, shareFinding } from './card-findings.ts'
import { basesIn } from './lead.tsx'
import { OwnShareCard } from './own-share-card.tsx'

const HEIGHT = 196

/** Kinds of investors by their share of power, with the share at the base. */
function KindsCard({ state }: { state: ScaleState }) {
  const { filter, unit, periods } = state
  const part = { filter, unit, isReady: !periods.isPending }
  const { rows: found, ...states } = useRows(part, ['ownerType'])
  const rows = useMemo(
    // The group 其他 comes last.
    () => found?.toSorted((a, b) => Number(a.key === OwnerType.other) - Number(b.key === OwnerType.other)),
    [found],
  )
  const base = basesIn(state).year
  const { rows: before } = useBaseRows(part, base, ['ownerType'])
  const shares = useMemo(
    () =>
      (rows ?? []).map(({ key, label: name = '', powerShare = 0 }): Grown => {
        const earlier = before && (before.find((each) => each.key === key)?.powerShare ?? 0)
        return { name, value: powerShare, share: powerShare, before: earlier }
      }),
    [rows, before],
  )
  const option: ChartOption = useMemo(
    () =>
      rankedOption({
        unit: '%',
        heads: ['占比', ...(base ? ['较上年'] : [])],
        baseName: base?.name,
        bars: shares.map(({ name, value, before: earlier }) => ({
          name,
          value,
          base: earlier,
          texts: [
            `${quantity(value, '%')}%`,
            ...(base ? [earlier === undefined ? '—' : pointsText(value - earlier)] : []),
          ],
        })),
      }),
    [shares, base],
  )
  const openRows = useGroupRows(rows, 'ownerType', 'powerShare')
  return (
    <ChartCard
      title="投资主体"
      pin="owner"
      finding={shareFinding(shares)}
      group="企业性质"
      rows={rows}
      nameOf={({ label = '' }) => label}
      columns={scaleColumns(unit)}
      cellsOf={({ key = '' }) => [`ownerType:${key}`]}
      height={HEIGHT}
      {...states}
    >
      <Chart option={option} label="投资主体占比，数据见表格" height={HEIGHT} onPart={openRows} />
    </ChartCard>
  )
}

/** Investors: of a group its own share of the nation, because all its projects are of one kind. */
export const OwnerCard = ({ state }: { state: ScaleState }) =>
  state.area.isGroup ? <OwnShareCard state={state} /> : <KindsCard state={state} />
