import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ProjectRow } from '@xinchu/sdk'
import {
  asOfIn,
  ledgerSource,
  periodAsOf,
  SNAPSHOT_CAPTION,
  snapshotText,
  sourceAsOf,
} from '@xinchu/validators'
import { useMemo, useState } from 'react'
import { sdkOf } from '../../app/sdk.ts'
import { sessionQueries } from '../../app/session-queries.ts'
import { StartLink } from '../../app/start-link.tsx'
import { useCan } from '../../app/use-can.ts'
import { saveFile } from '../../lib/save-file.ts'
import { AsOfBand } from '../../records/as-of-band.tsx'
import { presetOf, projectPlace, projectColumns as shared } from '../../records/project-columns.tsx'
import { projectSums } from '../../records/project-sums.ts'
import { publicationsOf } from '../../records/publications.ts'
import { placeReader, type Reader, readerOf } from '../../records/reader.ts'
import { SourceLine } from '../../records/source-line.tsx'
import { statPeriods } from '../../records/stat-periods.ts'
import { Button } from '../../ui/button.tsx'
import { usePorts } from '../../ui/ports.ts'
import type { Column } from '../../ui/table/column.ts'
import type { Filter } from '../../ui/table/filters.ts'
import { QueryTable } from '../../ui/table/query-table.tsx'
import { Batches } from './batches.tsx'
import { lastPeriod, PeriodPicker, usePeriod } from './period.tsx'
import { isOpenTask, type LedgerQuery, periodicQueries } from './queries.ts'
import { SidePanel } from './side-panel.tsx'
import { SyncCard } from './sync-card.tsx'
import { SyncTask } from './sync-task.tsx'
import type { Period } from './usage-model.ts'
import { useSyncTask } from './use-sync-task.ts'

/** All columns of the ledger, in their one order. */
const columnsFor = (reader: Reader): readonly Column<ProjectRow>[] => [
  shared.name,
  shared.province,
  shared.power,
  shared.energy,
  shared.duration,
  projectPlace(placeReader(reader)),
  shared.company,
  shared.technology,
  shared.commission,
  {
    key: 'source',
    title: '入库期次',
    width: 104,
    value: ({ snapshot }) => snapshot && `${snapshot.year}年${snapshot.quarter}季度`,
  },
  {
    key: 'snapshot',
    title: SNAPSHOT_CAPTION,
    width: 300,
    value: ({ snapshot }) => snapshot && snapshotText(snapshot),
  },
  { key: 'buildStatusLabel', title: '建设状态', width: 100 },
  shared.owner,
  shared.code,
]

type Ranks = Readonly<Record<string, 1 | 2 | 3 | 4>>

const RANKS: Ranks = {
  projectName: 1,
  ratedPower: 1,
  ratedEnergy: 1,
  durationHours: 2,
  source: 2,
  commissionDate: 4,
}

/** What each reader sees of the ledger besides. */
const OF_READER: Readonly<Record<Reader, Ranks>> = {
  enterprise: { techTypeLabel: 3 },
  county: { companyName: 3, techTypeLabel: 3 },
  city: { place: 2, companyName: 3, techTypeLabel: 3 },
  province: { place: 2, companyName: 3, techTypeLabel: 3 },
  nation: { provinceName: 2, place: 3, techTypeLabel: 3 },
  group: { provinceName: 2, place: 3, companyName: 3 },
}

const filters: readonly Filter<Extract<keyof LedgerQuery, string>>[] = [
  { kind: 'text', name: 'keyword', label: '关键字', placeholder: '项目名称、单位或编号' },
  { kind: 'region', label: '建设地点' },
  { kind: 'dicts', name: 'techType', label: '技术路线', dict: 'tech_type' },
  { kind: 'dicts', name: 'appSubScenario', label: '应用场景', dict: 'app_sub_scenario' },
  { kind: 'owner', name: 'ownerGroupId', label: '投资主体（集团）' },
  { kind: 'numbers', names: ['powerMin', 'powerMax'], label: '额定功率', unit: 'MW' },
  { kind: 'dates', names: ['commissionFrom', 'commissionTo'], label: '投运日期' },
]

/** Downloads the shown ledger: that of the period, or the last before it. */
async function exportLedger(query: LedgerQuery, client: QueryClient): Promise<void> {
  const { projects } = sdkOf(client)
  const { sort: _sort, source: _source, year: _year, quarter: _quarter, withSums: _sums, ...rest } = query
  const { asOf, ...filter } = rest
  const { content } = await projects.list({ ...query, size: 1 })
  const { year, quarter } = content[0]?.snapshot ?? lastPeriod()
  const { blob, fileName } = await projects.exportRecordList({
    year,
    quarter,
    ...(asOf ? { asOf } : {}),
    filter,
  })
  saveFile(blob, fileName ?? '入库项目台账.xlsx')
}

/** Origin of the ledger of a period. */
function LedgerSource({ year, quarter }: Period) {
  const { data } = useQuery(statPeriods)
  const period = data?.find((each) => each.year === year && each.quarter === quarter)
  return (
    <div className="px-4 pb-2">
      <SourceLine parts={period && ledgerSource(period)} revised={period} />
    </div>
  )
}

/** Origin of the ledger of a period as of a batch or moment, with the way back to that of today. */
function EarlierSource({ period, asOf }: { period: Period; asOf: string }) {
  const { data } = useQuery(publicationsOf({}))
  return (
    <div className="grid gap-1 px-4 pb-2">
      <AsOfBand asOf={asOf} />
      <SourceLine parts={data && sourceAsOf(ledgerSource(periodAsOf(period, asOf, data)), asOf)} />
    </div>
  )
}

/** 入库项目台账: the contents of the warehouse, and the sync. */
export function WarehouseScreen() {
  const canSync = useCan(['warehouse:sync', 'admin'])
  const [isSyncing, setSyncing] = useState(false)
  const task = useSyncTask(canSync)
  const [period, choose] = usePeriod()
  const [search] = usePorts().useSearch()
  const asOf = asOfIn(search)
  const reader = readerOf(useSuspenseQuery(sessionQueries.info).data.user)
  const columns = useMemo(() => presetOf(columnsFor(reader), { ...RANKS, ...OF_READER[reader] }), [reader])
  return (
    <>
      <QueryTable
        id="warehouse"
        title="入库项目台账"
        query={periodicQueries.ledger}
        fixed={{ source: 'warehouse', withSums: true, ...period, ...(asOf ? { asOf } : {}) }}
        sums={projectSums}
        above={
          <>
            {task && isOpenTask(task) && !isSyncing && (
              <div className="px-4 pb-2">
                <SyncTask task={task} />
              </div>
            )}
            {asOf ? <EarlierSource period={period} asOf={asOf} /> : <LedgerSource {...period} />}
          </>
        }
        columns={columns}
        preset={{ key: 'warehouse-ledger', name: `${reader} 1` }}
        filters={filters}
        rowId={({ id }) => id}
        rowLabel={({ projectName }) => projectName}
        noun="入库项目"
        empty="该期次还没有入库项目，国家通过并同步后会列在这里"
        emptyAction={<StartLink to="/esproject/query/index">查看全部项目</StartLink>}
        onExport={exportLedger}
        savesFilters
        actions={
          <>
            <PeriodPicker period={period} onPeriod={choose} />
            <Batches period={period} />
            {canSync && (
              <Button look="primary" onClick={() => setSyncing(true)}>
                同步入库
              </Button>
            )}
          </>
        }
      />
      {isSyncing && (
        <SidePanel title="同步入库" onClose={() => setSyncing(false)}>
          <SyncCard />
        </SidePanel>
      )}
    </>
  )
}
