import type { ReactNode } from 'react'
import { Wide } from '../../ui/wide.tsx'
import type { UserSession } from './queries.ts'

const HEAD = 'px-4 py-2 text-left font-normal text-ink-faint'
const CELL = 'px-4 py-2'

interface SessionTableProps {
  sessions: readonly UserSession[]
  action: (session: UserSession) => ReactNode
}

/** Sessions with their device and times. */
export function SessionTable({ sessions, action }: SessionTableProps) {
  return (
    <Wide label="登录的设备">
      <table className="w-full whitespace-nowrap text-s">
        <thead>
          <tr className="border-line border-b">
            <th className={HEAD}>设备</th>
            <th className={HEAD}>访问地址</th>
            <th className={HEAD}>登录时间</th>
            <th className={HEAD}>最近使用</th>
            <th className={HEAD}>
              <span className="sr-only">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <tr key={session.id} className="border-line border-b last:border-0">
              <td className={CELL}>
                {session.device}
                {session.isCurrent && (
                  <span className="ml-2 rounded bg-success-soft px-1.5 py-0.5 text-success text-xs">
                    当前
                  </span>
                )}
              </td>
              <td className={`${CELL} tabular-nums`}>{session.address ?? '—'}</td>
              <td className={`${CELL} tabular-nums`}>{session.startTime}</td>
              <td className={`${CELL} tabular-nums`}>{session.lastSeenTime}</td>
              <td className={`${CELL} text-right`}>{action(session)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  )
}
