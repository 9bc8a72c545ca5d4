import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { may } from '@xinchu/contract/rights'
import { useState } from 'react'
import { sessionQueries } from '../../../app/session-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DictText } from '../../../ui/dict-text.tsx'
import { Failed, Loading } from '../../../ui/states.tsx'
import { RosterDialog } from '../people/roster-dialog.tsx'
import { type OrgListQuery, systemQueries } from '../queries.ts'
import { NewUserForm } from '../user-form.tsx'

const SHOWN = 500

interface MissingOfficesProps {
  /** Conditions of the count. */
  query: OrgListQuery
  onClose: () => void
}

/** The offices that nobody can log in for, and ways to create their accounts. */
export function MissingOffices({ query, onClose }: MissingOfficesProps) {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  const [creating, setCreating] = useState<'one' | 'many'>()
  const asked = { ...query, withoutAccounts: true, size: SHOWN, sort: ['deptId,asc', 'regionCode,asc'] }
  const { data, error, refetch } = useQuery(systemQueries.orgs(asked))
  if (creating === 'one') return <NewUserForm onClose={() => setCreating(undefined)} />
  if (creating === 'many') return <RosterDialog onClose={() => setCreating(undefined)} />
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={data ? `没有账号的机构：${data.totalElements} 个` : '没有账号的机构'}
      description="已启用但没有任何账号的机构，其业务无人办理。"
      footer={
        <>
          <Button className="mr-auto" onClick={onClose}>
            关闭
          </Button>
          {may(user, 'accounts.create') && (
            <>
              <Button icon="upload" onClick={() => setCreating('many')}>
                批量创建账号
              </Button>
              <Button look="primary" icon="plus" onClick={() => setCreating('one')}>
                新建账号
              </Button>
            </>
          )}
        </>
      }
    >
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Loading />}
      {data && (
        <section
          className="max-h-[55dvh] overflow-y-auto rounded-md border border-line"
          aria-label="没有账号的机构"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
          tabIndex={0}
        >
          <ul className="divide-y divide-line text-s">
            {data.content.map(({ id, orgName, deptId, regionName }) => (
              <li key={id} className="flex flex-wrap items-baseline gap-x-4 px-3 py-2">
                <span className="min-w-0 flex-1 font-medium">{orgName}</span>
                <span className="text-ink-soft">
                  <DictText dict="dept_kind" value={deptId} />
                </span>
                <span className="w-36 text-ink-faint">{regionName ?? '全国'}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {data && data.totalElements > SHOWN && (
        <p className="mt-2 text-ink-faint text-xs">仅列出前 {SHOWN} 个，全部机构见导出的工作簿。</p>
      )}
    </Dialog>
  )
}
