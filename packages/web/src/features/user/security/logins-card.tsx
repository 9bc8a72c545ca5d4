import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { securityQueries } from '../../../app/security/queries.ts'
import { Failed, Loading } from '../../../ui/states.tsx'
import { Pager } from '../../../ui/table/pager.tsx'
import { Wide } from '../../../ui/wide.tsx'

const SIZE = 10
const HEAD = 'px-4 py-2 text-left font-normal text-ink-faint'
const CELL = 'px-4 py-2'

/** The log-ins of the last 90 days, with those that failed. */
export function LoginsCard() {
  const [page, setPage] = useState(0)
  const { data, error, refetch } = useQuery(securityQueries.logins(page, SIZE))
  return (
    <section className="card" aria-label="登录记录">
      <h2 className="border-line border-b px-4 py-2.5 font-medium">
        登录记录<span className="ml-2 font-normal text-ink-faint text-xs">最近90天</span>
      </h2>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Loading rows={3} />}
      {data && data.totalElements === 0 && <p className="px-4 py-6 text-ink-soft text-s">还没有登录记录</p>}
      {data && data.totalElements > 0 && (
        <Wide label="登录记录">
          <table className="w-full whitespace-nowrap text-s">
            <thead>
              <tr className="border-line border-b">
                <th className={HEAD}>时间</th>
                <th className={HEAD}>结果</th>
                <th className={HEAD}>设备</th>
                <th className={HEAD}>访问地址</th>
              </tr>
            </thead>
            <tbody>
              {data.content.map(({ time, isSuccess, reason, device, address }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: several tries may fall into one second
                <tr key={`${time}-${index}`} className="border-line border-b last:border-0">
                  <td className={`${CELL} tabular-nums`}>{time}</td>
                  <td className={`${CELL} ${isSuccess ? '' : 'text-danger'}`}>
                    {isSuccess ? '成功' : `未成功：${reason ?? ''}`}
                  </td>
                  <td className={CELL}>{device}</td>
                  <td className={`${CELL} tabular-nums`}>{address ?? '—'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
      )}
      {data && data.totalElements > SIZE && (
        <div className="border-line border-t px-4 py-2">
          <Pager page={page} size={SIZE} total={data.totalElements} onPage={setPage} />
        </div>
      )}
    </section>
  )
}
