import { type QueryClient, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { sdkOf } from '../../../app/people-sdk.ts'
import { sessionQueries } from '../../../app/session-queries.ts'
import { useOpenable } from '../../../app/use-openable.ts'
import { figure } from '../../../lib/figures.ts'
import { withRegionCode } from '../../../lib/narrowest-region.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { RegionSelect } from '../../../ui/form/region-select.tsx'
import { NOWHERE } from '../../../ui/form/regions.ts'
import { usePorts } from '../../../ui/ports.ts'
import { LocalTable } from '../../../ui/table/local-table.tsx'
import { DistributionLinks } from '../area-links.tsx'
import { type OrgListQuery, type Share, type ShareQuery, systemQueries } from '../queries.ts'
import { columns } from './columns.tsx'
import { LISTS, TargetsContext } from './figures.tsx'
import { MissingOffices } from './missing-offices.tsx'
import { placeOfRow } from './place-of-row.ts'

const TOTALS = [
  ['账号', 'total'],
  ['正常', 'active'],
  ['锁定', 'locked'],
  ['从未登录', 'neverLoggedIn'],
  ['机构', 'offices'],
] as const

interface TotalsProps {
  rows: readonly Share[]
  onMissing: () => void
}

function Totals({ rows, onMissing }: TotalsProps) {
  const sum = (key: (typeof TOTALS)[number][1] | 'officesWithoutAccounts') =>
    rows.reduce((all, row) => all + row[key], 0)
  const missing = sum('officesWithoutAccounts')
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-1 text-s">
      <dl className="flex flex-wrap gap-x-8 gap-y-1">
        {TOTALS.map(([label, key]) => (
          <div key={key} className="flex items-baseline gap-2">
            <dt className="text-ink-faint">{label}</dt>
            <dd className="font-medium text-base tabular-nums">{figure(sum(key))}</dd>
          </div>
        ))}
      </dl>
      {missing > 0 && <Button onClick={onMissing}>没有账号的机构 {figure(missing)} 个</Button>}
    </div>
  )
}

async function saveDistribution(query: ShareQuery, client: QueryClient): Promise<void> {
  const { blob, fileName } = await sdkOf(client).users.exportDistribution(query)
  saveFile(blob, fileName ?? '账号分布.xlsx')
}

/** Account counts by region and kind of department: per province, or per place in one. */
export function DistributionScreen() {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  const isOpenable = useOpenable()
  const client = useQueryClient()
  const regions = usePorts().useRegions(true)
  const [place, setPlace] = useState(NOWHERE)
  const [missing, setMissing] = useState<OrgListQuery>()
  const query = Object.fromEntries(Object.entries(place).filter(([, code]) => code !== ''))
  const { data, error, refetch, isFetching } = useQuery(systemQueries.distribution(query))
  const asked = withRegionCode(query).regionCode ?? user.regionCode ?? ''
  const targets = useMemo(() => {
    const placeOf = (code: string) => placeOfRow(regions, code, asked)
    return {
      list: LISTS.find((path) => isOpenable(path)) ?? LISTS[2],
      placeOf,
      onMissing: ({ regionCode, deptId }: Share) => {
        const { ownLevel, ...rest } = placeOf(regionCode)
        setMissing({ ...withRegionCode(rest), deptId, ...(ownLevel ? { ownLevel: true } : {}) })
      },
    }
  }, [regions, asked, isOpenable])
  return (
    <TargetsContext value={targets}>
      <LocalTable
        id="distribution"
        title="账号分布"
        above={<DistributionLinks />}
        filters={
          <div className="flex flex-wrap items-center gap-x-8 gap-y-2 px-4 py-3" data-print="none">
            <div className="w-full sm:w-72">
              <RegionSelect aria-label="行政区划" placeholder="全部地区" value={place} onValue={setPlace} />
            </div>
            {data && <Totals rows={data} onMissing={() => setMissing(withRegionCode(query))} />}
          </div>
        }
        rows={data}
        columns={columns}
        rowId={({ regionCode, deptId }) => `${regionCode}-${deptId}`}
        rowLabel={({ regionName }) => regionName}
        isFetching={isFetching}
        error={error}
        onRetry={() => void refetch()}
        isSearchable
        onExport={() => saveDistribution(query, client)}
        empty="该地区没有账号"
      />
      {missing && <MissingOffices query={missing} onClose={() => setMissing(undefined)} />}
    </TargetsContext>
  )
}
