import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { isAmong } from '@xinchu/contract/rights'
import type { ReviewBatch, ReviewResults } from '@xinchu/sdk'
import { useState } from 'react'
import { GrantedAction } from '../../../app/granted-action.tsx'
import { sessionQueries } from '../../../app/session-queries.ts'
import { useCan } from '../../../app/use-can.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { useLandscape } from '../../../ui/sheet/use-landscape.ts'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { BatchGate, BatchPicker, type BatchState, batchName, STAGE_NAMES } from '../batch.tsx'
import { BatchDocument } from '../batch-documents.tsx'
import { reviewQueries } from '../queries.ts'
import { Details } from './details.tsx'
import { PrintedOpinions } from './opinions.tsx'
import { PrimaryDialog } from './primary-dialog.tsx'
import { AdjustDialog, NamesDialog } from './result-dialogs.tsx'
import { ResultGroups } from './result-groups.tsx'
import type { Group } from './result-model.ts'
import { ResultTable } from './result-table.tsx'
import { SelectDialog } from './select-dialog.tsx'
import { SummaryDownload } from './summary-download.tsx'

type Asked = 'select' | 'adjust' | 'names'
const NO_NAMES: ReadonlyMap<number, string> = new Map()

function Legend({ isRanked }: { isRanked: boolean }) {
  return (
    <span className="ml-auto flex flex-wrap items-center gap-3 text-ink-soft text-s">
      <span>
        <s className="rounded bg-warning-soft px-1">90</s> 去掉最高
      </span>
      <span>
        <s className="rounded bg-brand-soft px-1">84</s> 去掉最低
      </span>
      {isRanked && <span className="border-brand-line border-b-[3px]">同分</span>}
    </span>
  )
}

interface OpenedProps {
  group: Group
  batch: ReviewBatch
  canAdjust: boolean
  canReveal: boolean
}

/** One group: its ranked table and the sheets of one project. */
function OpenedGroup({ group, batch, canAdjust, canReveal }: OpenedProps) {
  const [chosen, setChosen] = useState<number>()
  const [names, setNames] = useState(NO_NAMES)
  const [asked, setAsked] = useState<Asked>()
  const row = group.rows.find(({ projectId }) => projectId === chosen) ?? group.rows[0]
  const isRanked = batch.stage === 'EXCELLENT'
  const close = () => setAsked(undefined)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <section aria-label={group.groupName} className="card min-w-0">
        <header className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-1.5">
          <h2 className="font-medium">{group.groupName}</h2>
          <p className="text-ink-soft text-s">
            {group.experts.length} 位专家，{group.rows.length} 个项目
            {isRanked && `，名额 ${group.quota ?? '—'}`}
          </p>
          <Legend isRanked={isRanked} />
        </header>
        <ResultTable
          group={group}
          stage={batch.stage}
          current={row?.projectId}
          names={names}
          onOpen={setChosen}
        />
        <footer className="flex flex-wrap items-center gap-2 border-line border-t px-4 py-2.5 text-s">
          <span className="mr-auto text-ink-soft">
            {isRanked
              ? '依次比较：去极值均分 → 推荐人数 → 安全性均分 → 项目编号。均分按分数精确比较，显示 4 位小数。'
              : '初评不排名，由平台运营单位判定是否通过。均分显示 4 位小数。'}
          </span>
          {canReveal && <Button onClick={() => setAsked('names')}>显示姓名…</Button>}
          {canAdjust && row && (
            <Button onClick={() => setAsked('adjust')}>调整“{row.demoCode.slice(-3)}”…</Button>
          )}
        </footer>
      </section>
      {row && <Details row={row} batch={batch} names={names} />}
      <PrintedOpinions rows={group.rows} names={names} />
      {asked === 'names' && <NamesDialog group={group} onNames={setNames} onClose={close} />}
      {asked === 'adjust' && row && <AdjustDialog row={row} onClose={close} />}
    </div>
  )
}

interface HeadProps {
  place: BatchState
  results: ReviewResults | undefined
  canDecide: boolean
}

function Head({ place, results, canDecide }: HeadProps) {
  const { batch } = place
  const canExport = useCan(['demo:export'])
  const [isAsking, setAsking] = useState(false)
  const groups = results?.groups ?? []
  const isPrimary = batch.stage === 'PRIMARY'
  const places = groups.flatMap(({ rows }) => rows).filter((row) => row.adjusted ?? row.withinQuota).length
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h1 className="font-semibold text-lg">优选评审结果</h1>
      <p className="text-ink-soft text-s">
        {batchName(batch)} · {STAGE_NAMES[batch.stage]}
      </p>
      {results?.opened && (
        <span className="flex items-center gap-1 rounded bg-success-soft px-2 text-s text-success">
          <Icon name="check" size={14} /> {results.openedAt?.slice(5, 16)} 已启封
        </span>
      )}
      <span className="ml-auto flex flex-wrap gap-2">
        <BatchPicker state={place} hasStage />
        <GrantedAction
          to="/demonstration/publicity/index"
          search={{ batch: `${batch.batchYear}-${batch.batchNo}` }}
          className={buttonClass('plain')}
        >
          公示与公布
        </GrantedAction>
        {results?.opened && canExport && <SummaryDownload batch={batch} />}
        {results?.opened && canExport && !isPrimary && (
          <BatchDocument batch={batch} document="REPORT" format="pdf">
            评审结果报告
          </BatchDocument>
        )}
        {canDecide && results?.opened && groups.length > 0 && (
          <Button look="primary" onClick={() => setAsking(true)}>
            {isPrimary ? '判定初评…' : `确定拟入选（${places}）…`}
          </Button>
        )}
      </span>
      {isAsking &&
        (isPrimary ? (
          <PrimaryDialog batch={batch} groups={groups} onClose={() => setAsking(false)} />
        ) : (
          <SelectDialog batch={batch} groups={groups} onClose={() => setAsking(false)} />
        ))}
    </header>
  )
}

function Results({ place }: { place: BatchState }) {
  const { batch, search, change } = place
  const { user } = useSuspenseQuery(sessionQueries.info).data
  const { data, error, refetch } = useQuery(reviewQueries.results(batch))
  useLandscape(data?.opened === true)
  const groups = data?.groups ?? []
  const group = groups.find(({ groupId }) => groupId === Number(search['group'])) ?? groups[0]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Head
        place={place}
        results={data}
        canDecide={isAmong(user, batch.stage === 'PRIMARY' ? ['PLT'] : ['NAT'])}
      />
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={8} />}
      {data && !data.opened && (
        <div className="card grid justify-items-center gap-3 px-4 py-16 text-ink-soft">
          <Icon name="lock" size={28} />
          <p>评分封存中，启封后显示</p>
        </div>
      )}
      {data?.opened && !group && (
        <div className="card">
          <Empty>本批次没有{STAGE_NAMES[batch.stage]}结果</Empty>
        </div>
      )}
      {data?.opened && group && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 2xl:grid-cols-[206px_minmax(0,1fr)]">
          <ResultGroups
            groups={groups}
            stage={batch.stage}
            current={group}
            onOpen={(id) => change({ group: id })}
          />
          <OpenedGroup
            key={group.groupId}
            group={group}
            batch={batch}
            canAdjust={batch.stage === 'EXCELLENT' && isAmong(user, ['NAT'])}
            canReveal={isAmong(user, ['PLT', 'NAT'])}
          />
        </div>
      )}
    </div>
  )
}

/** 优选评审结果. Before the opening the page says that it is sealed, and nothing else. */
export const ResultScreen = () => (
  <BatchGate title="优选评审结果" stage="EXCELLENT">
    {(place) => <Results place={place} />}
  </BatchGate>
)
