import { useQuery } from '@tanstack/react-query'
import { unsavedQueries } from '../app/unsaved.ts'
import { UnsavedList } from '../features/home/unsaved-list.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failed, Loading } from '../ui/states.tsx'

/** 未提交的填写 of the account, from any page. */
export function UnsavedDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(unsavedQueries.list())
  return (
    <Dialog open onClose={onClose} title="未提交的填写" footer={<Button onClick={onClose}>关闭</Button>}>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={3} />}
      {data?.length === 0 && <p className="py-6 text-center text-ink-soft">没有未提交的填写</p>}
      {data && <UnsavedList entries={data} onOpen={onClose} />}
    </Dialog>
  )
}
