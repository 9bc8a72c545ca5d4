import { useQuery } from '@tanstack/react-query'
import { copyText } from '../../../lib/copy-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { notify } from '../../../ui/notice.tsx'
import { Failed, Loading } from '../../../ui/states.tsx'
import { reviewQueries } from '../queries.ts'
import type { Task } from './model.ts'

/** Formats a digest in groups of four, to be read aloud. */
const grouped = (digest: string) => digest.replace(/(.{4})(?=.)/g, '$1 ')

/** The receipt of a submitted sheet. */
export function Receipt({ task }: { task: Task }) {
  const { projectId, stage } = task
  const { data, error, refetch } = useQuery(reviewQueries.receipt({ projectId, stage }))
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={3} />
  const copy = async () => {
    await copyText(`${data.receiptCode}\n${data.leaf}\n${data.submitTime}`)
    notify('回执已复制', 'success')
  }
  return (
    <section aria-label="评分回执" className="m-4 rounded-lg border border-success-line bg-success-soft p-4">
      <h3 className="flex items-center gap-2 font-medium text-success">
        <Icon name="check" /> 已提交，评分已封存
      </h3>
      <dl className="mt-3 grid grid-cols-[5em_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-s">
        <dt className="text-ink-soft">回执编号</dt>
        <dd className="font-medium font-mono">{data.receiptCode}</dd>
        <dt className="text-ink-soft">评分摘要</dt>
        <dd className="break-words font-mono text-xs leading-5">{grouped(data.leaf)}</dd>
        <dt className="text-ink-soft">提交时间</dt>
        <dd>{data.submitTime}</dd>
        {data.root && (
          <>
            <dt className="text-ink-soft">启封摘要</dt>
            <dd className="break-words font-mono text-xs leading-5">{grouped(data.root)}</dd>
          </>
        )}
      </dl>
      <p className="mt-3 text-ink-soft text-xs">
        {data.opened ? '已启封，可用评分摘要核对。' : '启封时平台按摘要核对，评分与提交时不一致即可发现。'}
      </p>
      <Button className="mt-2" onClick={() => void copy()}>
        复制回执
      </Button>
    </section>
  )
}
