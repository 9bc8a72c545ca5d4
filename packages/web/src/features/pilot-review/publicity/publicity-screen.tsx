import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { isAmong } from '@xinchu/contract/rights'
import type { DemoObjection, PublicDemo, PublicDemoList } from '@xinchu/sdk'
import { sessionQueries } from '../../../app/session-queries.ts'
import { useCan } from '../../../app/use-can.ts'
import { figure } from '../../../lib/figures.ts'
import { Objections } from '../../../records/objection/list.tsx'
import { isOpenObjection, OBJECTION_READERS, objectionQueries } from '../../../records/objection/queries.ts'
import { Failed, Loading } from '../../../ui/states.tsx'
import { columnsOf } from '../../../ui/table/column.ts'
import { LocalTable } from '../../../ui/table/local-table.tsx'
import { BatchGate, BatchPicker, type BatchState, batchName } from '../batch.tsx'
import { BatchDocuments } from '../batch-documents.tsx'
import { reviewQueries } from '../queries.ts'
import { AnnounceForm, PeriodForm } from './announce.tsx'
import { Departures } from './departures.tsx'
import { PaperObjection } from './paper-form.tsx'
import { Steps } from './steps.tsx'

const columns = columnsOf<PublicDemo>([
  { key: 'demoCode', title: '项目编号', width: 160 },
  {
    key: 'projectName',
    title: '项目名称',
    width: 280,
    value: ({ projectName, quit }) => `${projectName}${quit ? '（已退出）' : ''}`,
  },
  { key: 'companyName', title: '申报单位', width: 220 },
  { key: 'provinceName', title: '地点', width: 110 },
  { key: 'techTypeLabel', title: '技术路线', width: 120 },
  {
    key: 'size',
    title: '规模',
    unit: 'MW / MWh',
    kind: 'number',
    width: 150,
    value: ({ ratedPower, ratedEnergy }) => `${figure(ratedPower)} / ${figure(ratedEnergy)}`,
  },
])

const cancelledOn = columnsOf<PublicDemo>([{ key: 'cancelledOn', title: '取消资格', width: 110 }])

/** Number of objections of each project and whether one of them waits. */
function withObjections(objections: readonly DemoObjection[]) {
  return {
    key: 'objections',
    title: '异议',
    width: 110,
    value: ({ id }: PublicDemo) => {
      const own = objections.filter(({ projectId }) => projectId === id)
      const waiting = own.filter(isOpenObjection).length
      if (own.length === 0) return '–'
      return waiting > 0 ? `未办结 ${waiting}` : `已办结 ${own.length}`
    },
  }
}

interface BodyProps {
  batch: { batchYear: number; batchNo: number }
  list: PublicDemoList
  isNation: boolean
  readsObjections: boolean
  /** Registers objections that come on paper. */
  registers: boolean
}

function Body({ batch, list, isNation, readsObjections, registers }: BodyProps) {
  const page = useQuery({ ...objectionQueries.of(batch), enabled: readsObjections }).data
  const waiting = page?.waiting ?? 0
  const canAnnounce = useCan(['demo:announce']) && isNation
  const canExport = useCan(['demo:export'])
  const selected = list.content.filter((project) => project.cancelledOn === undefined)
  const shown = selected.length < list.content.length ? [...columns, ...cancelledOn] : columns
  return (
    <>
      <Steps list={list} selected={selected.length} waiting={waiting} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 xl:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {canAnnounce && !list.announced && (
            <PeriodForm
              key={list.publicity?.endTime}
              batchYear={batch.batchYear}
              batchNo={batch.batchNo}
              list={list}
            />
          )}
          <LocalTable
            id="demo-publicity"
            isPart
            title={`${list.announced ? '公布' : '拟入选'}名单 ${selected.length} 项`}
            rows={list.content}
            columns={readsObjections ? [...shown, withObjections(page?.content ?? [])] : shown}
            sort="demoCode,asc"
            rowId={({ id }) => id}
            rowLabel={({ projectName }) => projectName}
            empty={list.publicity ? '本批次没有拟入选项目' : '设置公示期后列出拟入选项目'}
          />
          <p className="text-ink-soft text-s">
            公示页无需登录，按项目编号排列，只列名称、单位、地点、方向与规模，不含分数与名次。
          </p>
          {canAnnounce && <AnnounceForm list={list} waiting={waiting} />}
          {list.publicity && canExport && (
            <BatchDocuments batch={batch} isAnnounced={list.announced ?? false} />
          )}
          <Departures {...batch} isPublic={list.publicity !== undefined} canMove={isNation} />
        </div>
        {readsObjections && (
          <Objections
            hasTitles
            note="实名，须附证明材料"
            objections={page?.content ?? []}
            more={registers && list.publicity && !list.announced && <PaperObjection projects={selected} />}
          />
        )}
      </div>
    </>
  )
}

function Publicity({ place }: { place: BatchState }) {
  const batch = { batchYear: place.batch.batchYear, batchNo: place.batch.batchNo }
  const { user } = useSuspenseQuery(sessionQueries.info).data
  const { data, error, refetch } = useQuery(reviewQueries.publicList(batch))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="font-semibold text-lg">公示与公布</h1>
        <p className="mr-auto text-ink-soft text-s">{batchName(batch)}</p>
        <BatchPicker state={place} />
      </header>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={8} />}
      {data && (
        <Body
          batch={batch}
          list={data}
          isNation={isAmong(user, ['NAT'])}
          readsObjections={isAmong(user, OBJECTION_READERS)}
          registers={isAmong(user, ['PLT', 'NAT'])}
        />
      )}
    </div>
  )
}

/** 公示与公布 */
export const PublicityScreen = () => (
  <BatchGate title="公示与公布" stage="EXCELLENT">
    {(place) => <Publicity place={place} />}
  </BatchGate>
)
