import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Failed, Loading } from '../../../ui/states.tsx'
import type { MenuNode } from '../queries.ts'
import { roleQueries } from './queries.ts'
import { sourceText } from './sources.ts'

function Givers({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(roleQueries.ofMenu(id))
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={4} />
  if (data.from.length === 0)
    return <p className="py-6 text-center text-ink-soft">还没有授予任何角色，可在“角色管理”中授予</p>
  return (
    <>
      <p role="status" className="mb-3">
        共 {data.users.toLocaleString('zh-CN')} 名用户可见
      </p>
      <ul className="rounded-md border border-line text-s">
        {data.from.map((source) => (
          <li
            key={`${source.deptId}/${source.roleId}`}
            className="flex gap-3 border-line border-b px-3 py-1.5 last:border-b-0"
          >
            <span className="mr-auto">{sourceText(source)}</span>
            <span className="text-ink-soft tabular-nums">{source.users ?? 0} 人</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Roles and department kinds that see a menu. */
export function MenuGrants({ menu, onClose }: { menu: MenuNode; onClose: () => void }) {
  return (
    <Dialog
      open
      title={`可见范围：${menu.title}`}
      onClose={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      <Givers id={menu.id} />
    </Dialog>
  )
}
