import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { securityMutations, securityQueries, type UserSession } from '../../../app/security/queries.ts'
import { SessionTable } from '../../../app/security/session-table.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { notify } from '../../../ui/notice.tsx'
import { Failed, Loading } from '../../../ui/states.tsx'

/** The own sessions. Others can be ended, one by one or all. */
export function SessionsCard() {
  const { data: sessions, error, refetch } = useQuery(securityQueries.sessions())
  const [target, setTarget] = useState<UserSession | 'others'>()
  const others = sessions?.filter(({ isCurrent }) => !isCurrent).length ?? 0
  return (
    <section className="card" aria-label="登录的设备">
      <header className="flex items-center gap-3 border-line border-b px-4 py-1.5">
        <h2 className="mr-auto py-1 font-medium">登录的设备</h2>
        {others > 0 && (
          <Button look="quiet" onClick={() => setTarget('others')}>
            结束其他登录
          </Button>
        )}
      </header>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && !sessions && <Loading rows={2} />}
      {sessions && (
        <SessionTable
          sessions={sessions}
          action={(session) =>
            !session.isCurrent && (
              <Button look="quiet" className="h-7! px-2!" onClick={() => setTarget(session)}>
                结束
              </Button>
            )
          }
        />
      )}
      {target && (
        <ConfirmDialog
          title={target === 'others' ? '结束其他登录' : '结束此登录'}
          description={
            target === 'others'
              ? `将结束其他 ${others} 个登录，该设备须重新登录。`
              : `将结束 ${target.startTime} 在“${target.device}”上的登录，该设备须重新登录。`
          }
          action="结束"
          write={securityMutations.end}
          variables={target === 'others' ? {} : { ids: [target.id] }}
          onDone={({ ended }) => notify(`已结束 ${ended} 个登录`, 'success')}
          onClose={() => setTarget(undefined)}
        />
      )}
    </section>
  )
}
