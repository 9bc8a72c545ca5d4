import { useQuery } from '@tanstack/react-query'
import { DemoStatus } from '@xinchu/contract/codes'
import type { DemoProjectRow } from '@xinchu/sdk'
import { useState } from 'react'
import { GrantedLink } from '../../../app/granted-link.tsx'
import { useView } from '../../../app/views/view-context.ts'
import { isInDialog, useShortcuts } from '../../../lib/shortcuts.ts'
import { type Batch, batchKey, batchName } from '../../../records/pilot-batch.ts'
import { Key } from '../../../ui/review/key.tsx'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { type Column, columnsOf } from '../../../ui/table/column.ts'
import { LocalTable } from '../../../ui/table/local-table.tsx'
import { BatchChoice } from '../batch-choice.tsx'
import { CloseRemarks } from '../close-remarks.tsx'
import { pilotQueries } from '../queries.ts'
import { useAct } from '../use-act.ts'
import { useAsked } from '../use-asked.ts'
import { useProjectBatch } from '../use-batch.ts'
import { Decision } from './decision.tsx'
import { ProjectPane } from './project-pane.tsx'
import { Queue } from './queue.tsx'
import { Quotas } from './quotas.tsx'
import { WaitingStrip } from './waiting-strip.tsx'

const isWaiting = ({ status }: DemoProjectRow) => status === DemoStatus.recommended
const isReturned = ({ status }: DemoProjectRow) => status === DemoStatus.returnedByNation

/** The formal check of one batch: queue, project, decision. */
function Desk({ rows }: { rows: readonly DemoProjectRow[] }) {
  const [at, setAt] = useState<number>()
  const asked = useAsked(() => setAt(undefined))
  const waiting = rows
    .filter(isWaiting)
    .toSorted((one, other) => (one.waitingSince ?? '').localeCompare(other.waitingSince ?? ''))
  const current = waiting.find(({ id }) => id === (at ?? asked)) ?? waiting[0]
  const {
    data: check,
    error,
    refetch,
  } = useQuery({
    ...pilotQueries.formalCheck(current?.id ?? 0),
    enabled: current !== undefined,
  })
  const acting = useAct(() => undefined)
  const step = (by: 1 | -1) => {
    const next = waiting[waiting.findIndex(({ id }) => id === current?.id) + by]
    if (next) setAt(next.id)
  }
  const when = (target: EventTarget | null) => !isInDialog(target)
  useShortcuts([
    { keys: 'J', where: '形式审查', does: '下一个项目', onPress: () => step(1), when },
    { keys: 'K', where: '形式审查', does: '上一个项目', onPress: () => step(-1), when },
  ])
  if (!current)
    return (
      <div className="card">
        <Empty>没有待形审的项目，推荐单位推荐后会列在这里</Empty>
      </div>
    )
  return (
    <div className="grid items-start gap-3.5 lg:grid-cols-[236px_minmax(0,1fr)] xl:grid-cols-[236px_minmax(0,1fr)_312px]">
      <Queue rows={waiting} current={current.id} onCurrent={setAt} />
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!check && !error && <Loading rows={10} />}
      {check && check.projectId === current.id && (
        <>
          <ProjectPane key={current.id} project={current} check={check} />
          <div className="lg:col-start-2 xl:col-start-3">
            {current.actions.includes('ACCEPT') && (
              <Decision
                key={current.id}
                project={current}
                check={check}
                isBusy={acting.isPending}
                onDecide={(request, done) => acting.act({ request, done })}
              />
            )}
          </div>
        </>
      )}
      <CloseRemarks acting={acting} />
    </div>
  )
}

const columns: readonly Column<DemoProjectRow>[] = columnsOf<DemoProjectRow>([
  {
    key: 'projectName',
    title: '示范项目名称',
    width: 320,
    grows: true,
    cell: ({ id, projectName }) => (
      <GrantedLink
        to="/demonstration/detail/$id"
        params={{ id: String(id) }}
        className="text-brand-ink hover:underline"
      >
        {projectName}
      </GrantedLink>
    ),
  },
  { key: 'demoCode', title: '编号', width: 150 },
  { key: 'companyName', title: '申报单位', width: 200 },
  { key: 'provinceName', title: '省份', width: 120 },
  { key: 'techTypeLabel', title: '技术路线', width: 120 },
  { key: 'ratedPower', title: '功率', unit: 'MW', kind: 'number' },
  { key: 'ratedEnergy', title: '能量', unit: 'MWh', kind: 'number' },
  {
    key: 'statusLabel',
    title: '状态',
    width: 140,
    cell: ({ statusLabel }) => <StatusTag label={statusLabel} />,
  },
  { key: 'recommendOrgName', title: '推荐单位', width: 200 },
  { key: 'announceNo', title: '公布文号', width: 160, hidden: true },
])

const NATIONAL = '/demonstration/national/index'

const TABS = { check: '形式审查', batch: '本批项目', quotas: '推荐名额' } as const
type Tab = keyof typeof TABS
const TAB_KEYS: readonly Tab[] = ['check', 'batch', 'quotas']

interface BatchProps {
  batch: Batch
  rows: readonly DemoProjectRow[]
}

function BatchWork({ batch, rows }: BatchProps) {
  const [tab, setTab] = useState<Tab>(rows.some(isWaiting) ? 'check' : 'batch')
  const counts = { check: rows.filter(isWaiting).length, batch: rows.length, quotas: '' }
  return (
    <>
      <div role="tablist" aria-label={batchName(batch)} className="flex gap-5">
        {TAB_KEYS.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            aria-selected={tab === each}
            onClick={() => setTab(each)}
            className={`min-h-9 border-b-2 ${tab === each ? 'border-brand font-medium text-brand-ink' : 'border-transparent text-ink-soft'}`}
          >
            {TABS[each]} {counts[each]}
          </button>
        ))}
      </div>
      {tab === 'check' && <Desk rows={rows} />}
      {tab === 'quotas' && <Quotas batch={batch} />}
      {tab === 'batch' && (
        <LocalTable
          isPart
          id="demo-batch"
          title={`${batchName(batch)}项目`}
          rows={rows}
          columns={columns}
          rowId={({ id }) => id}
          rowLabel={({ projectName }) => projectName}
          counter="项"
          empty="本批还没有推荐到国家的项目"
        />
      )}
    </>
  )
}

const NONE: readonly DemoProjectRow[] = []

/** 示范项目管理 of platform and nation: the formal check of a batch, and all of its projects. */
export function CheckScreen() {
  const { screen } = useView()
  const { data, error, refetch } = useQuery(pilotQueries.submitted())
  const { batches, batch, rows, choose } = useProjectBatch(data ?? NONE, isWaiting)
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={10} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="font-semibold text-lg">{screen === NATIONAL ? '国家示范项目管理' : '示范项目管理'}</h1>
        <p className="mr-auto text-ink-soft text-s">
          待形审 {rows.filter(isWaiting).length}，补正中 {rows.filter(isReturned).length}
        </p>
        {screen === NATIONAL && (
          <GrantedLink to="/demonstration/publicity/index" className="text-brand-ink text-s hover:underline">
            公示与公布
          </GrantedLink>
        )}
        <p className="text-ink-soft text-s max-lg:hidden">
          <Key>J</Key> <Key>K</Key> 换项目　<Key>Y</Key> <Key>N</Key> 判定　<Key>Ctrl Enter</Key> 决定
        </p>
        {batch && <BatchChoice batches={batches} batch={batch} onChoose={choose} />}
      </header>
      {screen === NATIONAL && <WaitingStrip />}
      {batch ? (
        <BatchWork key={batchKey(batch)} batch={batch} rows={rows} />
      ) : (
        <div className="card">
          <Empty>还没有推荐到国家的示范项目</Empty>
        </div>
      )}
    </div>
  )
}
