import { useQuery } from '@tanstack/react-query'
import type { DemoProjectRow } from '@xinchu/sdk'
import { type RefObject, useRef, useState } from 'react'
import { sessionQueries } from '../../../app/session-queries.ts'
import { isInDialog, useShortcuts } from '../../../lib/shortcuts.ts'
import { type Batch, batchKey } from '../../../records/pilot-batch.ts'
import { WindowStatus } from '../../../records/window-status.tsx'
import { Input } from '../../../ui/inputs.tsx'
import { Key } from '../../../ui/review/key.tsx'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { BatchChoice } from '../batch-choice.tsx'
import { ChangesPanel } from '../changes-panel.tsx'
import { CloseRemarks } from '../close-remarks.tsx'
import { OpinionField } from '../opinion-field.tsx'
import { pilotQueries } from '../queries.ts'
import { Repeats } from '../repeats.tsx'
import { useAct } from '../use-act.ts'
import { useAsked } from '../use-asked.ts'
import { useProjectBatch } from '../use-batch.ts'
import { BatchBar, withoutReason } from './batch-bar.tsx'
import { OrderList } from './order-list.tsx'
import { PILLS } from './pills.ts'
import { canRecommend, QueueTable } from './queue-table.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import { Strip } from './strip.tsx'

interface DeskProps {
  all: readonly DemoProjectRow[]
  batch: Batch
}

interface PillsProps {
  all: readonly DemoProjectRow[]
  pill: number
  onPill: (index: number) => void
  keyword: string
  onKeyword: (keyword: string) => void
}

/** What of the queue is shown. */
const Pills = ({ all, pill, onPill, keyword, onKeyword }: PillsProps) => (
  <div className="flex flex-wrap items-center gap-2 px-4 py-3">
    {PILLS.map(({ title, has }, index) => (
      <button
        key={title}
        type="button"
        aria-pressed={pill === index}
        onClick={() => onPill(index)}
        className={`min-h-7 rounded-full border px-3 text-s ${pill === index ? 'border-brand bg-brand-soft text-brand-ink' : 'border-line text-ink-soft'}`}
      >
        {title} {all.filter(has).length}
      </button>
    ))}
    <span className="ml-auto w-56 max-sm:w-full">
      <Input aria-label="查找" placeholder="项目名称、单位或编号" value={keyword} onValue={onKeyword} />
    </span>
  </div>
)

const WHERE = '示范项目推荐'

/** The shown part of the queue, and the project that is looked at. */
function useQueue(all: readonly DemoProjectRow[]) {
  const [pill, setPill] = useState(0)
  const [keyword, setKeyword] = useState('')
  const [at, setAt] = useState<number>()
  const asked = useAsked(() => setAt(undefined))
  const words = keyword.trim()
  const rows = all.filter(
    (row) =>
      PILLS[pill]?.has(row) &&
      [row.projectName, row.companyName ?? '', row.demoCode].some((text) => text.includes(words)),
  )
  const current = rows.find(({ id }) => id === (at ?? asked)) ?? rows[0]
  const step = (by: 1 | -1) => {
    const index = rows.findIndex(({ id }) => id === current?.id) + by
    if (rows[index]) setAt(rows[index].id)
  }
  return { rows, current, setAt, step, pills: { pill, onPill: setPill, keyword, onKeyword: setKeyword } }
}

/** The selected projects, the words for them, and their recommendation. */
function useRecommending(all: readonly DemoProjectRow[]) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [opinion, setOpinion] = useState('')
  const [isReturning, setReturning] = useState(false)
  const [reasons, setReasons] = useState<Readonly<Record<number, string>>>({})
  const chosen = all.filter((row) => selected.has(row.id) && canRecommend(row))
  const acting = useAct(() => {
    setSelected(new Set())
    setOpinion('')
    setReturning(false)
  })
  const recommend = () => {
    const ids = chosen.map(({ id }) => id)
    if (ids.length === 0 || withoutReason(chosen, reasons).length > 0) return
    const versions = chosen.map(({ id, version }) => ({ id, version }))
    const given = opinion.trim()
    const passReasons = chosen.flatMap(({ id }) => (reasons[id] ? [{ id, reason: reasons[id].trim() }] : []))
    acting.act({
      request: {
        ids,
        action: 'PASS',
        versions,
        ...(given ? { opinion: given } : {}),
        ...(passReasons.length > 0 ? { passReasons } : {}),
      },
      done: '已推荐至国家',
    })
  }
  return {
    ...{ selected, setSelected, opinion, setOpinion, isReturning, setReturning },
    ...{ reasons, setReasons, chosen, acting, recommend },
  }
}

interface AsideProps {
  current: DemoProjectRow
  panel: RefObject<HTMLElement | null>
  opinion: string
  onOpinion: (opinion: string) => void
}

/** What changed in the project that is looked at, and the words for the recommendation. */
const Aside = ({ current, panel, opinion, onOpinion }: AsideProps) => (
  <aside ref={panel} tabIndex={-1} className="card" aria-label="与上次提交相比">
    <h2 className="truncate border-line border-b px-4 py-2.5 font-medium">{current.projectName}</h2>
    <Repeats project={current} />
    <div className="max-h-96 overflow-y-auto">
      <ChangesPanel project={current} />
    </div>
    <div className="border-line border-t px-4 py-3">
      <p className="mb-2 text-ink-soft text-s max-lg:hidden">
        按 <Key>J</Key> <Key>K</Key> 换项目，<Key>D</Key> 看变化，<Key>Ctrl Enter</Key> 决定
      </p>
      <OpinionField label="推荐意见" value={opinion} onValue={onOpinion} />
    </div>
  </aside>
)

/** The queue of one batch with its decisions. */
function Desk({ all, batch }: DeskProps) {
  const { rows, current, setAt, step, pills } = useQueue(all)
  const { chosen, acting, reasons, ...recommending } = useRecommending(all)
  const panel = useRef<HTMLElement>(null)
  const quotas = useQuery(pilotQueries.quotas(batch)).data
  const orgId = useQuery(sessionQueries.info).data?.user.orgId
  const quota = quotas?.find((each) => each.orgId === orgId)
  const when = (target: EventTarget | null) => !isInDialog(target)
  useShortcuts([
    { keys: 'J', where: WHERE, does: '下一个项目', onPress: () => step(1), when },
    { keys: 'K', where: WHERE, does: '上一个项目', onPress: () => step(-1), when },
    { keys: 'D', where: WHERE, does: '看变化', onPress: () => panel.current?.focus(), when },
    { keys: 'Ctrl+Enter', where: WHERE, does: '推荐所选', onPress: recommending.recommend, when },
    { keys: 'Alt+↑↓', where: WHERE, does: '调整推荐次序' },
  ])
  return (
    <>
      <Strip rows={all} quota={quota} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_336px]">
        <div className="grid min-w-0 gap-3.5">
          <section className="card" aria-label="待办项目">
            <Pills all={all} {...pills} />
            <QueueTable
              rows={rows}
              current={current?.id}
              selected={recommending.selected}
              onCurrent={setAt}
              onSelect={recommending.setSelected}
            />
            <BatchBar
              chosen={chosen}
              left={quota?.quota === undefined ? undefined : quota.quota - quota.used}
              reasons={reasons}
              isBusy={acting.isPending}
              onReason={(id, reason) => recommending.setReasons({ ...reasons, [id]: reason })}
              onReturn={() => recommending.setReturning(true)}
              onRecommend={recommending.recommend}
            />
          </section>
          <OrderList
            rows={all.filter(PILLS[2].has)}
            isBusy={acting.isPending}
            onWithdraw={({ id }) =>
              acting.act({ request: { ids: [id], action: 'WITHDRAW' }, done: '已撤回推荐' })
            }
          />
        </div>
        {current && (
          <Aside
            current={current}
            panel={panel}
            opinion={recommending.opinion}
            onOpinion={recommending.setOpinion}
          />
        )}
      </div>
      <CloseRemarks acting={acting} />
      {recommending.isReturning && (
        <ReturnDialog
          rows={chosen}
          isBusy={acting.isPending}
          onReturn={(request) => acting.act({ request, done: '已退回' })}
          onClose={() => recommending.setReturning(false)}
        />
      )}
    </>
  )
}

const NONE: readonly DemoProjectRow[] = []
const WINDOW = { fillType: 'DEMO_APPLY' } as const

/** 示范项目推荐: the projects submitted to a province or a central enterprise, batch by batch. */
export function RecommendScreen() {
  const { data, error, refetch } = useQuery(pilotQueries.submitted())
  const orgName = useQuery(sessionQueries.info).data?.user.orgName
  const { batches, batch, rows, choose } = useProjectBatch(data ?? NONE, PILLS[0].has)
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={10} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="font-semibold text-lg">示范项目推荐</h1>
        <p className="mr-auto text-ink-soft text-s">{orgName}</p>
        <WindowStatus query={WINDOW} />
        {batch && <BatchChoice batches={batches} batch={batch} onChoose={choose} />}
      </header>
      {batch ? (
        <Desk key={batchKey(batch)} batch={batch} all={rows} />
      ) : (
        <div className="card">
          <Empty>还没有提交到本单位的示范项目</Empty>
        </div>
      )}
    </div>
  )
}
