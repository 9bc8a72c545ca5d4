import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { securityMutations, securityQueries } from './queries.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { SessionTable } from './session-table.tsx'

type Task = 'clear' | 'end' | { id: string }

/** Sessions and second factor of somebody's account, for administrators. */
export function AccountSecurity({ userId }: { userId: number }) {
  const factor = useQuery(securityQueries.factor(userId))
  const { data: sessions, error, refetch } = useQuery(securityQueries.sessions(userId))
  const [task, setTask] = useState<Task>()
  const close = () => setTask(undefined)
  const isCleared = task === 'clear'
  const ids = typeof task === 'object' ? { ids: [task.id] } : {}
  return (
    <section className="rounded-md border border-line" aria-label="登录安全">
      <header className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-1.5 text-s">
        <h3 className="mr-auto py-1 font-medium">登录安全</h3>
        {factor.data && (
          <span className="text-ink-soft">两步验证{factor.data.isEnabled ? '已启用' : '未启用'}</span>
        )}
        {factor.data?.isEnabled && <Button onClick={() => setTask('clear')}>解除两步验证</Button>}
        {sessions && sessions.length > 0 && <Button onClick={() => setTask('end')}>结束全部登录</Button>}
      </header>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && !sessions && <Loading rows={1} />}
      {sessions?.length === 0 && <p className="px-4 py-3 text-ink-soft text-s">当前没有登录</p>}
      {sessions && sessions.length > 0 && (
        <SessionTable
          sessions={sessions}
          action={({ id }) => (
            <Button look="quiet" className="h-7! px-2!" onClick={() => setTask({ id })}>
              结束
            </Button>
          )}
        />
      )}
      {task && isCleared && (
        <ReasonDialog
          title="解除两步验证"
          description="用于遗失设备的用户，请先核实本人身份。该用户的登录全部结束，并收到消息。"
          action="解除"
          write={securityMutations.clear}
          variables={(reason) => ({ userId, reason })}
          onClose={close}
        />
      )}
      {task && !isCleared && (
        <ReasonDialog
          title={task === 'end' ? '结束全部登录' : '结束此登录'}
          description="该设备须重新登录，登录页面显示原因。"
          action="结束"
          write={securityMutations.end}
          variables={(reason) => ({ ...ids, userId, reason })}
          onClose={close}
        />
      )}
    </section>
  )
}
