import { useMutation, useQuery } from '@tanstack/react-query'
import { figure } from '../../../lib/figures.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Failed, Loading } from '../../../ui/states.tsx'
import { type DictEntry, systemMutations, systemQueries } from '../queries.ts'

export type EntryTask = 'disable' | 'delete'

const WORDS = {
  disable: { title: '停用字典项', action: '停用' },
  delete: { title: '删除字典项', action: '删除' },
} as const

interface EntryUsageProps {
  task: EntryTask
  entry: DictEntry
  dictName: string
  onTask: (task: EntryTask) => void
  onClose: () => void
}

type Usage = NonNullable<DictEntry['usage']>

function UsageList({ usage }: { usage: Usage }) {
  return (
    <dl className="grid gap-x-6 rounded-md border border-line px-4 py-2 sm:grid-cols-2" aria-label="引用情况">
      {usage.map(({ kind, count }) => (
        <div key={kind} className="flex justify-between gap-3 py-1 text-s">
          <dt className="text-ink-soft">{kind}</dt>
          <dd className="tabular-nums">{figure(count)} 条</dd>
        </div>
      ))}
    </dl>
  )
}

function consequence(task: EntryTask, isUsed: boolean): string {
  if (task === 'disable')
    return isUsed ? '停用后，以上记录保持不变，新填报不可再选。' : '没有记录引用。停用后，新填报不可再选。'
  return isUsed ? '已被引用，不能删除，可改为停用。' : '没有记录引用。删除后不可恢复。'
}

/** Shows which records hold an entry before it is disabled or deleted. An entry in use can only be disabled. */
export function EntryUsage({ task, entry, dictName, onTask, onClose }: EntryUsageProps) {
  const { data: usage, error, refetch } = useQuery(systemQueries.dictUsage(dictName, entry.id))
  const done = { onSuccess: onClose }
  const disabling = useMutation({ ...systemMutations.changeEntry, ...done })
  const deleting = useMutation({ ...systemMutations.deleteEntry, ...done })
  const { title, action } = WORDS[task]
  const isUsed = usage !== undefined && usage.length > 0
  const act = () =>
    task === 'disable' ? disabling.mutate({ entry, enabled: false }) : deleting.mutate(entry.id)
  const isInstead = task === 'delete' && isUsed && entry.enabled !== false
  return (
    <Dialog
      open
      title={`${title}：${entry.label}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          {isInstead && <Button onClick={() => onTask('disable')}>改为停用</Button>}
          <Button
            look="danger"
            disabled={!usage || (task === 'delete' && isUsed)}
            busy={disabling.isPending || deleting.isPending}
            onClick={act}
          >
            {action}
          </Button>
        </>
      }
    >
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!usage && !error && <Loading rows={3} />}
      {usage && (
        <div className="grid gap-3">
          {isUsed && <UsageList usage={usage} />}
          <p className="leading-relaxed">{consequence(task, isUsed)}</p>
        </div>
      )}
    </Dialog>
  )
}
