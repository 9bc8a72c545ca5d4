import { useQuery } from '@tanstack/react-query'
import type { StatPublication, StatVerification } from '@xinchu/sdk'
import { quarterName } from '@xinchu/validators'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { periodicQueries } from './queries.ts'
import type { Period } from './usage-model.ts'

const PARTS: Record<StatVerification['checks'][number]['part'], string> = {
  ROWS: '入库数据',
  FIGURES: '统计数',
  CHAIN: '封存链',
  ENTRY: '审计记录',
}

const RESULTS: Record<StatVerification['checks'][number]['result'], string> = {
  OK: '相符',
  DIFFERS: '不符',
  EXPIRED: '已到期清理',
  OLD_METHOD: '口径已更新',
}

/** Result of a batch's verification, in words. */
function Outcome({ found }: { found: StatVerification }) {
  return (
    <div role="status" className="grid gap-1 text-s">
      <p className={found.isIntact ? 'text-success' : 'text-danger'}>
        {found.isIntact ? '与封存时相符' : '与封存时不符，请勿引用并联系国家能源主管部门'}
      </p>
      <ul className="grid gap-0.5 text-ink-soft">
        {found.checks.map(({ part, result, differences }) => (
          <li key={part}>
            {PARTS[part]}：{RESULTS[result]}
            {differences.length > 0 && `（${differences.join('；')}）`}
          </li>
        ))}
      </ul>
      {found.seal && <p className="break-all text-ink-faint text-xs">封存值 {found.seal}</p>}
    </div>
  )
}

/** Verifies a batch against its seal when it is asked for, each time anew. */
function Verify({ batch }: { batch: string }) {
  const { data, error, isFetching, refetch } = useQuery(periodicQueries.verification(batch))
  const verify = () => void refetch()
  return (
    <div className="grid justify-items-start gap-2">
      <Button onClick={verify} disabled={isFetching} aria-label={`核验 ${batch}`}>
        {isFetching ? '核验中…' : '核验'}
      </Button>
      {error && !isFetching && <Failed error={error} onRetry={verify} />}
      {data && !isFetching && !error && <Outcome found={data} />}
    </div>
  )
}

const timesOf = ({ storedAt, publishedAt, orgName, realName }: StatPublication) =>
  [
    storedAt && `${storedAt.slice(0, 16)} 入库`,
    publishedAt ? `${publishedAt.slice(0, 16)} 公布` : '尚未公布',
    [orgName, realName].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join('　')

function Batch({ entry }: { entry: StatPublication }) {
  const { batch, isCurrent, reason, publishedAt } = entry
  return (
    <li className="grid gap-2 border-line not-first:border-t py-3 first:pt-0">
      <p>
        <strong className="font-semibold">{batch}</strong>
        {isCurrent && '（现行）'}
      </p>
      <p className="text-ink-soft text-s">{timesOf(entry)}</p>
      {reason !== undefined && <p className="text-s">修订原因：{reason || '未填写'}</p>}
      {publishedAt ? (
        <Verify batch={batch} />
      ) : (
        <p className="text-ink-faint text-s">公布时封存，封存后可核验。</p>
      )}
    </li>
  )
}

function Entries({ period }: { period: Period }) {
  const { data, error, refetch } = useQuery(periodicQueries.publications(period))
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={3} />
  if (data.length === 0) return <Empty>本期尚未入库</Empty>
  return (
    <ul>
      {data.map((entry) => (
        <Batch key={entry.batch} entry={entry} />
      ))}
    </ul>
  )
}

/** A button that lists the batches of a period, each with its verification. */
export function Batches({ period: { year, quarter } }: { period: Period }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>批次与核验</Button>
      {isOpen && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={`${quarterName({ year, quarter })}的批次`}
          description="公布与修订时，批次的数据与统计数封存为一条链；核验重新计算并逐项比对。"
          footer={<Button onClick={() => setOpen(false)}>关闭</Button>}
        >
          <Entries period={{ year, quarter }} />
        </Dialog>
      )}
    </>
  )
}
