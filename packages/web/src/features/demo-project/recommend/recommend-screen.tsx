import { useQuery } from '@tanstack/react-query'
import type { DemoProjectRow, RecommendQuota } from '@xinchu/sdk'
import { DemoStatus } from '@xinchu/sdk/codes'
import { useRef, useState } from 'react'
import { sessionQueries } from '../../../app/session-queries.ts'
import { useView } from '../../../app/views/view-context.ts'
import { WindowStatus } from '../../../app/window-status.tsx'
import { waitedText } from '../../../lib/due.ts'
import { isInDialog, useShortcuts } from '../../../lib/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input, Select, Textarea } from '../../../ui/inputs.tsx'
import { Key } from '../../../ui/review/key.tsx'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { type Batch, batchesOf, batchIn, batchKey } from '../batch.ts'
import { ChangesPanel } from '../changes-panel.tsx'
import { demoQueries } from '../queries.ts'
import { useAct } from '../use-act.ts'
import { batchName } from '../words.ts'
import { OrderList } from './order-list.tsx'
import { canRecommend, QueueTable } from './queue-table.tsx'
import { ReturnDialog } from './return-dialog.tsx'

const RETURNED: readonly string[] = [DemoStatus.returnedByRecommender, DemoStatus.returnedByNation]
const BEFORE: readonly string[] = [DemoStatus.draft, DemoStatus.atRecommender, ...RETURNED]

const PILLS = [
  { title: '待审核', has: ({ status }: DemoProjectRow) => status === DemoStatus.atRecommender },
  { title: '已退回', has: ({ status }: DemoProjectRow) => RETURNED.includes(status) },
  { title: '已推荐', has: ({ status }: DemoProjectRow) => !BEFORE.includes(status) },
  { title: '全部', has: () => true },
] as const

interface StripProps {
  rows: readonly DemoProjectRow[]
  quota: RecommendQuota | undefined
}

/** Places, what waits and since when, what was returned. Without a limit the places disappear. */
function Strip({ rows, quota }: StripProps) {
  const waiting = rows.filter(PILLS[0].has)
  const oldest = waiting.flatMap(({ waitingSince }) => waitingSince ?? []).sort()[0]
  const figures = [
    ...(quota?.quota === undefined
      ? []
      : [
          {
            caption: '推荐名额',
            value: `${quota.used} / ${quota.quota}`,
            note: `项，还可推荐 ${Math.max(0, quota.quota - quota.used)} 项`,
          },
        ]),
    {
      caption: '待我审核',
      value: String(waiting.length),
      note: oldest ? `项，最早 ${waitedText(oldest)}前` : '项',
    },
    { caption: '退回待修改', value: String(rows.filter(PILLS[1].has).length), note: '项' },
    { caption: '已推荐', value: String(rows.filter(PILLS[2].has).length), note: '项' },
  ]
  return (
    <dl className="card grid grid-cols-[repeat(auto-fit,minmax(160px,1fr))] overflow-hidden">
      {figures.map(({ caption, value, note }) => (
        <div key={caption} className="-mr-px border-line border-r px-4 py-2.5">
          <dt className="text-ink-soft text-xs">{caption}</dt>
          <dd className="text-s">
            <span className="mr-1.5 font-semibold text-xl">{value}</span>
            <span className="text-ink-soft">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface DecideProps {
  chosen: readonly DemoProjectRow[]
  /** Places that are left; undefined without a limit. */
  left: number | undefined
  isBusy: boolean
  onReturn: () => void
  onRecommend: () => void
}

/** What is chosen, what that does, and both decisions. */
function BatchBar({ chosen, left, isBusy, onReturn, onRecommend }: DecideProps) {
  const over = left === undefined ? 0 : chosen.length - left
  const none = chosen.length === 0
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-b-lg border-line border-t bg-sunken px-4 py-2.5 text-s">
      <p role="status" className="min-w-0 flex-1 basis-64">
        <span className="mr-2">已选 {chosen.length} 项</span>
        {over > 0 ? (
          <span className="text-danger">超出名额 {over} 项，请取消勾选</span>
        ) : (
          !none && (
            <span className="text-ink-soft">
              {left !== undefined && `推荐后名额剩 ${left - chosen.length} 项；`}
              送国家能源主管部门形审；国家未签收前可撤回
            </span>
          )
        )}
      </p>
      <Button disabled={none || isBusy} onClick={onReturn}>
        {none ? '退回（请先勾选）' : '退回…'}
      </Button>
      <Button look="primary" disabled={none || over > 0} busy={isBusy} onClick={onRecommend}>
        {over > 0
          ? `推荐至国家（超出名额 ${over} 项）`
          : none
            ? '推荐至国家（请先勾选）'
            : `推荐至国家（${chosen.length}）`}
      </Button>
    </div>
  )
}

interface DeskProps {
  all: readonly DemoProjectRow[]
  batch: Batch
}

/** The queue of one batch with its decisions. */
function Desk({ all, batch }: DeskProps) {
  const [pill, setPill] = useState(0)
  const [keyword, setKeyword] = useState('')
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const asked = Number(useView().search['id'])
  const [at, setAt] = useState<number>()
  const [opinion, setOpinion] = useState('')
  const [isReturning, setReturning] = useState(false)
  const changes = useRef<HTMLElement>(null)
  const quotas = useQuery(demoQueries.quotas(batch)).data
  const orgId = useQuery(sessionQueries.info).data?.user.orgId
  const quota = quotas?.find((each) => each.orgId === orgId)
  const words = keyword.trim()
  const rows = all.filter(
    (row) =>
      PILLS[pill]?.has(row) &&
      [row.projectName, row.companyName ?? '', row.demoCode].some((text) => text.includes(words)),
  )
  const current = rows.find(({ id }) => id === (at ?? asked)) ?? rows[0]
  const chosen = all.filter((row) => selected.has(row.id) && canRecommend(row))
  const acting = useAct(() => {
    setSelected(new Set())
    setOpinion('')
    setReturning(false)
  })
  const recommend = () => {
    const ids = chosen.map(({ id }) => id)
    if (ids.length === 0) return
    const versions = chosen.map(({ id, version }) => ({ id, version }))
    const given = opinion.trim()
    acting.mutate({
      request: { ids, action: 'PASS', versions, closeRemarks: true, ...(given ? { opinion: given } : {}) },
      done: '已推荐至国家',
    })
  }
  const step = (by: 1 | -1) => {
    const index = rows.findIndex(({ id }) => id === current?.id) + by
    if (rows[index]) setAt(rows[index].id)
  }
  const when = (target: EventTarget | null) => !isInDialog(target)
  const where = '示范项目推荐'
  useShortcuts([
    { keys: 'J', where, does: '下一个项目', onPress: () => step(1), when },
    { keys: 'K', where, does: '上一个项目', onPress: () => step(-1), when },
    { keys: 'D', where, does: '看变化', onPress: () => changes.current?.focus(), when },
    { keys: 'Ctrl+Enter', where, does: '推荐所选', onPress: recommend, when },
    { keys: 'Alt+↑↓', where, does: '调整推荐次序' },
  ])
  return (
    <>
      <Strip rows={all} quota={quota} />
      <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_336px]">
        <div className="grid min-w-0 gap-3.5">
          <section className="card" aria-label="待办项目">
            <div className="flex flex-wrap items-center gap-2 px-4 py-3">
              {PILLS.map(({ title, has }, index) => (
                <button
                  key={title}
                  type="button"
                  aria-pressed={pill === index}
                  onClick={() => setPill(index)}
                  className={`min-h-7 rounded-full border px-3 text-s ${pill === index ? 'border-brand bg-brand-soft text-brand-ink' : 'border-line text-ink-soft'}`}
                >
                  {title} {all.filter(has).length}
                </button>
              ))}
              <span className="ml-auto w-56 max-sm:w-full">
                <Input
                  aria-label="查找"
                  placeholder="项目名称、单位或编号"
                  value={keyword}
                  onValue={setKeyword}
                />
              </span>
            </div>
            <QueueTable
              rows={rows}
              current={current?.id}
              selected={selected}
              onCurrent={setAt}
              onSelect={setSelected}
            />
            <BatchBar
              chosen={chosen}
              left={quota?.quota === undefined ? undefined : quota.quota - quota.used}
              isBusy={acting.isPending}
              onReturn={() => setReturning(true)}
              onRecommend={recommend}
            />
          </section>
          <OrderList
            rows={all.filter(PILLS[2].has)}
            isBusy={acting.isPending}
            onWithdraw={({ id }) =>
              acting.mutate({ request: { ids: [id], action: 'WITHDRAW' }, done: '已撤回推荐' })
            }
          />
        </div>
        {current && (
          <aside ref={changes} tabIndex={-1} className="card" aria-label="与上次提交相比">
            <h2 className="truncate border-line border-b px-4 py-2.5 font-medium">{current.projectName}</h2>
            <div className="max-h-96 overflow-y-auto">
              <ChangesPanel project={current} />
            </div>
            <div className="border-line border-t px-4 py-3">
              <p className="mb-2 text-ink-soft text-s">
                按 <Key>J</Key> <Key>K</Key> 换项目，<Key>D</Key> 看变化，<Key>Ctrl Enter</Key> 决定
              </p>
              <Field label="推荐意见">
                {(control) => <Textarea {...control} maxLength={500} value={opinion} onValue={setOpinion} />}
              </Field>
            </div>
          </aside>
        )}
      </div>
      {isReturning && (
        <ReturnDialog
          rows={chosen}
          isBusy={acting.isPending}
          onReturn={(request) => acting.mutate({ request, done: '已退回' })}
          onClose={() => setReturning(false)}
        />
      )}
    </>
  )
}

const WINDOW = { fillType: 'DEMO_APPLY' } as const

/** 示范项目推荐: what applicants handed in to a province or a central enterprise, batch by batch. */
export function RecommendScreen() {
  const { data, error, refetch } = useQuery(demoQueries.submitted())
  const orgName = useQuery(sessionQueries.info).data?.user.orgName
  const [key, setKey] = useState('')
  const asked = Number(useView().search['id'])
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={10} />
  const batches = batchesOf(data)
  const row = data.find(({ id }) => id === asked)
  const linked = row ? batchKey(row) : ''
  const batch = batchIn(batches, key || linked) ?? batches[0]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="font-semibold text-lg">示范项目推荐</h1>
        <p className="mr-auto text-ink-soft text-s">{orgName}</p>
        <WindowStatus query={WINDOW} />
        {batch && batches.length > 1 && (
          <span className="w-48">
            <Select
              aria-label="批次"
              value={batchKey(batch)}
              onValue={setKey}
              options={batches.map((each) => ({ value: batchKey(each), label: batchName(each) }))}
            />
          </span>
        )}
      </header>
      {batch ? (
        <Desk
          key={batchKey(batch)}
          batch={batch}
          all={data.filter((row) => batchKey(row) === batchKey(batch))}
        />
      ) : (
        <div className="card">
          <Empty>还没有提交到本单位的示范项目</Empty>
        </div>
      )}
    </div>
  )
}
